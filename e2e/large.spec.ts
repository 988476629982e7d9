import { expect, test } from '@playwright/test'
import { generateClaudeCode } from '../lib/cli/bench/generate'
import { upload } from './sessions'

// A generated session of 20 MB: every row can be reached, and the page never holds them all.

const MOST_ROWS = 1500

test('a 20 MB session scrolls to its end, opens an address, and keeps the page small', async ({ page, request }) => {
  const text = [...generateClaudeCode({ seed: 5, bytes: 20 << 20, lines: 'usual' })].join('\n')
  const id = await upload(request, 'large.jsonl', text)
  const started = Date.now()
  await page.goto(`/sessions/${id}?lens=transcript`)
  await expect(page.getByText('m0.b0', { exact: true })).toBeVisible()
  process.stdout.write(`first rows after ${Date.now() - started} ms\n`)
  const total = ((await (await request.get(`/api/sessions/${id}/rows?from=0&to=1`)).json()) as { total: number }).total
  expect(total).toBeGreaterThan(3000)
  const last = ((await (await request.get(`/api/sessions/${id}/rows?from=${total - 1}&to=${total}`)).json()) as { rows: { at: string }[] })
    .rows[0]
  if (!last) throw new Error('no last row')
  await page.goto(`/sessions/${id}?lens=transcript&at=${last.at}`)
  await expect(page.getByText(last.at, { exact: true }).first()).toBeVisible()
  const nodes = await page.locator('[data-index]').count()
  process.stdout.write(`${total} rows, ${nodes} in the page\n`)
  expect(nodes).toBeGreaterThan(10)
  expect(nodes).toBeLessThanOrEqual(MOST_ROWS)
})
