import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'rolldown/parseAst'
import { describe, expect, test } from 'vitest'

/**
 * Who may import whom (ARCHITECTURE.md has the picture). Every import of lib, components and app is parsed,
 * type-only ones told apart, and held against the tables here. Tests and their harnesses may import anything;
 * nothing else may import them.
 */

const chain = ['base', 'session', 'tokens', 'edits', 'request', 'validity', 'policy', 'systems', 'compare', 'view']
const before = (layer: string): string[] => chain.slice(0, chain.indexOf(layer))
const lib = [...chain, 'formats', 'summary', 'export', 'url', 'server']

/** layer → layers that it may import, beside itself. */
const values: Record<string, readonly string[]> = {
  base: [],
  session: ['base'],
  tokens: ['base', 'session'],
  edits: ['base', 'session'],
  request: before('request'),
  validity: before('validity'),
  formats: ['base', 'session', 'tokens', 'edits'],
  summary: ['base', 'session', 'tokens'],
  policy: [...before('policy'), 'summary'],
  systems: [...before('systems'), 'summary'],
  compare: [...before('compare'), 'summary'],
  view: [...before('view'), 'summary'],
  export: ['base', 'session', 'tokens', 'edits', 'formats', 'request', 'validity'],
  url: ['base'],
  server: lib,
  cli: lib,
  components: ['base', 'session', 'tokens', 'edits', 'request', 'validity', 'compare', 'view', 'export', 'url'],
  app: [...lib, 'components'],
}

/** Layers that may be imported as types only, beside those above. */
const types: Record<string, readonly string[]> = { formats: ['request'], url: ['view'], view: ['formats', 'export'], components: lib }

/** Accepted debts: `from → to` with the reason. The length is asserted below, so that the list can only shrink. */
const exceptions: readonly { readonly from: string; readonly to: string; readonly reason: string }[] = []
const exceptionCount = 0

const impureLayers = new Set(['server', 'cli', 'components', 'app'])
const pureBuiltins = new Set(['node:crypto', 'node:buffer'])
const impurePackages =
  /^(react|react-dom|next|next-themes|nuqs(?!\/server)|pino|piscina|better-sqlite3|ai|@prisma|@ai-sdk|@radix-ui|radix-ui|recharts)(\/|$)/
/** Clock, randomness, network, process: what makes the same input give another output. */
const impureMembers = new Set(['Date.now', 'Math.random', 'performance.now', 'crypto.randomUUID', 'crypto.getRandomValues'])
const impureNames = new Set(['randomUUID', 'randomBytes', 'randomInt', 'getRandomValues'])
const impureGlobals = new Set(['process', 'fetch', 'setTimeout', 'setInterval', 'XMLHttpRequest', 'WebSocket'])

/** Folders whose parts do not know each other; `foldersOnly`: files right inside belong to all of them. */
const siblingGroups = [
  { folder: 'lib/formats/', foldersOnly: true },
  { folder: 'lib/systems/', foldersOnly: true },
  { folder: 'lib/validity/rules/', foldersOnly: false },
  { folder: 'lib/policy/stages/', foldersOnly: false },
]

const ceilings: Record<string, number> = { lib: 500, components: 300, app: 150 }
const mayBeLonger = /(^|\/)[\w-]*(presets|registry|upgrades)\.ts$/
const testKind = /\.test\.tsx?$|(^|\/)(fixtures|samples)\/|(^|[/-])(harness|rule-tester)\.ts$/

// ---------------------------------------------------------------- reading

interface Import {
  readonly target: string
  readonly typeOnly: boolean
}

interface Source {
  readonly path: string
  readonly lines: number
  readonly imports: readonly Import[]
  readonly impure: readonly string[]
}

type Node = { readonly type: string } & Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const walk = (value: unknown, visit: (node: Node, parent: Node | null) => void, parent: Node | null = null): void => {
  if (Array.isArray(value)) for (const item of value) walk(item, visit, parent)
  else if (isNode(value)) {
    visit(value, parent)
    for (const child of Object.values(value)) walk(child, visit, value)
  }
}

const text = (value: unknown): string | null =>
  isNode(value) && value.type === 'Literal' && typeof value.value === 'string' ? value.value : null
