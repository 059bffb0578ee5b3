/** What somebody who listens to a PDF is led through: its tags, read from the file as another program would. */
import { PDF, PdfArray, PdfDict, PdfNumber, type PdfObject, PdfRef, PdfString } from '@libpdf/core'

/** A tag: what it is, what is said in place of a picture, which heads a cell names, on which page it stands and what is within it. */
export type Tag = {
  readonly type: string
  readonly alt: string | null
  readonly id: string | null
  readonly scope: string | null
  readonly heads: readonly string[]
  readonly page: number | null
  readonly marks: number
  readonly kids: readonly Tag[]
}

export type Tags = {
  readonly language: string | null
  readonly marked: boolean
  /** The part of PDF/UA that the metadata name; null where they name none. */
  readonly ua: string | null
  readonly all: readonly Tag[]
  /** Of each page how many of its marks the tree of tags has. */
  readonly marksOfPages: readonly number[]
}

/** Reads them; `all` is empty where there are none. */
export async function readTags(bytes: Uint8Array): Promise<Tags> {
  const pdf = await PDF.load(bytes)
  const find = (ref: PdfRef) => pdf.getObject(ref)
  const got = (of: PdfObject | undefined) => (of instanceof PdfRef ? (find(of) ?? undefined) : of)
  const pages = pdf.getPages()
  const pageOf = (dict: PdfDict) => {
    const ref = dict.getRef('Pg')
    const at = pages.findIndex(page => page.ref.objectNumber === ref?.objectNumber)
    return at < 0 ? null : at
  }
  const list = (of: PdfObject | undefined): PdfObject[] => {
    const it = got(of)
    return it instanceof PdfArray ? it.toArray() : it ? [it] : []
  }
  const tagOf = (dict: PdfDict): Tag => {
    const kids = list(dict.get('K')).map(got)
    const attributes = list(dict.get('A'))
      .map(got)
      .filter(each => each instanceof PdfDict)
    const text = (of: PdfObject | undefined) => (of instanceof PdfString ? of.asString() : null)
    return {
      type: dict.getName('S')?.value ?? '',
      alt: text(got(dict.get('Alt'))),
      id: text(got(dict.get('ID'))),
      scope: attributes.map(each => each.getName('Scope')?.value).find(Boolean) ?? null,
      heads: attributes.flatMap(each => list(each.get('Headers')).map(head => text(head) ?? '')),
      page: pageOf(dict),
      marks: kids.filter(
        kid => kid instanceof PdfNumber || (kid instanceof PdfDict && kid.has('MCID')),
      ).length,
      kids: kids.flatMap(kid => (kid instanceof PdfDict && kid.has('S') ? [tagOf(kid)] : [])),
    }
  }
  const catalog = pdf.getCatalog()
  const root = catalog.getDict('StructTreeRoot', find)
  const top = list(root?.get('K'))
    .map(got)
    .flatMap(kid => (kid instanceof PdfDict ? [tagOf(kid)] : []))
  const nums = list(root?.getDict('ParentTree', find)?.get('Nums'))
  const marks = new Map(
    nums.flatMap((key, at) =>
      at % 2 === 0 && key instanceof PdfNumber
        ? [[key.value, list(nums[at + 1]).length] as const]
        : [],
    ),
  )
  return {
    language: pdf.getLanguage() ?? null,
    marked: catalog.getDict('MarkInfo', find)?.getBool('Marked')?.value ?? false,
    ua: /<pdfuaid:part>(\d)</.exec(Buffer.from(bytes).toString('latin1'))?.[1] ?? null,
    all: top.flatMap(within),
    marksOfPages: pages.map(
      ({ dict }) => marks.get(dict.getNumber('StructParents')?.value ?? -1) ?? 0,
    ),
  }
}

/** A tag and all within it, in the order in which they are read. */
function within(tag: Tag): Tag[] {
  return [tag, ...tag.kids.flatMap(within)]
}
