/** Documents made for tests: whole ones as people hand them in, and such as somebody hands in who means harm. */
import { crc32, deflateSync } from 'node:zlib'

/** Objects of a small document; those from number 5 on are the caller's. `catalog` stands in the catalogue. */
export type PdfParts = {
  readonly catalog?: string
  readonly page?: string
  /** Where the tree of pages is; by default one page. */
  readonly pages?: string
  readonly objects?: readonly (string | Buffer)[]
  readonly trailer?: string
}

function bodies({ catalog = '', page = '', pages = '2 0 R', objects = [] }: PdfParts): Buffer[] {
  const content = 'BT /F1 18 Tf 72 720 Td (A document) Tj ET'
  return [
    `<< /Type /Catalog /Pages ${pages} ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R ${page} >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ...objects,
  ].map(body => Buffer.from(body))
}

/** A PDF with a cross-reference table. */
export function pdf(parts: PdfParts = {}): Buffer {
  const head = Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')
  const written: Buffer[] = [head]
  const offsets = bodies(parts).map((body, index) => {
    const offset = written.reduce((sum, { length }) => sum + length, 0)
    written.push(Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n'))
    return offset
  })
  const start = written.reduce((sum, { length }) => sum + length, 0)
  const table = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = offsets.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R ${parts.trailer ?? ''} >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.concat([...written, Buffer.from(end)])
}

/** A document whose later revision holds more. */
export function revised(objects: string): Buffer {
  const revision = `${objects}trailer\n<< /Root 1 0 R >>\nstartxref\n15\n%%EOF\n`
  return Buffer.concat([pdf(), Buffer.from(revision)])
}

/** A PDF of so many pages. */
export function paged(count: number): Buffer {
  const kids = Array.from({ length: count }, (_, at) => `${6 + at} 0 R`).join(' ')
  const page = '<< /Type /Page /Parent 5 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>'
  const tree = `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`
  return pdf({ objects: [tree, ...Array.from({ length: count }, () => page)], pages: '5 0 R' })
}

/** A PDF of one object with this head, and of nothing else that counts. */
export function bare(...objects: string[]): Buffer {
  const bodies = objects.map((body, at) => `${at + 1} 0 obj\n${body}\nendobj\n`).join('')
  const end = 'trailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF\n'
  return Buffer.from(`%PDF-1.5\n${bodies}${end}`)
}
/** A stream with its dictionary. */
export function stream(dict: string, data: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<< ${dict} /Length ${data.length} >>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ])
}

/** The content of an object stream: numbers and offsets, then the objects; answers also where these begin. */
export function objectStream(objects: ReadonlyMap<number, string>): {
  content: Buffer
  first: number
} {
  let at = 0
  const index = [...objects].map(([number, body]) => {
    const entry = `${number} ${at}`
    at += body.length + 1
    return entry
  })
  const head = `${index.join(' ')} `
  return { content: Buffer.from(head + [...objects.values()].join('\n')), first: head.length }
}

/** A PDF of version 1.5, all of whose objects but streams lie packed in an object stream, with a cross-reference stream. */
export function packedPdf(
  parts: PdfParts = {},
  more: { objStm?: string; xref?: string } = {},
): Buffer {
  const [catalog, pages, page, content, ...objects] = bodies(parts)
  const packed = new Map<number, string>()
  for (const [number, body] of [
    [1, catalog],
    [2, pages],
    [3, page],
  ] as const)
    packed.set(number, String(body))
  for (const [index, body] of objects.entries()) packed.set(7 + index, String(body))
  const { content: unpacked, first } = objectStream(packed)
  const holder = stream(
    `/Type /ObjStm /N ${packed.size} /First ${first} /Filter /FlateDecode ${more.objStm ?? ''}`,
    deflateSync(unpacked),
  )
  const written: Buffer[] = [Buffer.from('%PDF-1.5\n')]
  const offsets = new Map<number, number>()
  const write = (number: number, body: Buffer) => {
    offsets.set(
      number,
      written.reduce((sum, { length }) => sum + length, 0),
    )
    written.push(Buffer.from(`${number} 0 obj\n`), body, Buffer.from('\nendobj\n'))
  }
  write(4, content ?? Buffer.alloc(0))
  write(5, holder)
  const start = written.reduce((sum, { length }) => sum + length, 0)
  offsets.set(6, start)
  const size = 7 + objects.length
  const rows = Array.from({ length: size }, (_, number) => {
    const row = Buffer.alloc(7)
    const offset = offsets.get(number)
    const order = [...packed.keys()].indexOf(number)
    if (offset !== undefined) row.writeUInt8(1, 0)
    else if (order >= 0) row.writeUInt8(2, 0)
    row.writeUInt32BE(offset ?? (order >= 0 ? 5 : 0), 1)
    row.writeUInt16BE(order >= 0 ? order : 0, 5)
    return row
  })
  const table = stream(
    `/Type /XRef /Size ${size} /W [1 4 2] /Root 1 0 R /Filter /FlateDecode ${more.xref ?? ''}`,
    deflateSync(Buffer.concat(rows)),
  )
  write(6, table)
  return Buffer.concat([...written, Buffer.from(`startxref\n${start}\n%%EOF\n`)])
}

/** A PNG's chunk with its checksum. */
export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

export type PngParts = {
  readonly width?: number
  readonly height?: number
  readonly depth?: number
  readonly colour?: number
  readonly interlace?: number
  /** What the IDAT chunk holds; by default the rows of a grey picture. */
  readonly data?: Buffer
  readonly chunks?: readonly Buffer[]
}

/** A PNG. */
export function png(parts: PngParts = {}): Buffer {
  const { width = 8, height = 8, depth = 8, colour = 2, interlace = 0, chunks = [] } = parts
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colour, 0, 0, interlace], 8)
  const samples = [1, 0, 3, 1, 2, 0, 4][colour] ?? 1
  const rowBytes = 1 + Math.ceil((width * samples * depth) / 8)
  const data = parts.data ?? deflateSync(Buffer.alloc(rowBytes * height))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...chunks,
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export type JpegParts = {
  readonly width?: number
  readonly height?: number
  /** The marker of the frame: C0 baseline, C2 progressive. */
  readonly frame?: number
  readonly segments?: readonly Buffer[]
  readonly scans?: number
  readonly scanBytes?: number
}

/** A JPEG's segment with its length. */
export const segment = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.of(0xff, marker, 0, 0)
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

/** A JPEG in structure; nobody decodes its scans here. */
export function jpeg(parts: JpegParts = {}): Buffer {
  const { width = 640, height = 480, frame = 0xc0, segments = [], scans = 1 } = parts
  const shape = Buffer.from('080000000003012200021101031101', 'hex')
  shape.writeUInt16BE(height, 1)
  shape.writeUInt16BE(width, 3)
  const scan = segment(0xda, Buffer.from('03010002110311003f00', 'hex'))
  const packed = Buffer.alloc(parts.scanBytes ?? 20_000, 0x5a)
  return Buffer.concat([
    Buffer.of(0xff, 0xd8),
    segment(0xe0, Buffer.from('JFIF\0\u0001\u0002\0\0\u0001\0\u0001\0\0', 'latin1')),
    ...segments,
    segment(frame, shape),
    ...Array.from({ length: scans }, () => Buffer.concat([scan, packed])),
    Buffer.of(0xff, 0xd9),
  ])
}

/** EXIF with a thumbnail, which is a JPEG within the JPEG, as cameras write it; it says how the picture is turned, and where it was taken. */
export function exif({ turn = 1, place = '' } = {}): Buffer {
  const thumbnail = jpeg({ width: 160, height: 120, scanBytes: 300 })
  // Big-endian, its first directory with a single entry: the tag, SHORT, one of it, the value.
  const directory = Buffer.from(
    `0001011200030000000100${turn.toString(16).padStart(2, '0')}000000000000`,
    'hex',
  )
  return segment(
    0xe1,
    Buffer.concat([
      Buffer.from('Exif\0\0MM\0*\0\0\0\u0008', 'latin1'),
      directory,
      Buffer.from(place),
      thumbnail,
    ]),
  )
}

/** The test file that every scanner knows (eicar.org); harmless. In two parts, so that none finds this source. */
export const EICAR = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD${'-ANTIVIRUS-TEST-FILE!$H+H*'}`
