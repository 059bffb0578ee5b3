/**
 * How large a JBIG2 of a PDF is, by the headers of its segments (ITU-T T.88, 7.2 and 7.4), whatever the dictionary says: its page, each region that is
 * drawn, and all of them together. Nothing of it is decoded: how large its symbols are stands within the arithmetic code.
 */
import { MAX_PICTURE_PIXELS } from '#domain/kernel/document-limits.ts'

/** Regions that whole pages are made of: a background, its text, and what refines it. */
const MOST_REGIONS_PIXELS = 4 * MAX_PICTURE_PIXELS
const PAGE = 48
const PATTERNS = 16
/** Text, halftones, generic regions and refinements, which begin with their size (7.4.1). */
const REGIONS = new Set([4, 6, 7, 20, 22, 23, 36, 38, 39, 40, 42, 43])
const UNKNOWN = 0xffffffff

type Segment = { readonly type: number; readonly data: number; readonly end: number }

/** Whether a page, a region, the patterns of a halftone or all regions together are larger than a picture may be. What cannot be read ends there. */
export function isLargeJbig2(bytes: Buffer): boolean {
  let drawn = 0
  for (let at = 0; at < bytes.length; ) {
    const segment = segmentAt(bytes, at)
    if (!segment) return false
    const pixels = pixelsOf(bytes, segment)
    if (REGIONS.has(segment.type)) drawn += pixels
    if (pixels > MAX_PICTURE_PIXELS || drawn > MOST_REGIONS_PIXELS) return true
    at = segment.end
  }
  return false
}

/** 7.2: a number, flags, the segments it goes by, its page, and how long its data are. */
function segmentAt(bytes: Buffer, start: number): Segment | undefined {
  if (start + 11 > bytes.length) return undefined
  const number = bytes.readUInt32BE(start)
  const flags = bytes.readUInt8(start + 4)
  const short = bytes.readUInt8(start + 5) >> 5
  const count = short < 7 ? short : bytes.readUInt32BE(start + 5) & 0x1fffffff
  const kept = short < 7 ? 1 : 4 + Math.ceil((count + 1) / 8)
  const each = number <= 256 ? 1 : number <= 65_536 ? 2 : 4
  const length = start + 5 + kept + count * each + (flags & 0x40 ? 4 : 1)
  if (length + 4 > bytes.length) return undefined
  const data = length + 4
  const type = flags & 0x3f
  const said = bytes.readUInt32BE(length)
  return { type, data, end: said === UNKNOWN ? endOf(bytes, data) : data + said }
}

/** 7.2.7: data of unknown length are those of a generic region, end by a mark, and are followed by how many rows there were. */
function endOf(bytes: Buffer, data: number): number {
  const isFax = data + 17 < bytes.length && (bytes.readUInt8(data + 17) & 1) === 1
  const mark = bytes.indexOf(Buffer.from(isFax ? '0000' : 'ffac', 'hex'), data + 18)
  return mark < 0 ? bytes.length : mark + 6
}

function pixelsOf(bytes: Buffer, { type, data }: Segment): number {
  const known = type === PAGE || type === PATTERNS || REGIONS.has(type)
  if (!known || data + 8 > bytes.length) return 0
  if (type === PATTERNS)
    // 7.4.4: the patterns lie beside each other in one picture.
    return (
      bytes.readUInt8(data + 1) * bytes.readUInt8(data + 2) * (bytes.readUInt32BE(data + 3) + 1)
    )
  const height = bytes.readUInt32BE(data + 4)
  // A page in stripes says no height: then the dictionary's holds.
  return bytes.readUInt32BE(data) * (type === PAGE && height === UNKNOWN ? 1 : height)
}
