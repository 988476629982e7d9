import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { open, samplePath, uploadSample } from './sessions'

// Use 1, as a person with a refused session walks it: the finding, why, the repair, the repaired file. By keyboard alone.

const BROKEN = 'fails-after-compaction.jsonl'
const RULE = 'anthropic-tool-result-without-use'

test('a broken session shows the finding, its cause and the way out at once', async ({ page, request }) => {
  const id = await uploadSample(request, BROKEN)
  await page.goto(`/sessions/${id}`)
  const why = page.getByRole('region', { name: 'Why and repair' })
  await expect(why.getByText('The provider’s words')).toBeVisible()
  await expect(why.getByRole('link', { name: RULE })).toBeVisible()
  await expect(why.getByText('A compaction cut between a call and its result.')).toBeVisible()
  await expect(why.getByText('This fault first appears at message:75')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/1 reject/)
})

test('the whole story by keyboard: next finding, choose, preview, download, and the address keeps it', async ({ page, request }) => {
  const id = await uploadSample(request, BROKEN)
  await open(page, `/sessions/${id}`)
  await expect(page.getByText('1 finding')).toBeVisible()
  // The page may still be coming to life: a person presses the key again.
  await expect(async () => {
    await page.keyboard.press('n')
    await expect(page).toHaveURL(/finding=F1/, { timeout: 1000 })
  }).toPass()
  await expect(page).toHaveURL(/at=m73\.b0/)
  await page.keyboard.press('x')
  await expect(page.getByText('1 of 1 with a repair')).toBeVisible()
  await expect(page).toHaveURL(/choose=/)
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog', { name: 'Repaired file' })
  await expect(dialog.getByText('no fault found').last()).toBeVisible()
  await expect(dialog.getByText(/claude --resume/)).toBeVisible()
  const coming = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  const file = await (await coming).path()
  const [before, after] = [samplePath(BROKEN), file].map(path => readFileSync(path, 'utf8').split('\n'))
  expect(after?.length).toBe(before?.length)
  expect(after?.filter(line => !before?.includes(line))).toHaveLength(1)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(page.getByText('1 of 1 with a repair')).toBeVisible()
  await expect(page.getByText('F1 · 1 of 1')).toBeVisible()
})

test('the repaired file, dropped again, has no fault', async ({ page, request }) => {
  const id = await uploadSample(request, BROKEN)
  const repaired = await request.post(`/api/sessions/${id}/repairs?download=1`, {
    data: { profile: 'anthropic', choose: { F1: 'restore-call' } },
  })
  expect(repaired.status()).toBe(200)
  await page.goto('/')
  await page.setInputFiles('input[type=file] >> nth=0', {
    name: 'repaired.jsonl',
    mimeType: 'application/json',
    buffer: await repaired.body(),
  })
  await expect(page).toHaveURL(/\/sessions\/[0-9a-f]{16}/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/No fault found by \d+ checks/)
  await expect(page.getByText(/\b(accepted|valid|all good)\b/i)).toHaveCount(0)
})

test('an error text leads to the block, and says why when there is none', async ({ page, request }) => {
  const id = await uploadSample(request, BROKEN)
  await open(page, `/sessions/${id}`)
  await page.keyboard.press('/')
  const box = page.getByRole('textbox', { name: /error text/i })
  await expect(box).toBeFocused()
  await box.fill('messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_01CCiuIQwfTgX0L3L1kBebIS.')
  await box.press('Enter')
  await expect(page).toHaveURL(/at=m73\.b0/)
  await box.fill('messages.386.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_nowhere')
  await box.press('Enter')
  await expect(page.getByText(/386|nowhere/).first()).toBeVisible()
})

test('another moment is another request: before the compaction nothing is refused', async ({ page, request }) => {
  const id = await uploadSample(request, BROKEN)
  await page.goto(`/sessions/${id}?moment=boundary:0:before`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/No fault found/)
  await page.goto(`/sessions/${id}?moment=message:75`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/1 reject/)
})
