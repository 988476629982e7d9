import { expect, type Page, test } from '@playwright/test'
import { open, upload, uploadSample } from './sessions'

// What a transcript holds is text, wherever it is shown; what other sites ask for is refused.

const HTML = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script><b>bold</b>'

const isUntouched = (page: Page) => page.evaluate(() => !('hacked' in window) && document.querySelector('main img, main b') === null)

const body = () =>
  JSON.stringify({
    model: `claude-${HTML}`,
    system: HTML,
    tools: [{ name: HTML, input_schema: {} }],
    messages: [
      { role: 'user', content: HTML },
      { role: 'assistant', content: [{ type: 'tool_use', id: HTML, name: HTML, input: { [HTML]: HTML } }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: `other ${HTML}`, content: HTML },
          { type: HTML, text: HTML },
        ],
      },
    ],
  })

test('HTML and script in every text stay text, on every lens', async ({ page, request }) => {
  const id = await upload(request, `${HTML}.json`, body())
  for (const lens of ['diagnose', 'transcript', 'import']) {
    await page.goto(`/sessions/${id}?lens=${lens}`)
    await expect(page.getByRole('tab', { name: /Diagnose/ })).toBeVisible()
    await page.waitForTimeout(300)
    expect(await isUntouched(page)).toBe(true)
  }
  await open(page, `/sessions/${id}?finding=F1`)
  await page.keyboard.press('X')
  await page.keyboard.press('e')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goto('/')
  await page.waitForTimeout(300)
  expect(await isUntouched(page)).toBe(true)
})

test('a foreign origin is refused on every route that changes something', async ({ request }) => {
  const id = await uploadSample(request, 'openai-orphan.json')
  const headers = { Origin: 'http://evil.example' }
  const changes = [
    request.post('/api/sessions?name=x', { headers, data: '{}' }),
    request.delete(`/api/sessions/${id}`, { headers }),
    request.post(`/api/sessions/${id}/locate`, { headers, data: { text: 'x' } }),
    request.post(`/api/sessions/${id}/repairs`, { headers, data: {} }),
    request.delete('/api/jobs/none', { headers }),
    request.post('/api/explain', { headers, data: { text: 'x' } }),
    request.post('/api/samples', { headers, data: { name: 'healthy-long.jsonl' } }),
  ]
  for (const answer of await Promise.all(changes)) expect(answer.status()).toBe(403)
  expect((await request.get(`/api/sessions/${id}`)).status()).toBe(200)
  expect((await request.get('/api/sessions', { headers: { Host: 'rebound.example' } })).status()).toBe(403)
})