const nameOf = (value: unknown): string | null => (isNode(value) && value.type === 'Identifier' ? String(value.name) : null)

const isTypeOnly = (node: Node): boolean => {
  if (node.importKind === 'type' || node.exportKind === 'type') return true
  const parts = Array.isArray(node.specifiers) ? node.specifiers : []
  return parts.length > 0 && parts.every(part => isNode(part) && (part.importKind === 'type' || part.exportKind === 'type'))
}

const importOf = (node: Node): Import | null => {
  const target = text(node.source)
  if (target === null) return null
  if (node.type === 'TSImportType') return { target, typeOnly: true }
  return { target, typeOnly: isTypeOnly(node) }
}

const impurityOf = (node: Node, parent: Node | null): string | null => {
  if (node.type === 'MemberExpression' && node.computed === false) {
    const member = `${nameOf(node.object)}.${nameOf(node.property)}`
    if (impureMembers.has(member)) return member
    const global = nameOf(node.object)
    return global !== null && impureGlobals.has(global) ? member : null
  }
  if (node.type === 'NewExpression' && nameOf(node.callee) === 'Date' && Array.isArray(node.arguments) && node.arguments.length === 0)
    return 'new Date()'
  if (node.type === 'CallExpression' || node.type === 'NewExpression') {
    const callee = nameOf(node.callee)
    return callee !== null && (impureGlobals.has(callee) || (callee === 'Date' && node.type === 'CallExpression')) ? `${callee}()` : null
  }
  if (node.type === 'ImportSpecifier' && parent?.type === 'ImportDeclaration') {
    const imported = nameOf(node.imported)
    return imported !== null && impureNames.has(imported) ? imported : null
  }
  return null
}

const parse = (path: string, source: string): Source => {
  const program = parseAst(
    source,
    { lang: path.endsWith('.tsx') ? 'tsx' : path.endsWith('.mjs') ? 'js' : 'ts', sourceType: 'module' },
    path,
  )
  const imports: Import[] = []
  const impure: string[] = []
  walk(program, (node, parent) => {
    const found = importOf(node)
    if (found !== null) imports.push(found)
    const fault = impurityOf(node, parent)
    if (fault !== null) impure.push(fault)
  })
  return { path, lines: source.split('\n').length - 1, imports, impure }
}

// ---------------------------------------------------------------- judging

const layerOf = (path: string): string => {
  const [first = '', second = ''] = path.split('/')
  return first === 'lib' ? second : first
}

const siblingOf = (path: string, group: (typeof siblingGroups)[number]): string | null => {
  if (!path.startsWith(group.folder)) return null
  const [part = '', ...rest] = path.slice(group.folder.length).split('/')
  return group.foldersOnly && rest.length === 0 ? null : part
}

/** The path that a specifier names, without its ending; null for a package. */
const localTarget = (from: string, target: string): string | null => {
  if (target.startsWith('@/')) return target.slice(2)
  return target.startsWith('.') ? posix.normalize(posix.join(posix.dirname(from), target)) : null
}

const endings = ['', '.ts', '.tsx', '.mjs', '.d.ts', '/index.ts', '/index.tsx']

const judge = (sources: readonly Source[], exists: (path: string) => boolean = () => false): string[] => {
  const paths = new Set(sources.map(source => source.path))
  const faults: string[] = []
  const edges = new Map<string, string[]>()
  for (const source of sources) {
    const { path } = source
    const layer = layerOf(path)
    const isTest = testKind.test(path)
    const ceiling = ceilings[path.split('/')[0] ?? ''] ?? 500
    if (!isTest && source.lines > ceiling && !mayBeLonger.test(path)) faults.push(`${path}: ${source.lines} lines, at most ${ceiling}`)
    if (isTest) continue
    const isPure = path.split('/').length > 2 && !impureLayers.has(layer)
    if (isPure) for (const name of source.impure) faults.push(`${path}: ${name} in a pure folder`)
    for (const { target, typeOnly } of source.imports) {
      const local = localTarget(path, target)
      if (local === null) {
        const isForeign = target.startsWith('node:') ? !pureBuiltins.has(target) : impurePackages.test(target)
        if (isPure && isForeign && !typeOnly) faults.push(`${path}: ${target} in a pure folder`)
        continue
      }
      const to = endings.map(ending => local + ending).find(candidate => paths.has(candidate))
      if (to === undefined) {
        if (!endings.some(ending => exists(local + ending))) faults.push(`${path}: nothing at ${target}`)
        continue
      }
      faults.push(...judgeEdge(path, to, typeOnly))
      if (!typeOnly) edges.set(path, [...(edges.get(path) ?? []), to])
    }
  }
  return [...faults, ...cycles(edges)].filter(
    fault => !exceptions.some(({ from, to }) => fault.startsWith(`${from}: `) && fault.endsWith(` ${to}`)),
  )
}

