/**
 * Numbers as people read them, the same in every locale: reports and tests compare them byte for byte.
 *
 * Short forms have one decimal below 100 of a unit and none above (`12.4k`, `124k`); the exact value belongs in a
 * tooltip. Minus is the typographic one, as wide as the plus in tabular digits. What is no number is a dash.
 */

const MINUS = '−'
const NOTHING = '–'
const THOUSANDS = ['', 'k', 'M', 'B', 'T']
const BYTES = ['B', 'KB', 'MB', 'GB', 'TB']

/** 12418 → `12.4k` */
export function compact(value: number): string {
  return withSign(value, '', size => scaled(size, 1000, THOUSANDS).join(''))
}

/** 12418 → `12,418` */
export function exact(value: number): string {
  return withSign(value, '', size => {
    const [whole = '', fraction] = String(size).split('.')
    const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
    return fraction === undefined ? grouped : `${grouped}.${fraction}`
  })
}

/** 34900000 → `33.3 MB`; a megabyte is 1024 × 1024 bytes. */
export function bytesText(bytes: number): string {
  return withSign(bytes, '', size => scaled(size, 1024, BYTES).join(' '))
}

/** -12418 → `−12.4k`, 412 → `+412`, 0 → `0` */
export function signed(value: number): string {
  return withSign(value, '+', size => scaled(size, 1000, THOUSANDS).join(''))
}

/** 0.613 → `61 %`. Only what is all reads 100 %, and only what is nothing reads 0 %. */
export function percent(share: number): string {
  return withSign(share, '', size => {
    const rounded = Math.round(size * 100)
    if (rounded === 0 && size > 0) return '<1 %'
    if (rounded === 100 && size < 1) return '>99 %'
    return `${exact(rounded)} %`
  })
}

function withSign(value: number, plus: string, write: (size: number) => string): string {
  if (!Number.isFinite(value)) return NOTHING
  const text = write(Math.abs(value))
  if (text === '0') return text
  return (value < 0 ? MINUS : value > 0 ? plus : '') + text
}

/** The number in the largest unit in which it is at least 1 once rounded, so 999,960 is `1M` and never `1000k`. */
function scaled(size: number, step: number, units: readonly string[]): [number: string, unit: string] {
  let amount = size
  let unit = 0
  while (unit < units.length - 1 && rounded(amount) >= step) {
    amount /= step
    unit++
  }
  return [exact(rounded(amount)), units[unit] ?? '']
}

function rounded(amount: number): number {
  return amount < 99.95 ? Math.round(amount * 10) / 10 : Math.round(amount)
}
