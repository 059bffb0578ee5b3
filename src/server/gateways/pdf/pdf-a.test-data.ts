/**
 * What a PDF lacks to be a PDF/A-2a (ISO 19005-2), as an independent reader sees it: qpdf, which neither made nor sealed it. Of the
 * standard's rules those that a file by Typst and a seal could break; no reader that is kept well and runs offline knows all of them.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Dict = { [key: string]: Json }
type Stream = { readonly dict: Dict; readonly data?: string }
type Entry = { readonly value?: Json; readonly stream?: Stream }

/** Runs a program on a file of these bytes, whatever it exits with; null where this machine does not have it. */
export function askReader(program: string, args: readonly string[], bytes: Uint8Array) {
  const folder = mkdtempSync(join(tmpdir(), 'pdf-'))
  try {
    const path = join(folder, 'file.pdf')
    writeFileSync(path, bytes)
    const options = { encoding: 'utf8' as const, maxBuffer: 1e9, stdio: 'pipe' as const }
    return { failed: false, said: execFileSync(program, [...args, path], options) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    return { failed: true, said: `${stdout ?? ''}${stderr ?? ''}` }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const FORBIDDEN_KEYS = [
  '/AA',
  '/OpenAction',
  '/XFA',
  '/TR',
  '/HTP',
  '/OPI',
  '/Alternates',
  '/Ref',
  '/EF',
]
const FORBIDDEN_ACTIONS =
  /^\/(Launch|Sound|Movie|ResetForm|ImportData|Hide|SetOCGState|Rendition|Trans|GoTo3DView|JavaScript)$/
const ANNOTATIONS = /^\/(Link|Widget)$/
/** Print is set; invisible, hidden, no view and toggle no view are not (6.3.2). */
const FLAGS = { must: 4, mustNot: 1 | 2 | 32 | 256 }

/** What is wrong, in words; null where this machine has no qpdf. */
export function notPdfA(bytes: Uint8Array): string[] | null {
  const checked = askReader('qpdf', ['--check'], bytes)
  const read = askReader(
    'qpdf',
    ['--json=2', '--json-stream-data=inline', '--decode-level=generalized'],
    bytes,
  )
  if (!checked || !read) return null
  const [, objects] = (JSON.parse(read.said) as { qpdf: [unknown, Record<string, Entry>] }).qpdf
  const wrong = checked.failed || /warning/i.test(checked.said) ? [`qpdf: ${checked.said}`] : []
  return [...wrong, ...ofWhole(objects), ...Object.entries(objects).flatMap(ofObject(objects))]
}

const dictOf = ({ value, stream }: Entry = {}): Dict => stream?.dict ?? (isDict(value) ? value : {})
const isDict = (value: Json | undefined): value is Dict =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = ({ stream }: Entry = {}) => Buffer.from(stream?.data ?? '', 'base64')

function ofWhole(objects: Record<string, Entry>): string[] {
  const at = (reference: Json | undefined) => objects[`obj:${reference}`]
  const trailer = dictOf(objects.trailer)
  const catalog = dictOf(at(trailer['/Root']))
  const metadata = at(catalog['/Metadata'])
  const xmp = textOf(metadata).toString()
  const told = catalog['/OutputIntents']
  const intents = typeof told === 'string' ? at(told)?.value : told
  const profile =
    Array.isArray(intents) &&
    intents
      .map(of => dictOf(isDict(of) ? { value: of } : at(of)))
      .some(of => of['/S'] === '/GTS_PDFA1' && at(of['/DestOutputProfile']))
  const form = isDict(catalog['/AcroForm'])
    ? catalog['/AcroForm']
    : dictOf(at(catalog['/AcroForm']))
  const claims = [/pdfaid:part(>|=")2/, /pdfaid:conformance(>|=")A/].every(of => of.test(xmp))
  return [
    ...(trailer['/ID'] ? [] : ['6.1.3: no ID']),
    ...(trailer['/Encrypt'] ? ['6.1.3: encrypted'] : []),
    ...(profile ? [] : ['6.2.3: no output intent']),
    ...(claims ? [] : ['6.6.4: does not say that it is one']),
    ...(dictOf({ value: catalog['/MarkInfo'] ?? null })['/Marked'] === true
      ? []
      : ['6.7.2: not tagged']),
    ...(dictOf(at(catalog['/StructTreeRoot']))['/K'] ? [] : ['6.7.3: no tags']),
    ...(catalog['/Lang'] ? [] : ['6.7.4: no language']),
    ...(dictOf(metadata)['/Filter'] ? ['6.6.2: metadata are packed'] : []),
    ...(form['/NeedAppearances'] === true ? ['6.4.1: needs appearances'] : []),
  ]
}

function ofObject(objects: Record<string, Entry>) {
  return ([id, entry]: [string, Entry]): string[] => {
    const dict = dictOf(entry)
    const wrong = [
      ...FORBIDDEN_KEYS.filter(
        key => key in dict && !(key === '/OpenAction' && Array.isArray(dict[key])),
      ),
      ...(/LZW|Crypt/.test(JSON.stringify(dict['/Filter'] ?? '')) ? ['6.1.7: filter'] : []),
      ...(FORBIDDEN_ACTIONS.test(String(actionOf(dict)['/S'] ?? '')) ? ['6.5.1: action'] : []),
      ...(dict['/Interpolate'] === true ? ['6.2.8: interpolated'] : []),
      ...(dict['/Subtype'] === '/PS' ? ['6.2.9: PostScript'] : []),
      ...(dict['/Type'] === '/Annot' ? ofAnnotation(dict) : []),
      ...(dict['/Type'] === '/Page' || dict['/Subtype'] === '/Form' ? ofFonts(objects, dict) : []),
      ...ofContent(entry),
    ]
    return wrong.map(what => `${id}: ${what}`)
  }
}

const actionOf = (dict: Dict): Dict =>
  isDict(dict['/A']) ? dict['/A'] : dict['/Type'] === '/Action' ? dict : {}

function ofAnnotation(dict: Dict): string[] {
  const flags = Number(dict['/F'] ?? 0)
  const [x1, y1, x2, y2] = dict['/Rect'] as number[]
  const shown = dict['/Subtype'] !== '/Link' && (x1 !== x2 || y1 !== y2)
  return [
    ...(ANNOTATIONS.test(String(dict['/Subtype'])) ? [] : ['6.3.1: kind of annotation']),
    ...((flags & FLAGS.must) === 0 || (flags & FLAGS.mustNot) !== 0 ? ['6.3.2: flags'] : []),
    ...(shown && !dict['/AP'] ? ['6.3.3: no appearance'] : []),
  ]
}

/** Each font that pages use brings its letters (6.2.11.4). */
function ofFonts(objects: Record<string, Entry>, { '/Resources': own }: Dict): string[] {
  const get = (value: Json | undefined): Dict =>
    isDict(value) ? value : typeof value === 'string' ? dictOf(objects[`obj:${value}`]) : {}
  const fonts = Object.values(get(get(own)['/Font'])).map(get)
  return fonts.flatMap(font => {
    // Its letters are drawings within the file.
    if (font['/Subtype'] === '/Type3') return []
    const [inner] = (font['/DescendantFonts'] as Json[] | undefined) ?? [font]
    const program = get(get(isDict(inner) ? inner : get(inner))['/FontDescriptor'])
    const embedded = ['/FontFile', '/FontFile2', '/FontFile3'].some(key => key in program)
    return embedded ? [] : [`6.2.11.4: ${font['/BaseFont']} is not in the file`]
  })
}

/** No letter is shown that a font does not have (6.2.11.8), and no colour but by the output intent's kind (6.2.4). */
function ofContent(entry: Entry): string[] {
  const content = textOf(entry).toString('latin1')
  if (!/\bBT\b/.test(content)) return []
  const cmyk = /(^|\s)([\d.]+\s+){4}[kK](?=\s)/.test(content)
  const missing = [...content.matchAll(/\(((?:\\[\s\S]|[^\\()])*)\)(?=[^()]*T[jJ])/g)].some(
    ([, text = '']) => /^(..)*?\0\0/s.test(unescaped(text)),
  )
  return [
    ...(cmyk ? ['6.2.4: CMYK'] : []),
    ...(missing ? ['6.2.11.8: a letter that is missing'] : []),
  ]
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

function unescaped(text: string): string {
  return text.replace(/\\([0-7]{1,3}|[\s\S])/g, (_, said: string) =>
    /^[0-7]/.test(said) ? String.fromCharCode(Number.parseInt(said, 8)) : (ESCAPES[said] ?? said),
  )
}
