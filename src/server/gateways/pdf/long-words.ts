/**
 * Whether a document holds a word that may be wider than the narrowest column in which people's words stand in it. Templates break such
 * words where their line ends, which costs them nearly half as much again; all other documents are made as if nothing had to be broken.
 */
import type { PdfTemplates } from './pdf-templates.ts'

/** How wide that column is, in points. Of a contract it is that of what both sides are called; tables of an exhibit have their own. */
const NARROWEST: Readonly<Record<keyof PdfTemplates, number>> = {
  payslip: 100,
  contract: 380,
  'cycle-report': 115,
  'tax-form': 270,
  invoice: 150,
  receipt: 150,
  'income-statement': 150,
}
const EXHIBIT_CELL = 74

/** The size of ordinary text, set in the heavier weight; titles have the whole line. */
const LETTER = 9.4 * 1.1
/** What is ours, or stands in a place of its own. */
const PLACED: ReadonlySet<string> = new Set(['xml', 'qr', 'verification', 'href'])

/** Instants, which are shown in words, and digests, for which there is room. */
const KNOWN = /^(?:\d{4}-\d\d-\d\dT[\d:.]+Z|[0-9a-f]{64})$/

/** What holds together: letters but of scripts that break without spaces, and the spaces that forbid it. */
const WORD =
  /(?:[\u00a0\u2007\u202f]|(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])\S)+/gu
/** Signs that nobody sees and that forbid to break, and ligatures of whole sentences. */
const ALWAYS = /[\u2060\ufeff\ufdf0-\ufdfd]/

/** True where a word may be too wide; what certainly fits is never said to. */
export function hasLongWords<K extends keyof PdfTemplates>(
  template: K,
  data: PdfTemplates[K],
): boolean {
  return holds(data, NARROWEST[template])
}

function holds(value: unknown, width: number): boolean {
  if (typeof value === 'string') return isLong(value, width)
  if (Array.isArray(value)) return value.some(each => holds(each, width))
  if (value === null || typeof value !== 'object') return false
  const cell = 'kind' in value && value.kind === 'table' ? EXHIBIT_CELL : width
  return Object.entries(value).some(([field, of]) => !PLACED.has(field) && holds(of, cell))
}

function isLong(text: string, width: number): boolean {
  if (ALWAYS.test(text)) return true
  if (KNOWN.test(text)) return false
  return (text.match(WORD) ?? []).some(word => widest(word) * LETTER > width)
}

/** At most how wide letters of a kind are, in widths of their size. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[mwMWQ@%&]/, 1],
  [/[a-z0-9]/, 0.63],
  [/[A-Z]/, 0.8],
  [/[.,:;'!|/\-()]/, 0.42],
  [/\p{Ll}/u, 0.9],
]

function widest(word: string): number {
  return Array.from(word).reduce(
    (sum, letter) => sum + (WIDTHS.find(([kind]) => kind.test(letter))?.[1] ?? 1),
    0,
  )
}
