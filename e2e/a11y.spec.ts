import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { uploadSample } from './sessions'

// Every page in both themes, wide and narrow, with axe; and nothing wider than the window.

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1440, 900]) {
    test(`pages are accessible in ${colorScheme} at ${width} px`, async ({ page, request }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      const broken = await uploadSample(request, 'fails-after-compaction.jsonl')
      const healthy = await uploadSample(request, 'healthy-long.jsonl')
      const paths = [
        '/',
        `/sessions/${broken}?finding=F1&at=m73.b0`,
        `/sessions/${healthy}`,
        `/sessions/${healthy}?lens=transcript`,
        `/sessions/${healthy}?lens=import`,
        '/rules',
        '/rules/call-without-result',
      ]
      for (const path of paths) {
        await page.goto(path)
        await page.waitForLoadState('networkidle')
        expect
          .soft(
            (await new AxeBuilder({ page }).analyze()).violations.map(one => [one.id, one.nodes.map(node => node.html)]),
            path,
          )
          .toEqual([])
        expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0)
      }
    })
  }
}
