import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type APIRequestContext, expect, type Page } from '@playwright/test'

/** Sessions that a spec needs: uploaded as a script would, waited for, named by their id. */

export const samplePath = (name: string): string => fileURLToPath(new URL(`samples/${name}`, import.meta.url))

export async function upload(request: APIRequestContext, name: string, data: Buffer | string): Promise<string> {
  const answer = await request.post(`/api/sessions?name=${encodeURIComponent(name)}`, { data: Buffer.from(data) })
  expect(answer.status()).toBe(201)
  const { session, job } = (await answer.json()) as { session: string; job: string }
  await expect
    .poll(async () => ((await (await request.get(`/api/jobs/${job}`)).json()) as { state: string }).state, { timeout: 60_000 })
    .toBe('done')
  return session
}

export const uploadSample = (request: APIRequestContext, name: string): Promise<string> =>
  upload(request, name, readFileSync(samplePath(name)))

/** Opens a page and waits until it hears keys. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
}
