/**
 * How large a PDF is inside: how many pages its tree names, how large they and its pictures are, how deep its forms lie in each
 * other. Told by what its objects say, before anything of it is drawn. What stands in an object of its own is looked up there.
 */
import { MAX_DOCUMENT_PAGES, MAX_PICTURE_PIXELS } from '#domain/kernel/document-limits.ts'
import type { DocumentRefusal } from './document-refusal.ts'
import { type NestedForms, nestedForms } from './pdf-forms.ts'
import {
  dictionariesIn,
  nameIn,
  PdfBudgetError,
  type PdfDictionary,
  type PdfValue,
} from './pdf-objects.ts'

/** Hears every object with its number, in any order; the others once all were heard. */
export type Bounds = {
  hear(number: number | undefined, value: PdfValue, isStream: boolean): void
  /** What a value is, looked up where it is a reference: each that stands under its number. */
  resolved(value: PdfValue | undefined): readonly PdfValue[]
  /** How many pixels the dictionary of a picture says; 0 of what is none. */
  pixelsOf(entries: PdfDictionary): number
  /** Whether what stands under a number is what pictures of JBIG2 have in common. */
  isJbig2(number: number | undefined): boolean
  /** Hears how many times the content of a stream draws something. */
  drawn: NestedForms['drawn']
  /** Everything that is too large. */
  found(): ReadonlySet<DocumentRefusal>
}

/** Of a page, in points: five metres, beyond which no reader draws (annex C.2). */
const LONGEST_SIDE = 14_400
/** Of a fax, and of what a predictor mixes: who unpacks it keeps a row. */
const LONGEST_ROW = 100_000
/** Of a tree of pages; writers make trees of three or four. */
const DEEPEST_TREE = 50
/** Of arrays that stand alone, of which whatever is looked up is short. */
const MOST_ITEMS = MAX_DOCUMENT_PAGES + 1
const MOST_KEPT = 1_000_000
/** Of objects under one number, as many as revisions of a document. */
const MOST_OF_ONE = 1000
/** An object whose number is not said plainly, which is taken for any. */
const ANY = -1

type Page = { readonly box: PdfValue; readonly unit: PdfValue | undefined }

/** What stands in objects of their own, under their numbers. */
type Kept = ReadonlyMap<number, readonly PdfValue[]>

/** Listens for how large everything is. */
export function pdfBounds(): Bounds {
  const alone = keptObjects()
  const kids = keptObjects()
  const sizes = sizesIn()
  const forms = nestedForms()
  const resolved = (value: PdfValue | undefined) =>
    value?.kind === 'reference' ? at(alone.kept, value.to) : value ? [value] : []
  const largest = (value: PdfValue | undefined) =>
    Math.max(0, ...resolved(value).map(one => (one.kind === 'number' ? one.number : 0)))
  const pixelsOf = (entries: PdfDictionary) =>
    largest(entries.get('Width')) * largest(entries.get('Height'))
  const isLarge = ({ box, unit }: Page) => {
    const longest = Math.max(0, ...resolved(box).map(value => sideOf(value, resolved)))
    return longest * (unit ? Math.max(1, largest(unit)) : 1) > LONGEST_SIDE
  }
  return {
    hear(number = ANY, value, isStream) {
      if (value.kind === 'number' || value.kind === 'name') alone.keep(number, value)
      if (value.kind === 'array') alone.keep(number, shortened(value))
      if (value.kind !== 'dict') return
      const named = value.entries.get('Kids')
      if (named) kids.keep(number, shortened(named))
      forms.hear(number, value.entries, isStream)
      for (const entries of dictionariesIn(value)) sizes.hear(entries)
    },
    resolved,
    pixelsOf,
    isJbig2: number => number !== undefined && sizes.globals.has(number),
    drawn: forms.drawn,
    found() {
      const found = new Set<DocumentRefusal>()
      const { trees, counts, pages, pictures, rows } = sizes
      const pagesIn = pageCounter(kids.kept, resolved)
      const named = trees.map(tree => pagesIn(tree))
      if (counts.some(value => largest(value) > MAX_DOCUMENT_PAGES)) found.add('TOO_MANY_PAGES')
      if (named.some(count => count > MAX_DOCUMENT_PAGES && count < Infinity))
        found.add('TOO_MANY_PAGES')
      if (named.includes(Infinity) || forms.areTooNested()) found.add('TOO_NESTED')
      if (pages.some(isLarge)) found.add('TOO_LARGE_PAGE')
      const isTooLarge = (entries: PdfDictionary) => pixelsOf(entries) > MAX_PICTURE_PIXELS
      if (pictures.some(isTooLarge) || rows.some(value => largest(value) > LONGEST_ROW))
        found.add('TOO_MANY_PIXELS')
      return found
    },
  }
}

