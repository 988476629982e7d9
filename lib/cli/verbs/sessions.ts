/** `sessions`: recent sessions in the folders where known agents keep them, newest first. Names and sizes only. */

import { readdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bytesText } from '../../base/numbers'
import { plain, print, printJson } from '../usage'

interface Found {
  readonly path: string
  readonly format: string
  readonly bytes: number
  readonly modified: string
}

const MOST_SHOWN = 50

export async function sessionsVerb(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { json: { type: 'boolean', default: false } } })
  const root = join(process.env.CLAUDE_CONFIG_DIR ?? join(homedir(), '.claude'), 'projects')
  const found = listSessions(root).slice(0, MOST_SHOWN)
  if (values.json) printJson({ cutpoint: 1, verb: 'sessions', sessions: found.map(({ path, format, bytes }) => ({ path, format, bytes })) })
  else if (found.length === 0) print(`No sessions in ${plain(root)}.`)
  else
    for (const one of found)
      print(`${one.modified.slice(0, 16).replace('T', ' ')}  ${bytesText(one.bytes).padStart(9)}  ${one.format}  ${plain(one.path)}`)
  return 0
}

function listSessions(root: string): Found[] {
  const out: Found[] = []
  for (const folder of namesIn(root)) {
    for (const name of namesIn(join(root, folder))) {
      if (!name.endsWith('.jsonl') || name.startsWith('agent-')) continue
      const path = join(root, folder, name)
      const stat = statSync(path, { throwIfNoEntry: false })
      if (stat?.isFile()) out.push({ path, format: 'claude-code', bytes: stat.size, modified: stat.mtime.toISOString() })
    }
  }
  return out.sort((a, b) => (a.modified < b.modified ? 1 : a.modified > b.modified ? -1 : a.path < b.path ? -1 : 1))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
