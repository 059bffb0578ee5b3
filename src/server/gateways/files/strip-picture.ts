/**
 * Takes out of a picture what is not the picture: where and when it was taken and by which device, comments, what it looked like before
 * it was cut, and whatever lies behind its end. Nothing is decoded, so that no pixel changes.
 */
import type { DocumentType } from './sniff-document.ts'

/**
 * The picture without what tells of who took it, turned as it was; a PDF as it is. Undefined for a picture that has no end, which nobody
 * can show. Its structure was read before, by `sniffDocument`.
 */
export function withoutMetadata(bytes: Uint8Array, type: DocumentType): Uint8Array | undefined {
  if (type === 'application/pdf') return bytes
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return type === 'image/png' ? strippedPng(buffer) : strippedJpeg(buffer)
}

/** Chunks without which a picture looks otherwise (PNG third edition, 11); critical ones begin with a capital letter. */
const SHOWN_CHUNK = /^([A-Z]...|tRNS|gAMA|cHRM|sRGB|iCCP|cICP|sBIT|bKGD|pHYs)$/

function strippedPng(buffer: Buffer): Buffer {
  const kept = [buffer.subarray(0, 8)]
  for (let at = 8; at + 12 <= buffer.length; ) {
    const end = at + 12 + buffer.readUInt32BE(at)
    if (SHOWN_CHUNK.test(buffer.toString('latin1', at + 4, at + 8)))
      kept.push(buffer.subarray(at, end))
    at = end
  }
  return Buffer.concat(kept)
}

const [START, END, SCAN, EXIF, COMMENT] = [0xd8, 0xd9, 0xda, 0xe1, 0xfe]

/** Segment by segment (ITU-T T.81, B.1.1), up to the first end: some phones write more pictures, or a film, behind it. */
function strippedJpeg(buffer: Buffer): Buffer | undefined {
  const kept: Buffer[] = []
  let turn = 1
  for (let at = 2; at + 2 <= buffer.length; ) {
    const marker = buffer[at] === 0xff ? buffer[at + 1] : undefined
    if (marker === END)
      return Buffer.concat([Buffer.of(0xff, START), turned(turn), ...kept, Buffer.of(0xff, END)])
    if (marker === 0xff) {
      at += 1
      continue
    }
    const end = at + 4 > buffer.length ? Number.NaN : at + 2 + buffer.readUInt16BE(at + 2)
    if (marker === undefined || !(end <= buffer.length)) return undefined
    const data = buffer.subarray(at + 4, end)
    if (marker === EXIF && turn === 1) turn = turnIn(data)
    const next = marker === SCAN ? endOfScan(buffer, end) : end
    if (isShown(marker, data)) kept.push(buffer.subarray(at, next))
    at = next
  }
  return undefined
}

/** Packed pixels go on until a marker that is no restart; FF among them stands with 00 behind it (B.1.1.5). */
function endOfScan(buffer: Buffer, from: number): number {
  for (let at = buffer.indexOf(0xff, from); at >= 0; at = buffer.indexOf(0xff, at + 2)) {
    const marker = buffer[at + 1] ?? 0
    if (marker !== 0 && (marker < 0xd0 || marker > 0xd7)) return at
  }
  return buffer.length
}

/** Of what applications add: the resolution without a thumbnail, the profile of colours, and how they are mixed. */
function isShown(marker: number, data: Buffer): boolean {
  if (marker === 0xe0) return data.length === 14 && begins(data, 'JFIF\0')
  if (marker === 0xe2) return begins(data, 'ICC_PROFILE\0')
  if (marker === 0xee) return begins(data, 'Adobe')
  return marker !== COMMENT && (marker < 0xe0 || marker > 0xef)
}

function begins(data: Buffer, name: string): boolean {
  return data.toString('latin1', 0, name.length) === name
}

const EXIF_HEAD = 'Exif\0\0'
const ORIENTATION = 0x0112

/** How the picture is to be turned, of the first directory (Exif 2.32, 4.6.4 A); 1, which is not at all, where that is not said. */
function turnIn(exif: Buffer): number {
  if (!begins(exif, EXIF_HEAD)) return 1
  const tiff = exif.subarray(EXIF_HEAD.length)
  const little = begins(tiff, 'II')
  const numberAt = (at: number, bytes: 2 | 4) =>
    at + bytes > tiff.length ? 0 : little ? tiff.readUIntLE(at, bytes) : tiff.readUIntBE(at, bytes)
  const first = numberAt(4, 4)
  for (let entry = 0; entry < numberAt(first, 2); entry += 1) {
    const at = first + 2 + 12 * entry
    if (at + 12 > tiff.length) return 1
    const turn = numberAt(at + 8, 2)
    if (numberAt(at, 2) === ORIENTATION) return turn >= 2 && turn <= 8 ? turn : 1
  }
  return 1
}

/** A segment that says how the picture is to be turned, and nothing else; empty where it stands as it is. */
function turned(turn: number): Buffer {
  if (turn === 1) return Buffer.alloc(0)
  // A head, one entry (tag, SHORT, one of it, the value), and no further directory.
  const tiff = `4d4d002a00000008 0001 0112 0003 00000001 000${turn}0000 00000000`.replaceAll(
    ' ',
    '',
  )
  const data = Buffer.concat([Buffer.from(EXIF_HEAD, 'latin1'), Buffer.from(tiff, 'hex')])
  return Buffer.concat([Buffer.of(0xff, EXIF, 0, data.length + 2), data])
}