const judgeEdge = (from: string, to: string, typeOnly: boolean): string[] => {
  const faults: string[] = []
  const [here, there] = [layerOf(from), layerOf(to)]
  if (testKind.test(to)) faults.push(`${from}: test code ${to}`)
  const allowed = [...(values[here] ?? []), ...(typeOnly ? (types[here] ?? []) : [])]
  if (here !== there && !allowed.includes(there))
    faults.push(`${from}: ${here} may not import ${typeOnly ? 'types of ' : ''}${there}: ${to}`)
  for (const group of siblingGroups) {
    const [one, other] = [siblingOf(from, group), siblingOf(to, group)]
    if (one !== null && other !== null && one !== other) faults.push(`${from}: its sibling ${to}`)
  }
  return faults
}

/** Types vanish when the code runs, so only imports of values can close a circle. */
const cycles = (edges: ReadonlyMap<string, readonly string[]>): string[] => {
  const found: string[] = []
  const done = new Set<string>()
  const visit = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path)
    if (at >= 0) found.push(`${path}: a circle ${[...trail.slice(at), path].join(' → ')}`)
    if (at >= 0 || done.has(path)) return
    for (const next of edges.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const path of edges.keys()) visit(path, [])
  return found
}

// ---------------------------------------------------------------- tests

const root = fileURLToPath(new URL('..', import.meta.url))
const isRead = (path: string): boolean =>
  /\.(ts|tsx|mjs)$/.test(path) && !path.startsWith('lib/server/generated/') && !path.includes('/fixtures/')

