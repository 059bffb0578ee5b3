/**
 * Whether a PDF asks for what lies outside of it: the content of a stream, a form or a picture in another file, a file that it
 * names, an address in the network of whoever opens it, or one that a program of theirs opens. A reader that fetches it tells where the document is opened, and by whom
 * (ISO 32000-1, 7.11; 7.3.8.2; 8.10.4; 12.6.4.6).
 */
import { dictionariesIn, nameIn, type PdfDictionary, type PdfValue } from './pdf-objects.ts'

/** Hears every object with its number, in any order; `found` once all were heard. */
export type AskingOutside = {
  hear(number: number | undefined, value: PdfValue, isStream: boolean): void
  found(): boolean
}

/** Where a string may be an address. */
const ADDRESSES = ['URI', 'F', 'UF', 'Base'] as const
/** A file, a share of the network, and what has the scheme of whoever resolves it. */
const OWN_NETWORK = /^\s*(file:|smb:|\\\\|\/\/)/i
/** What is run where it is clicked, here or by a program of the system; no address has a space behind its scheme, as a sentence does. */
const RUN = /^\s*(javascript|vbscript|data|shell|jar|search-ms|ms-[a-z-]+):\S/i

/** Listens for what asks for something outside. */
export function askingOutside(): AskingOutside {
  let asks = false
  return {
    hear(_number, value, isStream) {
      if (asks) return
      if (isStream && value.kind === 'dict') asks = lacksItsContent(value.entries)
      asks ||= leadsOut(value)
      for (const entries of dictionariesIn(value)) asks ||= namesFile(entries)
    },
    found: () => asks,
  }
}

function lacksItsContent(stream: PdfDictionary): boolean {
  return ['F', 'FFilter', 'Ref', 'OPI'].some(key => stream.has(key))
}

function namesFile(entries: PdfDictionary): boolean {
  const type = nameIn(entries.get('Type'))
  if (type === 'Filespec' || type === 'F' || entries.has('UF')) return true
  if (entries.has('F') && nameIn(entries.get('S')) === 'Thread') return true
  return ADDRESSES.some(key => leadsOut(entries.get(key)))
}

/** Whether a string is an address of somebody's own network, or of a program. One that is an object of its own is an address wherever it is. */
function leadsOut(value: PdfValue | undefined): boolean {
  if (value?.kind !== 'string') return false
  const address = said(value.written)
  return OWN_NETWORK.test(address) || RUN.test(address)
}

/** What a string says, as far as an address begins: its escapes (7.3.4.2), hexadecimal letters, or UTF-16 taken apart. */
function said(written: string): string {
  const letters = written.startsWith('<')
    ? Buffer.from(written.replace(/[^0-9a-fA-F]/g, ''), 'hex').toString('latin1')
    : written
        .slice(1)
        .replace(/\\\r?\n/g, '')
        .replace(/\\([0-7]{1,3}|.)/g, (_all, said: string) =>
          /^[0-7]/.test(said) ? String.fromCharCode(parseInt(said, 8)) : said,
        )
  return letters.replace(/^(þÿ|ÿþ)|\0/g, '')
}
