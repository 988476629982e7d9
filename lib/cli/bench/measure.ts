/**
 * What the bench measures with: the work that everything is compared to, the best of some rounds, the peak of memory, one row of text.
 * Ratios against work done in the same process say more than times: they hold on a slow machine too.
 */

import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

/** Resident memory in bytes: before the work, and at its highest. */
export interface Memory {
  readonly idle: number
  readonly peak: number
}

const CHUNK = 1 << 20
const NEWLINE = 10
const SAMPLE_EVERY_MS = 2

/** Every line of the file decoded and parsed, and nothing else. Gives the number of lines. */
export function baseline(path: string): number {
  const file = openSync(path, 'r')
  try {
    return parseLines(file)
  } finally {
    closeSync(file)
  }
}

function parseLines(file: number): number {
  let buffer = Buffer.allocUnsafe(2 * CHUNK)
  let kept = 0
  let lines = 0
  for (;;) {
    if (buffer.length - kept < CHUNK) buffer = Buffer.concat([buffer.subarray(0, kept)], buffer.length * 2)
    const read = readSync(file, buffer, kept, CHUNK, null)
    const end = kept + read
    let start = 0
    for (let stop = lineEnd(buffer, start, end); stop !== -1; stop = lineEnd(buffer, start, end)) {
      lines += parseLine(buffer, start, stop)
      start = stop + 1
    }
    if (read === 0) return lines + parseLine(buffer, start, end)
    buffer.copyWithin(0, start, end)
    kept = end - start
  }
}

function lineEnd(buffer: Buffer, start: number, end: number): number {
  const at = buffer.indexOf(NEWLINE, start)
  return at < end ? at : -1
}

function parseLine(buffer: Buffer, start: number, end: number): number {
  if (end <= start) return 0
  JSON.parse(buffer.toString('utf8', start, end))
  return 1
}

/** The shortest of some rounds, in milliseconds. */
export async function best(rounds: number, work: () => unknown): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    await work()
    shortest = Math.min(shortest, performance.now() - start)
  }
  return shortest
}

/**
 * Resident memory while the work runs in this process, looked at from another thread: work that never yields would starve a timer.
 * Meaningful in a fresh process only, since memory that earlier work took is rarely given back: see `inFreshProcess`.
 */
export async function peakMemory(work: () => unknown): Promise<Memory> {
  const shared = new SharedArrayBuffer(8)
  const highest = new Float64Array(shared)
  const sampler = new Worker(SAMPLER, { eval: true, workerData: { shared, every: SAMPLE_EVERY_MS } })
  await new Promise((resolve, reject) => sampler.once('message', resolve).once('error', reject))
  const idle = process.memoryUsage.rss()
  await work()
  const last = process.memoryUsage.rss()
  await sampler.terminate()
  return { idle, peak: Math.max(highest[0] ?? 0, last, idle) }
}

const SAMPLER = `
const { parentPort, workerData } = require('node:worker_threads')
const highest = new Float64Array(workerData.shared)
const look = () => { highest[0] = Math.max(highest[0], process.memoryUsage.rss()) }
setInterval(look, workerData.every)
parentPort.postMessage('ready')
`

/** Runs a script in a process of its own and gives what it prints last, as JSON. */
export function inFreshProcess(script: string, args: readonly string[]): unknown {
  const child = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8', maxBuffer: 16 * CHUNK })
  if (child.error) throw child.error
  if (child.status !== 0) throw new Error(`${script} ended with ${child.status ?? child.signal}: ${child.stderr.trim()}`)
  return JSON.parse(child.stdout.trim().split('\n').at(-1) ?? '')
}

/** `name  1.12 ×  (goal ≤ 1.4)`, in columns; a goal that is missed is marked. */
export function ratioRow(name: string, value: number, goal: number): string {
  const missed = value > goal ? '  missed' : ''
  return `${name.padEnd(52)}  ${value.toFixed(2).padStart(7)} ×  (goal ≤ ${goal})${missed}`
}
