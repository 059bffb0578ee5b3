/**
 * XML of outside parties as a tree, by libxml2. What could reach out or blow up is refused before it is parsed: no document type, thus no
 * entities but the five of XML; bounded in size, depth and number of elements.
 */
import { ParseOption, XmlCData, XmlDocument, XmlElement, XmlLibError, XmlText } from 'libxml2-wasm'
import { textOf } from '#domain/kernel/words.ts'
import { type Complain, decoded, type Encoding } from './reading.ts'

/** An element: its local name, its line, its text without spaces around, and its elements. Attributes are kept of those without elements. */
export type XmlNode = {
  readonly name: string
  readonly line: number
  readonly text: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlNode[]
}

export type XmlRoot = XmlNode & { readonly namespace: string }

/** Messages of ISO 20022 are some fifteen deep. */
const MOST_DEPTH = 40
/** Beginnings and ends of elements, and attributes: what a tree takes memory for, far more than the largest file of real messages has. */
const MOST_MARKS = 2_000_000
const OPTIONS =
  ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_BIG_LINES

/** The tree of a document; undefined after a complaint, which names the line. */
export function readXml(bytes: Uint8Array, complain: Complain): XmlRoot | undefined {
  const text = textOfXml(bytes, complain)
  if (text === undefined) return undefined
  const typed = /<!DOCTYPE/i.test(text)
  complain({}, typed && textOf('bank-files.xml.docType'))
  const tooMuch = hasMarks(text, MOST_MARKS)
  complain({}, tooMuch && textOf('bank-files.xml.tooMuch'))
  if (typed || tooMuch) return undefined
  let document: XmlDocument
  try {
    document = XmlDocument.fromString(text, { option: OPTIONS })
  } catch (cause) {
    if (!(cause instanceof XmlLibError)) throw cause
    const [detail] = cause.details
    const why = (detail?.message ?? cause.message).trim().slice(0, 200)
    complain({ line: detail?.line }, textOf('bank-files.xml.malformed', { why }))
    return undefined
  }
  try {
    return treeOf(document.root, complain)
  } finally {
    document.dispose()
  }
}

const DECLARATION = /^<\?xml\s[^?>]*\?>/
const ENCODINGS: Readonly<Record<string, Encoding>> = {
  'utf-8': 'utf-8',
  'us-ascii': 'utf-8',
  'utf-16': 'utf-16be',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
  'iso-8859-1': 'windows-1252',
  'windows-1252': 'windows-1252',
}

/** The text in the encoding that its declaration names (XML 1.0, 4.3.3), and without it: what is parsed is text, and no bytes any more. */
function textOfXml(bytes: Uint8Array, complain: Complain): string | undefined {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, 200))
  const [, named = 'utf-8'] = /^<\?xml\s[^?>]*encoding\s*=\s*["']([\w.-]+)["']/.exec(head) ?? []
  const encoding = ENCODINGS[named.toLowerCase()]
  if (!encoding) {
    complain({ line: 1 }, textOf('bank-files.files.encoding', { encoding: named }))
    return undefined
  }
  const text = decoded(bytes, encoding, complain)
  // As many lines as before.
  return text?.replace(DECLARATION, found => found.replace(/[^\n]/g, ''))
}

function hasMarks(text: string, most: number): boolean {
  let marks = 0
  for (let at = 0; at < text.length && marks <= most; at++) {
    const code = text.charCodeAt(at)
    if (code === LESS || code === EQUALS) marks++
  }
  return marks > most
}

const [LESS, EQUALS] = [0x3c, 0x3d]

function treeOf(root: XmlElement, complain: Complain): XmlRoot | undefined {
  const nodeOf = (element: XmlElement, depth: number): XmlNode | undefined => {
    const { name, line } = element
    complain({ line }, depth > MOST_DEPTH && textOf('bank-files.xml.tooMuch'))
    if (depth > MOST_DEPTH) return undefined
    const children: XmlNode[] = []
    let text = ''
    for (let child = element.firstChild; child; child = child.next) {
      if (child instanceof XmlText || child instanceof XmlCData) text += child.content
      else if (child instanceof XmlElement) {
        const node = nodeOf(child, depth + 1)
        if (!node) return undefined
        children.push(node)
      }
    }
    const attributes =
      children.length > 0 ? [] : element.attrs.map(({ name, value }) => [name, value] as const)
    return { name, line, text: text.trim(), attributes: Object.fromEntries(attributes), children }
  }
  const node = nodeOf(root, 1)
  return node && { ...node, namespace: root.namespaceUri }
}

/** All elements of a path such as `Refs/EndToEndId` below a node. */
export function nodesAt(node: XmlNode, path: string): readonly XmlNode[] {
  const [first = '', ...rest] = path.split('/')
  const found = node.children.filter(({ name }) => name === first)
  return rest.length === 0 ? found : found.flatMap(child => nodesAt(child, rest.join('/')))
}

/** The first element of a path. */
export function nodeAt(node: XmlNode, path: string): XmlNode | undefined {
  return nodesAt(node, path)[0]
}

/** The text of the first element of a path; undefined where it is missing or empty. */
export function textAt(node: XmlNode, path: string): string | undefined {
  return nodeAt(node, path)?.text || undefined
}
