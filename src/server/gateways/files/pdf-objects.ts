/**
 * Reads the objects of a PDF (ISO 32000-1, 7.3) from bytes that nobody trusts: one value at a position, within a budget of
 * tokens. Names come out unescaped, so that `/J#53` is `/JS`.
 */

export type PdfValue =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'array'; readonly items: readonly PdfValue[] }
  | { readonly kind: 'dict'; readonly entries: PdfDictionary }
  | { readonly kind: 'reference'; readonly to: number }
  /** As it is written, with its brackets; of a long one the beginning. */
  | { readonly kind: 'string'; readonly written: string }
  | { readonly kind: 'other' }

export type PdfDictionary = ReadonlyMap<string, PdfValue>

/** How many more characters may be read, tokens counting as several; shared by all reading of one document. Hears every name. */
export type Budget = { left: number; readonly onName: (name: string) => void }

/** The dictionary itself and every one within it. */
export function* dictionariesIn(value: PdfValue): Generator<PdfDictionary> {
  if (value.kind === 'array') for (const item of value.items) yield* dictionariesIn(item)
  if (value.kind !== 'dict') return
  yield value.entries
  for (const entry of value.entries.values()) yield* dictionariesIn(entry)
}

/** The name that a value is, or undefined. */
export function nameIn(value: PdfValue | undefined): string | undefined {
  return value?.kind === 'name' ? value.name : undefined
}

/** Thrown when a document asks for more reading than any real one does. */
export class PdfBudgetError extends Error {
  override readonly name = 'PdfBudgetError'
}

const MAX_DEPTH = 60
const TOKEN_COST = 16
/** Of a string that is read further: how an address begins. */
const MOST_OF_STRING = 200
const SPACE = /[\0\t\n\f\r ]/
const DELIMITER = /[\0\t\n\f\r ()<>[\]{}/%]/
const OTHER = { kind: 'other' } as const

/** The value that begins at `at`, and where it ends; undefined where none does. */
export function readValue(
  text: string,
  at: number,
  budget: Budget,
  depth = 0,
): { value: PdfValue; end: number } | undefined {
  const start = skipSpace(text, at)
  pay(budget, start - at + TOKEN_COST)
  const first = text[start]
  if (first === undefined || depth > MAX_DEPTH) return undefined
  if (first === '[') return readArray(text, start, budget, depth)
  if (text.startsWith('<<', start)) return readDict(text, start, budget, depth)
  const read = readSimple(text, start, first, budget)
  if (read) pay(budget, read.end - start)
  return read
}

/** Counts so many characters as read; throws PdfBudgetError once they are too many. */
export function pay(budget: Budget, characters: number): void {
  budget.left -= characters
  if (budget.left < 0) throw new PdfBudgetError()
}

function readSimple(text: string, start: number, first: string, budget: Budget) {
  if (first === '/') return readName(text, start, budget)
  if (first === '(') return readString(text, start, endOfString(text, start))
  if (first !== '<') return readWord(text, start)
  const end = text.indexOf('>', start)
  return readString(text, start, end < 0 ? text.length : end + 1)
}

function readString(text: string, start: number, end: number) {
  const written = text.slice(start, Math.min(end, start + MOST_OF_STRING))
  return { value: { kind: 'string', written } as const, end }
}

/** Behind white space and comments (7.2.3). */
export function skipSpace(text: string, at: number): number {
  let end = at
  for (;;) {
    while (end < text.length && SPACE.test(text[end] ?? '')) end += 1
    if (text[end] !== '%') return end
    while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end += 1
  }
}

function readName(text: string, start: number, budget: Budget) {
  let end = start + 1
  while (end < text.length && !DELIMITER.test(text[end] ?? '')) end += 1
  const name = text
    .slice(start + 1, end)
    .replace(/#([0-9a-fA-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  budget.onName(name)
  return { value: { kind: 'name', name } as const, end }
}

function endOfString(text: string, start: number): number {
  let open = 0
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '(') open += 1
    else if (text[at] === ')') open -= 1
    if (open === 0) return at + 1
  }
  return text.length
}

function readArray(text: string, start: number, budget: Budget, depth: number) {
  const items: PdfValue[] = []
  let at = skipSpace(text, start + 1)
  while (at < text.length && text[at] !== ']') {
    const item = readValue(text, at, budget, depth + 1)
    if (!item) return undefined
    const { value, end } = orReference(text, item, budget)
    items.push(value)
    at = skipSpace(text, end)
  }
  return { value: { kind: 'array', items } as const, end: at + 1 }
}

function readDict(text: string, start: number, budget: Budget, depth: number) {
  const entries = new Map<string, PdfValue>()
  let at = skipSpace(text, start + 2)
  while (at < text.length && !text.startsWith('>>', at)) {
    const key = readValue(text, at, budget, depth + 1)
    if (!key) return undefined
    const given = readValue(text, key.end, budget, depth + 1)
    // The rest of a broken dictionary is not guessed at; its names up to here were heard.
    if (key.value.kind !== 'name' || !given) return undefined
    const { value, end } = orReference(text, given, budget)
    entries.set(key.value.name, value)
    at = skipSpace(text, end)
  }
  return { value: { kind: 'dict', entries } as const, end: at + 2 }
}

/** `12 0 R` is three words and one value (7.3.10). Comments between them count as space, as everywhere. */
function orReference(
  text: string,
  read: { value: PdfValue; end: number },
  budget: Budget,
): { value: PdfValue; end: number } {
  if (read.value.kind !== 'number') return read
  const generation = wordAt(text, read.end, budget)
  if (!generation || !/^\d+$/.test(generation.word)) return read
  const mark = wordAt(text, generation.end, budget)
  if (mark?.word !== 'R') return read
  return { value: { kind: 'reference', to: read.value.number }, end: mark.end }
}

function wordAt(text: string, at: number, budget: Budget) {
  const start = skipSpace(text, at)
  const read = readWord(text, start)
  pay(budget, (read?.end ?? start) - at)
  return read && { word: text.slice(start, read.end), end: read.end }
}

function readWord(text: string, start: number) {
  let end = start
  while (end < text.length && !DELIMITER.test(text[end] ?? '')) end += 1
  // A delimiter that begins nothing, such as a lone `)`.
  if (end === start) return undefined
  const number = Number(text.slice(start, end))
  const value: PdfValue = Number.isFinite(number) ? { kind: 'number', number } : OTHER
  return { value, end }
}
