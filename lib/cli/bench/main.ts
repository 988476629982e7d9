/**
 * `npm run bench`: generates sessions of the usual mix and prints ratios against `JSON.parse` of every line of the same
 * file. Each figure is the best of five rounds, and once in a fresh process. Nothing here fails a build.
 *
 *   npm run bench                   100 MB, both mixes
 *   npm run bench -- --mb 20        smaller
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { valueSpan } from '../../base/spans'
import { profileFor } from '../../export/check'
import { readSessions } from '../../formats/read-session'
import { formatOf } from '../../formats/registry'
import { fileSource } from '../../server/files'
import { END } from '../../session/moment'
import type { Session } from '../../session/session'
import { checkWorkingSet } from '../../validity/check'
import { checkMoments } from '../../validity/moments'
import { baseline, best, inFreshProcess, peakMemory, ratioRow } from './measure'
import { uploadTime } from './upload'
import { writeGenerated } from './write'

const ROUNDS = 5
const MB = 1 << 20

function openLog(path: string): Session {
  const source = fileSource(path)
  const session = readSessions({ id: 'bench', name: 'bench', main: { label: 'bench.jsonl', source }, companions: [] })[0]
  if (!session) throw new Error('no session was read')
  return session
}

function checkEnd(session: Session): number {
  const format = formatOf(session.facts.format)
  const working = format.workingSet(session, END)
  return checkWorkingSet({ working, profile: profileFor(session, 'auto'), sending: format.sending }).findings.length
}

function checkAll(session: Session): number {
  const format = formatOf(session.facts.format)
  let count = 0
  for (const moment of checkMoments({
    session,
    steps: format.walk(session),
    profile: profileFor(session, 'auto'),
    sending: format.sending,
  }))
    count += moment.rejects.length
  return count
}

async function importRow(name: string, path: string, goal: number): Promise<number> {
  const base = await best(ROUNDS, () => baseline(path))
  const reading = await best(ROUNDS, () => openLog(path))
  process.stdout.write(`${ratioRow(`read, detect, normalise, pair, index: ${name}`, reading / base, goal)}\n`)
  const [freshBase, freshReading] = ['baseline', 'import'].map(
    task => inFreshProcess(process.argv[1] ?? '', ['--child', task, path]) as { time: number },
  )
  process.stdout.write(
    `${ratioRow('  the same, each in a fresh process of its own, once', (freshReading?.time ?? 0) / (freshBase?.time ?? 1), goal)}\n`,
  )
  return reading
}

async function memoryRow(path: string, bytes: number, longest: number): Promise<void> {
  const { idle, peak } = inFreshProcess(process.argv[1] ?? '', ['--child', 'memory', path]) as { idle: number; peak: number }
  const allowed = 0.5 * bytes + 150 * MB + 4 * longest
  process.stdout.write(
    `${ratioRow(`peak memory above idle (${Math.round((peak - idle) / MB)} MB) of what is allowed (${Math.round(allowed / MB)} MB)`, (peak - idle) / allowed, 1)}\n`,
  )
}

/** Bytes looked at a second when values at a path of a line are asked for, as a share of 1 GB/s. */
async function lookupRow(session: Session): Promise<void> {
  const lines = Math.min(session.columns.lineCount, 20_000)
  const records = Array.from({ length: lines }, (_, i) => session.recordBytes(i))
  const total = records.reduce((sum, record) => sum + record.length, 0)
  const time = await best(ROUNDS, () => {
    for (const record of records) valueSpan(record, 0, record.length, ['message', 'content'])
  })
  const perSecond = (total / time) * 1000
  process.stdout.write(`${ratioRow(`value at a path of a line: 1 GB/s over ${(perSecond / 1e9).toFixed(2)} GB/s`, 1e9 / perSecond, 1)}\n`)
}

async function rulesRows(session: Session, reading: number): Promise<void> {
  const rules = await best(ROUNDS, () => checkEnd(session))
  process.stdout.write(`${ratioRow('all rules of a profile, in imports', rules / reading, 0.5)}\n`)
}

async function growthRows(folder: string): Promise<void> {
  const paths = [2_000, 20_000].map(messages => {
    const path = join(folder, `grow-${messages}.jsonl`)
    writeGenerated(path, { seed: 3, messages, lines: 'short' })
    return path
  })
  const sessions = paths.map(openLog)
  const times: number[] = []
  for (const session of sessions) times.push(await best(ROUNDS, () => checkAll(session)))
  process.stdout.write(`${ratioRow('check --at all: ten times the messages, in times', (times[1] ?? 0) / (times[0] ?? 1), 12)}\n`)
}

async function child(task: string, path: string): Promise<void> {
  if (task === 'memory') {
    process.stdout.write(`${JSON.stringify(await peakMemory(() => openLog(path)))}\n`)
    return
  }
  const time = await best(1, () => (task === 'baseline' ? baseline(path) : openLog(path)))
  process.stdout.write(`${JSON.stringify({ time })}\n`)
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { mb: { type: 'string', default: '100' }, child: { type: 'boolean', default: false } },
  })
  if (values.child) return await child(positionals[0] ?? '', positionals[1] ?? '')
  const bytes = Number(values.mb) * MB
  const folder = mkdtempSync(join(tmpdir(), 'cutpoint-bench-'))
  try {
    const usual = join(folder, 'usual.jsonl')
    const short = join(folder, 'short.jsonl')
    const written = writeGenerated(usual, { seed: 1, bytes, lines: 'usual' })
    writeGenerated(short, { seed: 2, bytes, lines: 'short' })
    process.stdout.write(`Claude Code sessions of ${values.mb} MB, generated; 1 × = JSON.parse of every line of the same file\n`)
    const reading = await importRow('usual mix', usual, 1.4)
    await importRow('short lines', short, 2.4)
    await memoryRow(usual, written.bytes, written.longest)
    const session = openLog(usual)
    await lookupRow(session)
    await rulesRows(session, reading)
    await growthRows(folder)
    const base = await best(ROUNDS, () => baseline(usual))
    const upload = await uploadTime(usual, folder)
    process.stdout.write(`${ratioRow('whole upload, stored and indexed', upload.stored / base, 2.5)}\n`)
    process.stdout.write(`${ratioRow('whole upload, to a page that answers', upload.page / base, 4)}\n`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