/** Keeps values under their numbers, as many as a document may have. */
function keptObjects() {
  const kept = new Map<number, PdfValue[]>()
  let count = 0
  return {
    kept,
    keep(number: number, value: PdfValue) {
      count += value.kind === 'array' ? 1 + value.items.length : 1
      const known = kept.get(number) ?? []
      if (count > MOST_KEPT || known.push(value) > MOST_OF_ONE) throw new PdfBudgetError()
      kept.set(number, known)
    },
  }
}

function at(from: Kept, number: number): readonly PdfValue[] {
  return [...(from.get(number) ?? []), ...(from.get(ANY) ?? [])]
}

/** What dictionaries say of sizes, as it is written. */
function sizesIn() {
  const trees: PdfValue[] = []
  const counts: PdfValue[] = []
  const pages: Page[] = []
  const pictures: PdfDictionary[] = []
  const rows: PdfValue[] = []
  const globals = new Set<number>()
  return {
    ...{ trees, counts, pages, pictures, rows, globals },
    hear(entries: PdfDictionary) {
      const [count, tree, columns] = ['Count', 'Pages', 'Columns'].map(key => entries.get(key))
      if (nameIn(entries.get('Type')) === 'Pages' && count) counts.push(count)
      if (tree) trees.push(tree)
      if (columns) rows.push(columns)
      const shared = entries.get('JBIG2Globals')
      if (shared?.kind === 'reference') globals.add(shared.to)
      if (entries.has('Width') && entries.has('Height')) pictures.push(entries)
      const unit = entries.get('UserUnit')
      for (const box of [entries.get('MediaBox'), entries.get('CropBox'), unit && A4])
        if (box) pages.push({ box, unit })
    },
  }
}

type Resolve = (value: PdfValue) => readonly PdfValue[]

/** How many pages a node of a tree comes down to, each as often as it is named; Infinity where it is too deep. */
function pageCounter(kids: Kept, resolved: Resolve): (node: PdfValue, depth?: number) => number {
  const known = new Map<number, number>()
  const open = new Set<number>()
  const sum = (values: readonly PdfValue[], depth: number): number =>
    values
      .flatMap(value => resolved(value))
      .flatMap(value => (value.kind === 'array' ? value.items : []))
      .reduce((pages, kid) => pages + count(kid, depth + 1), 0)
  const count = (node: PdfValue, depth = 0): number => {
    if (depth > DEEPEST_TREE) return Infinity
    const own = node.kind === 'dict' ? node.entries.get('Kids') : undefined
    if (own) return sum([own], depth)
    if (node.kind !== 'reference') return 1
    const before = known.get(node.to)
    if (before !== undefined) return before
    // A tree that is in itself is none.
    if (open.has(node.to)) throw new PdfBudgetError()
    open.add(node.to)
    const pages = Math.max(0, ...at(kids, node.to).map(value => sum([value], depth)))
    open.delete(node.to)
    known.set(node.to, kids.has(node.to) || kids.has(ANY) ? pages : 1)
    return known.get(node.to) ?? 1
  }
  return count
}

/** The longer side of a box, of whichever corners it names. */
function sideOf(box: PdfValue, resolved: Resolve): number {
  const edges = box.kind === 'array' ? box.items.slice(0, 4).flatMap(edge => resolved(edge)) : []
  const all = edges.map(edge => (edge.kind === 'number' ? edge.number : 0))
  return Math.max(0, ...all) - Math.min(0, ...all)
}

/** What a page is whose size stands elsewhere. */
const A4: PdfValue = {
  kind: 'array',
  items: [0, 0, 595, 842].map(number => ({ kind: 'number', number })),
}

/** One more than are taken tells that they are too many. */
function shortened(kids: PdfValue): PdfValue {
  return kids.kind === 'array' ? { kind: 'array', items: kids.items.slice(0, MOST_ITEMS) } : kids
}
