import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const css = readFileSync(fileURLToPath(new URL('../../app/globals.css', import.meta.url)), 'utf8')

const colours = (selector: string): Record<string, string> => {
  const body = css.slice(css.indexOf(`\n${selector} {`)).split('}')[0] ?? ''
  return Object.fromEntries([...body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]))
}

/** Relative luminance and contrast as WCAG 2 defines them. */
const luminance = (hex: string): number => {
  const channel = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}
const contrast = (one: string, other: string): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const grounds = ['background', 'surface', 'raised']
const diffGrounds = ['removed', 'added', 'marked']
const texts = ['text', 'muted', 'accent', 'reject', 'alter', 'fragile', 'ok']
const roles = ['role-system', 'role-user', 'role-assistant', 'role-tool', 'role-summary']

describe.each([
  ['light', ':root'],
  ['dark', '[data-theme="dark"]'],
])('the %s theme', (_, selector) => {
  const theme = colours(selector)
  const weak = (fore: readonly string[], back: readonly string[], least: number): string[] =>
    fore.flatMap(one =>
      back.filter(other => contrast(theme[one] ?? '#000000', theme[other] ?? '#000000') < least).map(other => `${one} on ${other}`),
    )

  test('reads at 4.5:1 or better', () => {
    expect(weak([...texts, ...roles], grounds, 4.5)).toEqual([])
    expect(weak(['text', 'muted'], diffGrounds, 4.5)).toEqual([])
    expect(weak(['on-accent'], ['accent'], 4.5)).toEqual([])
  })

  test('shows the edges of what can be used at 3:1', () => expect(weak(['border-strong'], grounds, 3)).toEqual([]))

  test('names the same colours as the other', () => expect(Object.keys(theme)).toEqual(Object.keys(colours(':root'))))
})
