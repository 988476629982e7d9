import { expect, test } from '@playwright/test'
import { samplePath, uploadSample } from './sessions'

// The start page: what goes in, what is kept, what is refused, what goes away again.

test('a sample opens with one click', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: /A rejected thinking block/ }).click()
  await expect(page).toHaveURL(/\/sessions\//)
  await expect(page.getByText('anthropic-thinking-must-start-turn').first()).toBeVisible()
})

test('a chosen file is imported and opened; it stands in the table with what was found', async ({ page }) => {
  await page.goto('/')
  await page.setInputFiles('input[type=file] >> nth=0', samplePath('openai-orphan.json'))
  await expect(page).toHaveURL(/\/sessions\//)
  await page.goto('/')
  const row = page.getByRole('row', { name: /openai-orphan\.json/ })
  await expect(row.getByText('1 reject')).toBeVisible()
})

test('a pasted error text is explained; whose fault it is, and the rule', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Paste text' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('API Error: 400 due to tool use concurrency issues. Run /rewind to recover the conversation.')
  await dialog
    .getByRole('button', { name: /explain|open|read/i })
    .first()
    .click()
  await expect(page.getByRole('link', { name: 'anthropic-tool-use-without-result' }).first()).toBeVisible()
})

test('what nobody reads is refused with what was seen', async ({ page }) => {
  await page.goto('/')
  await page.setInputFiles('input[type=file] >> nth=0', {
    name: 'page.html',
    mimeType: 'text/html',
    buffer: Buffer.from('<!doctype html><p>hi'),
  })
  await expect(page.getByRole('list', { name: 'Importing' }).getByText(/web page/)).toBeVisible()
})

test('a session is deleted with its bytes', async ({ page, request }) => {
  const id = await uploadSample(request, 'healthy-long.jsonl')
  await page.goto('/')
  await page
    .getByRole('row', { name: /healthy-long\.jsonl/ })
    .getByRole('checkbox')
    .check()
  await page
    .getByRole('button', { name: /Delete/ })
    .first()
    .click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await dialog.getByRole('button', { name: /Delete/ }).click()
  await expect(page.getByRole('row', { name: /healthy-long\.jsonl/ })).toHaveCount(0)
  expect((await request.get(`/api/sessions/${id}`)).status()).toBe(404)
  await page.goto(`/sessions/${id}`)
  await expect(page.getByRole('heading', { name: 'There is nothing at this address' })).toBeVisible()
})
