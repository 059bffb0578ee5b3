/**
 * Says what a document is by its structure, never by its name or the type that the sender claims. Enough to refuse
 * text, markup, archives, cut-off uploads and files that pretend to be two things; it is not a virus scanner.
 */
import { crc32 } from 'node:zlib'

/** The kinds of documents that are accepted (domain decisions, Documents). */
export type DocumentType = 'application/pdf' | 'image/png' | 'image/jpeg'

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const PDF_HEAD_BYTES = 1024
const PDF_TAIL_BYTES = 2048

/** The type of a whole document, or undefined when it is none of the three or is incomplete. */
export function sniffDocument(bytes: Uint8Array): DocumentType | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (isPng(buffer)) return 'image/png'
  if (isJpeg(buffer)) return 'image/jpeg'
  if (isPdf(buffer)) return 'application/pdf'
  return undefined
}

/** ISO 32000-1, 7.5: header, then near the end a cross-reference pointer and the end mark. */
function isPdf(buffer: Buffer): boolean {
  const head = buffer.toString('latin1', 0, PDF_HEAD_BYTES)
  const start = head.search(/%PDF-[12]\.\d/)
  if (start < 0) return false
  // Readers allow rubbish before the header, and that is where a page of markup or an archive would hide.
  if (!/^(\u00ef\u00bb\u00bf)?[\s\0]*$/.test(head.slice(0, start))) return false
  const tail = buffer.toString('latin1', Math.max(start, buffer.length - PDF_TAIL_BYTES))
  const end = /startxref\s+\d+\s+%%EOF([^<]*)$/.exec(tail)
  return end !== null && !end[1]?.includes('PK')
}

/** PNG third edition, 5: signature, IHDR first, every chunk with its checksum, some IDAT, and IEND as the last bytes. */
function isPng(buffer: Buffer): boolean {
  if (!buffer.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return false
  let at = PNG_SIGNATURE.length
  let hasData = false
  for (let index = 0; at + 12 <= buffer.length; index += 1) {
    const length = buffer.readUInt32BE(at)
    const end = at + 12 + length
    if (end > buffer.length) return false
    const type = buffer.toString('latin1', at + 4, at + 8)
    if ((index === 0) !== (type === 'IHDR')) return false
    if (type === 'IHDR' && !isPngHeader(buffer, at + 8, length)) return false
    if (crc32(buffer.subarray(at + 4, end - 4)) !== buffer.readUInt32BE(end - 4)) return false
    if (type === 'IDAT') hasData = true
    if (type === 'IEND') return hasData && length === 0 && end === buffer.length
    at = end
  }
  return false
}

function isPngHeader(buffer: Buffer, at: number, length: number): boolean {
  return length === 13 && buffer.readUInt32BE(at) > 0 && buffer.readUInt32BE(at + 4) > 0
}

/** ITU-T T.81, B.1: start of image, marker segments with a frame header, a scan, and the end of the image. */
function isJpeg(buffer: Buffer): boolean {
  if (buffer.length < 4 || buffer.readUInt16BE(0) !== 0xffd8) return false
  let at = 2
  let hasFrame = false
  while (at + 4 <= buffer.length && buffer[at] === 0xff) {
    const marker = buffer[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    const length = buffer.readUInt16BE(at + 2)
    if (marker < 0xc0 || length < 2 || at + 2 + length > buffer.length) return false
    if (marker === 0xda) return hasFrame && endsImage(buffer, at + 2 + length)
    if (isFrameHeader(marker)) {
      if (length < 8 || buffer.readUInt16BE(at + 7) === 0) return false
      hasFrame = true
    }
    at += 2 + length
  }
  return false
}

// C4, C8 and CC are Huffman tables, an extension and arithmetic conditioning, the rest of C0 to CF are frames.
const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Some cameras pad with zeros, and some phones write a trailer of their own that ends in SEFT; nothing else may follow. */
function endsImage(buffer: Buffer, scan: number): boolean {
  let end = buffer.length
  while (end > scan && buffer[end - 1] === 0) end -= 1
  if (end - scan < 3) return false
  if (buffer.readUInt16BE(end - 2) === 0xffd9) return true
  const image = buffer.lastIndexOf(Buffer.from([0xff, 0xd9]), end)
  return image > scan && buffer.toString('latin1', end - 4, end) === 'SEFT'
}
