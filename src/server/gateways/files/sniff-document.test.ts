import { crc32, deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { sniffDocument } from './sniff-document.ts'

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([head, body, sum])
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const header = (width: number): Buffer => {
  const data = Buffer.from('00000001000000010802000000', 'hex')
  data.writeUInt32BE(width)
  return chunk('IHDR', data)
}
const pixels = chunk('IDAT', deflateSync(Buffer.alloc(4)))
const end = chunk('IEND', Buffer.alloc(0))
const png = Buffer.concat([SIGNATURE, header(1), pixels, end])

const segment = (marker: number, data: Buffer): Buffer =>
  Buffer.concat([Buffer.of(0xff, marker, 0, data.length + 2), data])
const scan = segment(0xda, Buffer.from('010100003f00', 'hex'))
const jpeg = Buffer.concat([
  Buffer.of(0xff, 0xd8),
  segment(0xe0, Buffer.from('JFIF\0')),
  segment(0xc0, Buffer.from('080001000101011100', 'hex')),
  scan,
  Buffer.from('abcdef', 'hex'),
  Buffer.of(0xff, 0xd9),
])

const pdf = Buffer.from(
  '%PDF-1.7\n1 0 obj\n<<>>\nendobj\nxref\n0 1\ntrailer<<>>\nstartxref\n30\n%%EOF\n',
)

describe('sniffDocument', () => {
  it('knows the three kinds by their structure', () => {
    expect(sniffDocument(pdf)).toBe('application/pdf')
    expect(sniffDocument(png)).toBe('image/png')
    expect(sniffDocument(jpeg)).toBe('image/jpeg')
  })

  it('reads a view that does not begin at the start of its memory', () => {
    const padded = Buffer.concat([Buffer.alloc(7), png])
    expect(sniffDocument(new Uint8Array(padded.buffer, padded.byteOffset + 7, png.length))).toBe(
      'image/png',
    )
  })

  it('accepts what real devices write around a document', () => {
    expect(sniffDocument(Buffer.concat([Buffer.from('\n\n'), pdf]))).toBe('application/pdf')
    expect(sniffDocument(Buffer.concat([pdf, Buffer.alloc(16)]))).toBe('application/pdf')
    expect(sniffDocument(Buffer.concat([jpeg, Buffer.alloc(16)]))).toBe('image/jpeg')
    expect(sniffDocument(Buffer.concat([jpeg, Buffer.from('camera SEFT')]))).toBe('image/jpeg')
  })

  const bad: [string, Buffer][] = [
    ['nothing', Buffer.alloc(0)],
    [
      'a text file that is named .pdf',
      Buffer.from('Dear Sir, please find my passport attached. %%EOF'),
    ],
    ['only a PDF header', Buffer.from('%PDF-1.7\n')],
    ['a PDF without its end', pdf.subarray(0, -10)],
    [
      'a page of markup that holds a PDF',
      Buffer.concat([Buffer.from('<html><script>1</script>'), pdf]),
    ],
    ['a PDF followed by markup', Buffer.concat([pdf, Buffer.from('<script>1</script>')])],
    ['a PDF followed by an archive', Buffer.concat([pdf, Buffer.from('PK\u0003\u0004')])],
    ['a PDF header beyond the first kilobyte', Buffer.concat([Buffer.alloc(1100, 0x20), pdf])],
    ['a cut-off PNG', png.subarray(0, -12)],
    [
      'a PNG with a changed byte',
      Buffer.concat([png.subarray(0, 20), Buffer.of(9), png.subarray(21)]),
    ],
    ['a PNG with markup behind', Buffer.concat([png, Buffer.from('<html>')])],
    ['a PNG of no width', Buffer.concat([SIGNATURE, header(0), pixels, end])],
    ['a PNG without pixels', Buffer.concat([SIGNATURE, header(1), end])],
    ['a PNG whose header is not first', Buffer.concat([SIGNATURE, pixels, header(1), end])],
    [
      'a PNG chunk of absurd length',
      Buffer.concat([SIGNATURE, Buffer.from('ffffffff49484452', 'hex'), png]),
    ],
    ['a cut-off JPEG', jpeg.subarray(0, -2)],
    [
      'a JPEG without a frame',
      Buffer.concat([Buffer.of(0xff, 0xd8), scan, Buffer.from('aaffd9', 'hex')]),
    ],
    ['a JPEG with markup behind', Buffer.concat([jpeg, Buffer.from('<html>')])],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['GIF', Buffer.from('GIF89a\u0001\0')],
  ]
  it.each(bad)('refuses %s', (_name, bytes) => {
    expect(sniffDocument(bytes)).toBeUndefined()
  })
})