const readTree = (): Source[] =>
  ['lib', 'components', 'app']
    .flatMap(top => readdirSync(join(root, top), { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile())
    .map(entry => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter(isRead)
    .map(path => parse(path, readFileSync(join(root, path), 'utf8')))

describe('the tree', () => {
  const tree = readTree()

  test('keeps to the table', () => expect(judge(tree, path => existsSync(join(root, path)))).toEqual([]))

  test('has only layers that the table knows', () => {
    const layers = new Set(tree.filter(source => source.path.split('/').length > 2).map(source => layerOf(source.path)))
    expect([...layers].filter(layer => values[layer] === undefined)).toEqual([])
  })

  test('has no more exceptions than before, each still needed and with a reason', () => {
    expect(exceptions).toHaveLength(exceptionCount)
    expect(
      exceptions.filter(({ from, to, reason }) => reason === '' || !existsSync(join(root, from)) || !existsSync(join(root, to))),
    ).toEqual([])
  })
})

describe('the check', () => {
  const faultsOf = (files: Record<string, string>): string[] => judge(Object.entries(files).map(([path, source]) => parse(path, source)))
  const pair = (from: string, to: string, how = 'import { a } from'): string[] =>
    faultsOf({ [`${from}.ts`]: `${how} '@/${to}'`, [`${to}.ts`]: 'export const a = 1' })

  test('lets imports go one way', () => {
    expect(pair('lib/session/a', 'lib/base/b')).toEqual([])
    expect(pair('lib/base/a', 'lib/session/b')).toEqual(['lib/base/a.ts: base may not import session: lib/session/b.ts'])
    expect(pair('lib/validity/a', 'lib/formats/b')).toHaveLength(1)
    expect(pair('lib/server/a', 'lib/cli/b')).toHaveLength(1)
    expect(pair('app/a', 'lib/server/b')).toEqual([])
  })

  test('tells types apart', () => {
    expect(pair('components/a/a', 'lib/policy/b')).toHaveLength(1)
    expect(pair('components/a/a', 'lib/policy/b', 'import { a, type B } from')).toHaveLength(1)
    expect(pair('components/a/a', 'lib/policy/b', 'import type { B } from')).toEqual([])
    expect(pair('components/a/a', 'lib/policy/b', 'import { type B } from')).toEqual([])
    expect(pair('components/a/a', 'lib/policy/b', 'export * from')).toHaveLength(1)
    expect(pair('components/a/a', 'lib/policy/b', 'export type { B } from')).toEqual([])
    expect(pair('lib/base/a', 'lib/session/b', 'import type { B } from')).toHaveLength(1)
    expect(pair('lib/formats/x/a', 'lib/request/b', 'import type { B } from')).toEqual([])
  })

  test('sees dynamic imports and import types', () => {
    expect(faultsOf({ 'lib/base/a.ts': "const b = await import('../server/b')", 'lib/server/b.ts': '' })).toHaveLength(1)
    expect(faultsOf({ 'lib/base/a.ts': "type B = import('../server/b').B", 'lib/server/b.ts': '' })).toHaveLength(1)
  })

  test('keeps siblings apart', () => {
    expect(pair('lib/formats/smith/read', 'lib/formats/mecha/read')).toEqual([
      'lib/formats/smith/read.ts: its sibling lib/formats/mecha/read.ts',
    ])
    expect(pair('lib/formats/smith/read', 'lib/formats/reader')).toEqual([])
    expect(pair('lib/formats/registry', 'lib/formats/smith/read')).toEqual([])
    expect(pair('lib/formats/smith/read', 'lib/formats/smith/write')).toEqual([])
    expect(pair('lib/validity/rules/a', 'lib/validity/rules/b')).toHaveLength(1)
    expect(pair('lib/policy/stages/a', 'lib/policy/stages/b')).toHaveLength(1)
  })

  test('keeps pure folders pure', () => {
    const impure = (source: string, path = 'lib/session/a.ts') => faultsOf({ [path]: source })
    for (const line of [
      "import { readFileSync } from 'node:fs'",
      "import { useState } from 'react'",
      "import pino from 'pino'",
      "import { randomUUID } from 'node:crypto'",
    ]) {
      expect(impure(line)).toHaveLength(1)
      expect(impure(line, 'lib/server/a.ts')).toEqual([])
    }
    for (const line of ['Date.now()', 'Math.random()', 'new Date()', 'Date()', 'process.env.HOME', "fetch('x')", 'performance.now()']) {
      expect(impure(`export const a = () => ${line}`)).toHaveLength(1)
    }
    expect(
      impure(
        "import { createHash } from 'node:crypto'\nexport const a = new Date('2025-01-01')\nexport const b = { process: 1, fetch: 2 }.fetch",
      ),
    ).toEqual([])
  })

  test('finds circles of values, lost files, test code and long files', () => {
    const circle = { 'lib/base/a.ts': "import './b'", 'lib/base/b.ts': "import './c'", 'lib/base/c.ts': "import './a'" }
    expect(faultsOf(circle)).toEqual(['lib/base/a.ts: a circle lib/base/a.ts → lib/base/b.ts → lib/base/c.ts → lib/base/a.ts'])
    expect(faultsOf({ ...circle, 'lib/base/c.ts': "import type { A } from './a'" })).toEqual([])
    expect(faultsOf({ 'lib/base/a.ts': "import './lost'" })).toEqual(['lib/base/a.ts: nothing at ./lost'])
    expect(pair('lib/formats/a', 'lib/formats/harness')).toEqual(['lib/formats/a.ts: test code lib/formats/harness.ts'])
    expect(
      faultsOf({ 'lib/base/a.ts': '\n'.repeat(501), 'lib/base/a.test.ts': '\n'.repeat(900), 'lib/policy/presets.ts': '\n'.repeat(900) }),
    ).toHaveLength(1)
    expect(faultsOf({ 'components/a/a.tsx': '\n'.repeat(301), 'app/page.tsx': '\n'.repeat(151) })).toHaveLength(2)
  })
})
