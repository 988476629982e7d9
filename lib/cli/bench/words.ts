/**
 * Chance and words for made-up sessions: everything follows from one seed and is the same on every machine.
 * The words are about a harbour office that does not exist.
 */

export interface Dice {
  /** The next number, from 0 up to 1. */
  readonly next: () => number
}

/** Lengths at the quantiles of `QUANTILES`, or at the two ends; between them a straight line. */
export type Lengths = readonly number[]

export interface Words extends Dice {
  readonly sentences: readonly string[]
  readonly code: readonly string[]
  /** What signatures are cut from. */
  readonly noise: string
}

const QUANTILES: Lengths = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1]
const ENDS: Lengths = [0, 1]
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const PHRASE =
  'the tide window closes before a pilot boards so every berth keeps its own ledger and the office settles fees at slack water while crane shifts wait for clearance'
const PHRASE_WORDS = PHRASE.split(' ')
const TYPES = ['string', 'number', 'boolean', 'Date', 'readonly Berth[]']

export const NOUNS =
  'berth tide mooring pilot vessel quay ledger manifest buoy crane dredge harbour jetty anchor beacon draft tug window fee clearance'.split(
    ' ',
  )
export const VERBS =
  'assign release measure reserve settle forecast inspect shift register cancel merge notify reconcile queue round'.split(' ')

export function newWords(seed: number): Words {
  const dice = { next: random(seed) }
  return {
    ...dice,
    sentences: Array.from({ length: 700 }, () => sentence(dice)),
    code: Array.from({ length: 1600 }, (_, index) => codeLine(dice, index)),
    noise: letters(dice, 40_000, 64),
  }
}

/** Mulberry32: small, good enough, the same everywhere. */
function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function chance(dice: Dice, share: number): boolean {
  return dice.next() < share
}

/** A whole number, both ends included. */
export function between(dice: Dice, low: number, high: number): number {
  return low + Math.floor(dice.next() * (high - low + 1))
}

export function anyOf(dice: Dice, list: readonly string[]): string {
  return list[Math.floor(dice.next() * list.length)] ?? ''
}

export function quantile(lengths: Lengths, at: number): number {
  const places = lengths.length === QUANTILES.length ? QUANTILES : ENDS
  let index = 1
  while (index < places.length - 1 && at > (places[index] ?? 1)) index++
  const [low = 0, high = 1] = places.slice(index - 1, index + 1)
  const [from = 0, to = from] = lengths.slice(index - 1, index + 1)
  return Math.round(from + ((to - from) * (at - low)) / (high - low))
}

export function uuid(dice: Dice): string {
  const hex = Array.from({ length: 4 }, () => eightDigits(dice)).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

function eightDigits(dice: Dice): string {
  return Math.floor(dice.next() * 4_294_967_296)
    .toString(16)
    .padStart(8, '0')
}

export function letters(dice: Dice, length: number, alphabet = 62): string {
  let text = ''
  while (text.length < length) text += BASE64[Math.floor(dice.next() * alphabet)]
  return text
}

export function prose(words: Words, lengths: Lengths): string {
  return gather(words.sentences, between(words, 0, words.sentences.length - 1), quantile(lengths, words.next()), ' ')
}

export function code(words: Words, lengths: Lengths): string {
  return gather(words.code, between(words, 0, words.code.length - 1), quantile(lengths, words.next()), '\n')
}

export function signature(words: Words, lengths: Lengths): string {
  const length = quantile(lengths, words.next()) & ~3
  const from = between(words, 0, words.noise.length - length)
  return words.noise.slice(from, from + length)
}

/** Pieces one after the other, from `start` on and round again, cut to the length. */
export function gather(pieces: readonly string[], start: number, length: number, joint: string): string {
  let text = pieces[start % pieces.length] ?? ''
  for (let index = start + 1; text.length < length; index++) text += joint + pieces[index % pieces.length]
  return text.slice(0, length)
}

function sentence(dice: Dice): string {
  const start = between(dice, 0, PHRASE_WORDS.length - 1)
  const words = Array.from({ length: between(dice, 5, 16) }, (_, step) => PHRASE_WORDS[(start + step * 7) % PHRASE_WORDS.length])
  const text = `${words.join(' ')} "${anyOf(dice, VERBS)} ${anyOf(dice, NOUNS)}".`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function codeLine(dice: Dice, index: number): string {
  const [noun, verb, type] = [anyOf(dice, NOUNS), anyOf(dice, VERBS), anyOf(dice, TYPES)]
  return anyOf(dice, [
    `export function ${verb}${noun}(${noun}: ${type}, office = "north"): ${type} {`,
    `  const ${noun} = await ${verb}(office, { ${noun}: ${index}, at: '${anyOf(dice, NOUNS)}' })`,
    `\tif (${noun}.${verb}d === ${index}) return "${noun} ${anyOf(dice, NOUNS)}"`,
    `  // ${verb} the ${noun} before the ${anyOf(dice, NOUNS)} is due`,
    `  ${noun}Log.push(\`${verb} \${${noun}.id}\`)`,
    '}',
    '',
  ])
}
