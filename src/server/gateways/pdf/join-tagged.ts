/**
 * Documents that the engine tagged, put together with their tags: the copier of pages knows pages only, and a tree of tags points at its pages
 * from beside them (ISO 32000-1, 14.7).
 */
import { PDF, PdfArray, PdfDict, PdfNumber, type PdfObject, PdfRef, PdfString } from '@libpdf/core'

/** Where the tree of tags hangs while it is copied: under a page, with which it is copied once. */
const CARRIED = 'CorridorTags'

/** One document with the pages of all and the tags of all, in their order; what a reader says of it is the first one's. */
export async function joined([first, ...more]: readonly Uint8Array[]) {
  if (!first) return { failure: 'There is nothing to join.' }
  const whole = await PDF.load(first)
  const under = tagsOf(whole)
  for (const [at, bytes] of more.entries()) {
    const part = await PDF.load(bytes)
    const tags = tagsOf(part)
    if (under && tags) {
      pagesByNumber(part, tags)
      part.getPage(0)?.dict.set(CARRIED, tags)
    }
    const all = [...Array(part.getPageCount()).keys()]
    const pages = (await whole.copyPagesFrom(part, all, { includeStructure: true })).map(
      ({ ref, dict }) => ({ ref, dict }),
    )
    const carried = pages[0]?.dict.get(CARRIED)
    pages[0]?.dict.delete(CARRIED)
    if (under && carried instanceof PdfDict) hang(whole, under, carried, pages, at + 1)
  }
  return { bytes: await whole.save(), pages: whole.getPageCount() }
}

/** The root of a document's tags; undefined where it has none. */
function tagsOf(pdf: PDF): PdfDict | undefined {
  return pdf.getCatalog().getDict('StructTreeRoot', ref => pdf.getObject(ref))
}

/** Every part of a tree of tags, each once, from above. */
function* partsOf(pdf: PDF, from: PdfObject | undefined): Generator<PdfDict> {
  const resolved = from instanceof PdfRef ? pdf.getObject(from) : from
  if (resolved instanceof PdfArray) for (const each of resolved) yield* partsOf(pdf, each)
  if (!(resolved instanceof PdfDict)) return
  yield resolved
  yield* partsOf(pdf, resolved.get('K'))
}

/** Tags name their pages by number from now on: what was copied names the copies. */
function pagesByNumber(pdf: PDF, tags: PdfDict): void {
  const numbers = new Map(pdf.getPages().map(({ ref }, at) => [String(ref.objectNumber), at]))
  for (const tag of partsOf(pdf, tags.get('K'))) {
    const page = tag.getRef('Pg')
    const number = page && numbers.get(String(page.objectNumber))
    if (number !== undefined) tag.set('Pg', PdfNumber.of(number))
  }
}

type Page = { readonly ref: PdfRef; readonly dict: PdfDict }

/** Hangs what was copied of a part under the document: its tags, which of them is which on each page, and the names of its table heads. */
function hang(whole: PDF, root: PdfDict, part: PdfDict, pages: readonly Page[], at: number): void {
  const find = (ref: PdfRef) => whole.getObject(ref)
  const document = root.getArray('K', find)?.at(0)
  const trunk = document instanceof PdfRef ? find(document) : document
  if (!(trunk instanceof PdfDict) || !document) return
  for (const tag of partsOf(whole, part.get('K'))) {
    const page = tag.get('Pg')
    const ref = page instanceof PdfNumber ? pages[page.value]?.ref : undefined
    if (ref) tag.set('Pg', ref)
    named(whole, tag, at)
  }
  const branches = [...partsAt(whole, part.get('K'))].flatMap(each => [...listOf(whole, each)])
  trunk.set('K', new PdfArray([...listOf(whole, trunk), ...branches]))
  for (const branch of branches) {
    const tag = branch instanceof PdfRef ? find(branch) : branch
    if (tag instanceof PdfDict) tag.set('P', document)
  }
  const first = root.getNumber('ParentTreeNextKey')?.value ?? 0
  for (const { dict } of pages) {
    const key = dict.getNumber('StructParents')
    if (key) dict.set('StructParents', PdfNumber.of(first + key.value))
  }
  append(whole, root, part, 'ParentTree', 'Nums', key =>
    key instanceof PdfNumber ? PdfNumber.of(first + key.value) : key,
  )
  append(whole, root, part, 'IDTree', 'Names', key => within(key, at))
  root.set(
    'ParentTreeNextKey',
    PdfNumber.of(first + (part.getNumber('ParentTreeNextKey')?.value ?? 0)),
  )
}

/** The tags right under a root. */
function* partsAt(pdf: PDF, kids: PdfObject | undefined): Generator<PdfDict> {
  const resolved = kids instanceof PdfRef ? pdf.getObject(kids) : kids
  for (const each of resolved instanceof PdfArray ? resolved : [resolved]) {
    const tag = each instanceof PdfRef ? pdf.getObject(each) : each
    if (tag instanceof PdfDict) yield tag
  }
}

function listOf(pdf: PDF, tag: PdfDict): PdfObject[] {
  const kids = tag.get('K')
  const list = kids instanceof PdfRef ? pdf.getObject(kids) : kids
  if (list instanceof PdfArray) return list.toArray()
  return kids === undefined ? [] : [kids]
}

/** The name of a table's head within the document, where other parts name theirs alike; they are in the order of the parts. */
function within(name: PdfObject, part: number): PdfObject {
  return name instanceof PdfString
    ? PdfString.fromString(`part${String(part).padStart(6, '0')}-${name.asString()}`)
    : name
}

function named(pdf: PDF, tag: PdfDict, part: number): void {
  const find = (ref: PdfRef) => pdf.getObject(ref)
  const id = tag.get('ID')
  if (id) tag.set('ID', within(id, part))
  const attributes = tag.get('A', find)
  for (const each of attributes instanceof PdfArray ? attributes : [attributes]) {
    const of = each instanceof PdfRef ? find(each) : each
    const heads = of instanceof PdfDict ? of.getArray('Headers', find) : undefined
    if (of instanceof PdfDict && heads)
      of.set('Headers', new PdfArray(heads.toArray().map(head => within(head, part))))
  }
}

/** Goes on with the pairs of a list of the part's at the end of the document's own. */
function append(
  pdf: PDF,
  root: PdfDict,
  part: PdfDict,
  tree: string,
  list: string,
  named: (key: PdfObject) => PdfObject,
): void {
  const find = (ref: PdfRef) => pdf.getObject(ref)
  const more = part.getDict(tree, find)?.getArray(list, find)?.toArray() ?? []
  if (more.length === 0) return
  const there = root.getDict(tree, find) ?? new PdfDict()
  const pairs = there.getArray(list, find)?.toArray() ?? []
  there.set(
    list,
    new PdfArray([...pairs, ...more.map((each, at) => (at % 2 ? each : named(each)))]),
  )
  root.set(tree, there)
}
