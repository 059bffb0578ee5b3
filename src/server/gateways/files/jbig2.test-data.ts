/** PDFs with pictures of JBIG2 that are larger than their dictionaries say, and such as scanners write, for the corpus of uploads. */
import { deflateSync } from 'node:zlib'
import { pdf, stream } from './document-corpus.test-data.ts'

type Named = readonly (readonly [name: string, make: () => Buffer])[]

const image = (more: string, data: Buffer) =>
  stream(`/Type /XObject /Subtype /Image /ColorSpace /DeviceGray ${more}`, data)
/** A segment of a JBIG2 (T.88, 7.2): its type, then data that begin with its size; `length` as it is said. */
const segment = (type: number, width: number, height: number, more = 16, length?: number) => {
  const bytes = Buffer.alloc(11 + 8 + more)
  bytes.writeUInt8(type, 4)
  bytes.writeUInt8(1, 6)
  bytes.writeUInt32BE(length ?? 8 + more, 7)
  bytes.writeUInt32BE(width, 11)
  bytes.writeUInt32BE(height, 15)
  return bytes
}
/** One that goes by five hundred others, which its header names in two bytes each. */
const farSegment = (width: number, height: number) => {
  const [head, data] = [Buffer.alloc(5 + 4 + 63 + 1000 + 1 + 4), segment(38, width, height)]
  head.writeUInt32BE(600, 0)
  head.writeUInt8(38, 4)
  head.writeUInt32BE(0xe0000000 + 500, 5)
  head.writeUInt32BE(24, head.length - 4)
  return Buffer.concat([head, data.subarray(11)])
}
const jbig2 = (data: Buffer, more = '') =>
  image(`/Width 9 /Height 9 /BitsPerComponent 1 /Filter /JBIG2Decode ${more}`, data)
const smallPage = segment(48, 9, 9)

/** Larger than a picture may be, whatever their dictionaries say. */
export const LARGE_JBIG2: Named = [
  [
    'a small picture whose JBIG2 is large',
    () => pdf({ objects: [jbig2(segment(48, 30_000, 30_000))] }),
  ],
  [
    'a small JBIG2 with a large region',
    () => pdf({ objects: [jbig2(Buffer.concat([smallPage, segment(38, 30_000, 30_000)]))] }),
  ],
  [
    'a large region of JBIG2 behind many segments that it names',
    () => pdf({ objects: [jbig2(Buffer.concat([smallPage, farSegment(30_000, 30_000)]))] }),
  ],
  [
    'a large region of JBIG2 behind one of unknown length',
    () => {
      const open = segment(38, 9, 9, 16, 0xffffffff)
      const end = Buffer.from('ffac00000009', 'hex')
      return pdf({ objects: [jbig2(Buffer.concat([open, end, segment(6, 30_000, 30_000)]))] })
    },
  ],
  [
    'a large region of JBIG2 behind what looks like its end',
    () => {
      const false_end = Buffer.from('endstream endobj')
      const first = segment(38, 9, 9, 16, 24 + false_end.length)
      return pdf({
        objects: [jbig2(Buffer.concat([first, false_end, segment(38, 30_000, 30_000)]))],
      })
    },
  ],
  [
    'a packed JBIG2 that is large',
    () =>
      pdf({
        objects: [
          image(
            '/Width 9 /Height 9 /Filter [/FlateDecode /JBIG2Decode]',
            deflateSync(segment(48, 30_000, 30_000)),
          ),
        ],
      }),
  ],
  [
    'a JBIG2 whose common part is large',
    () =>
      pdf({
        objects: [
          jbig2(smallPage, '/DecodeParms << /JBIG2Globals 6 0 R >>'),
          stream('', segment(36, 30_000, 30_000)),
        ],
      }),
  ],
  [
    'a JBIG2 of patterns without end',
    () => {
      const patterns = segment(16, 0, 0)
      Buffer.from('00ffff7fffffff', 'hex').copy(patterns, 11)
      return pdf({ objects: [jbig2(patterns)] })
    },
  ],
  [
    'a thousand regions of JBIG2 over each other',
    () =>
      pdf({
        objects: [jbig2(Buffer.concat([smallPage, ...Array(1000).fill(segment(38, 1000, 1000))]))],
      }),
  ],
]

/** What scanners write, and what is nothing. */
export const HONEST_JBIG2: Named = [
  [
    'a scanned page of JBIG2',
    () => {
      const of = '/Width 4960 /Height 7016 /BitsPerComponent 1 /Filter /JBIG2Decode'
      const parts = [
        segment(48, 4960, 0xffffffff),
        segment(38, 4960, 7016, 400),
        segment(6, 4960, 7016, 400),
        segment(49, 0, 0, 0),
      ]
      return pdf({
        objects: [
          image(`${of} /DecodeParms << /JBIG2Globals 6 0 R >>`, Buffer.concat(parts)),
          stream('', segment(0, 0x10000, 100, 400)),
        ],
      })
    },
  ],
  [
    'a JBIG2 that is garbage',
    () => pdf({ objects: [jbig2(Buffer.alloc(4000, 0xb7)), jbig2(Buffer.alloc(3, 1))] }),
  ],
]
