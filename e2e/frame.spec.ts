import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

// The frame that every page stands in: it comes to life under the content security policy (the nonce must be on
// all of Next's scripts and on the theme's), the theme is kept, and what is not there is said so.

const complaints = (page: Page): string[] => {
  const heard: string[] = []
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') heard.push(message.text())
  })
  page.on('pageerror', error => heard.push(String(error)))
  return heard
}

const background = (page: Page): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

test('the start page comes to life without a complaint from the browser', async ({ page }) => {
  const heard = complaints(page)
  const response = await page.goto('/')
  const policy = response?.headers()['content-security-policy'] ?? ''
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
  expect(nonce).toHaveLength(24)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const strangers = await page
    .locator('script')
    .evaluateAll((scripts, wanted) => scripts.filter(script => script.nonce !== wanted).length, nonce)
  expect(strangers).toBe(0)
  expect(heard).toEqual([])
})

test('the theme follows the system, can be switched, and stays over a reload', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  const dark = await background(page)
  await page.getByRole('button', { name: /^Theme: system/ }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  expect(await background(page)).not.toBe(dark)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await page.getByRole('button', { name: /^Theme: light/ }).click()
  expect(await background(page)).toBe(dark)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the start page and the missing page are accessible in ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    for (const path of ['/', '/nothing/here']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    }
  })
}

test('a missing page says so', async ({ page }) => {
  const response = await page.goto('/nothing/here')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'There is nothing at this address' })).toBeVisible()
})

test('health is told without telling where the data lies; other hosts and other pages are refused', async ({ request }) => {
  expect(await (await request.get('/api/health')).json()).toEqual({
    cutpoint: 1,
    ok: true,
    version: expect.any(String),
    data: expect.stringMatching(/^[0-9a-f]{16}$/),
  })
  expect((await request.get('/', { headers: { Host: 'evil.example' } })).status()).toBe(403)
  expect((await request.post('/api/health', { headers: { Origin: 'http://evil.example' } })).status()).toBe(403)
  expect((await request.post('/api/health', { headers: { Origin: 'null' } })).status()).toBe(403)
  expect((await request.post('/api/health')).status()).toBe(405)
})
