/** PDFs that are larger inside than they look, or that ask for what lies outside of them, for the corpus of uploads. */
import { deflateSync } from 'node:zlib'
import { packedPdf, pdf, stream } from './document-corpus.test-data.ts'
import { HONEST_JBIG2, LARGE_JBIG2 } from './jbig2.test-data.ts'
import type { Corpus } from './pdf-actions.test-data.ts'
import { mega, zeros } from './pictures.test-data.ts'

const flate = '/Filter /FlateDecode'
const image = (more: string, data: Buffer = Buffer.alloc(8)) =>
  stream(`/Type /XObject /Subtype /Image /ColorSpace /DeviceGray ${more}`, data)
const form = (resources: string, content: string | Buffer = '/A Do', more = '') =>
  stream(
    `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources ${resources} ${more}`,
    Buffer.from(content),
  )
const draws = (number: number) => `<< /XObject << /A ${number} 0 R >> >>`
const times = (count: number, said: string) => Array.from({ length: count }, () => said).join(' ')
const named = (corpus: readonly (readonly [string, () => Buffer])[], becomes: string): Corpus =>
  corpus.map(([name, make]) => [`a PDF with ${name}`, make, becomes])

/** A JPEG's frame alone, as large as it says. */
const frame = (side: number) => {
  const start = Buffer.from('ffd8ffc0000b08000000000101110000', 'hex')
  start.writeUInt16BE(side, 7)
  start.writeUInt16BE(side, 9)
  return Buffer.concat([start, Buffer.from('ffd9', 'hex')])
}

/** The beginning of a JPEG 2000's code stream, which says its size (T.800, A.5.1). */
const codeStream = (side: number) => {
  const start = Buffer.alloc(60)
  Buffer.from('ff4fff5100290000', 'hex').copy(start)
  start.writeUInt32BE(side, 8)
  start.writeUInt32BE(side, 12)
  return start
}

const PAGES = [
  [
    'a page that is named 100,000 times',
    () =>
      pdf({
        objects: [`<< /Type /Pages /Kids [${times(100_000, '3 0 R')}] /Count 1 >>`],
        pages: '5 0 R',
      }),
  ],
  [
    'a page that its tree names 10^9 times',
    () => {
      const level = (kid: number) =>
        `<< /Type /Pages /Kids [${times(1000, `${kid} 0 R`)}] /Count 1 >>`
      return packedPdf({ objects: [level(8), level(9), level(3)], pages: '7 0 R' })
    },
  ],
  [
    'a tree that says that it has two thousand million pages',
    () => pdf({ objects: ['<< /Type /Pages /Kids [3 0 R] /Count 2147483647 >>'], pages: '5 0 R' }),
  ],
  [
    'a count of pages that stands elsewhere',
    () =>
      pdf({ objects: ['<< /Type /Pages /Kids [3 0 R] /Count 6 0 R >>', '501'], pages: '5 0 R' }),
  ],
  [
    'names of its page in an array of its own',
    () =>
      pdf({
        objects: ['<< /Type /Pages /Kids 6 0 R /Count 1 >>', `[${times(501, '3 0 R')}]`],
        pages: '5 0 R',
      }),
  ],
] as const

const PIXELS = [
  [
    'a picture of 900 megapixels',
    () => pdf({ objects: [image(`/Width 30000 /Height 30000 /BitsPerComponent 8 ${flate}`)] }),
  ],
  [
    'a picture whose size stands elsewhere',
    () => pdf({ objects: [image('/Width 6 0 R /Height 6 0 R'), '30000'] }),
  ],
  [
    'a small picture whose JPEG is large',
    () => pdf({ objects: [image('/Width 9 /Height 9 /Filter /DCTDecode', frame(30_000))] }),
  ],
  [
    'a small picture whose packed JPEG is large',
    () =>
      pdf({
        objects: [
          image('/Width 9 /Height 9 /Filter [/FlateDecode /DCTDecode]', deflateSync(frame(30_000))),
        ],
      }),
  ],
  [
    'a small picture whose JPEG 2000 is large',
    () => pdf({ objects: [image('/Width 9 /Height 9 /Filter /JPXDecode', codeStream(30_000))] }),
  ],
  [
    'a picture within its text',
    () =>
      pdf({
        objects: [
          stream(flate, deflateSync(Buffer.from('q BI /W 30000 /H 30000 /BPC 8 ID x EI Q'))),
        ],
      }),
  ],
  [
    'a fax of very long rows',
    () =>
      pdf({
        objects: [
          image(
            '/Width 9 /Height 9 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 2000000000 >>',
          ),
        ],
      }),
  ],
] as const

const LARGE_PAGES = [
  ['a page of a hundred kilometres', () => pdf({ page: '/CropBox [0 0 283464567 283464567]' })],
  ['a page of large units', () => pdf({ page: '/UserUnit 100000' })],
  [
    'a page whose size stands elsewhere',
    () => pdf({ page: '/MediaBox [0 0 5 0 R 842]', objects: ['20000'] }),
  ],
] as const

const ascii85 = (data: Buffer) => {
  const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)])
  let said = ''
  for (let at = 0; at < padded.length; at += 4) {
    let left = padded.readUInt32BE(at)
    const group: string[] = []
    for (let digit = 0; digit < 5; digit += 1) {
      group.unshift(String.fromCharCode(33 + (left % 85)))
      left = Math.floor(left / 85)
    }
    said += group.join('')
  }
  return Buffer.from(`${said}~>`)
}

/** Codes of LZW that double what they say: every one is the one before and a letter more (7.4.4.2). */
const lzw = (rounds: number) => {
  const bits: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    bits.push((256).toString(2).padStart(9, '0'), '000000000')
    for (let code = 258; code < 4094; code += 1) {
      const width = code + 1 < 512 ? 9 : code + 1 < 1024 ? 10 : code + 1 < 2048 ? 11 : 12
      bits.push(code.toString(2).padStart(width, '0'))
    }
  }
  const all = bits.join('')
  return Buffer.from(all.match(/.{1,8}/g)?.map(byte => parseInt(byte.padEnd(8, '0'), 2)) ?? [])
}

const BOMBS = [
  ['text that unfolds to 480 MB', () => pdf({ objects: [stream(flate, zeros(480))] })],
  [
    'a bomb within a bomb',
    () =>
      pdf({ objects: [stream('/Filter [/FlateDecode /FlateDecode]', deflateSync(zeros(480)))] }),
  ],
  [
    'a bomb whose filters stand elsewhere',
    () =>
      pdf({ objects: [stream('/Filter 6 0 R', deflateSync(zeros(480))), '[/Fl /FlateDecode]'] }),
  ],
  [
    'a bomb that is written as letters',
    () => pdf({ objects: [stream('/Filter [/ASCII85Decode /FlateDecode]', ascii85(zeros(100)))] }),
  ],
  ['a bomb of LZW', () => pdf({ objects: [stream('/Filter /LZWDecode', lzw(12))] })],
  [
    'a picture that unfolds to more than it says',
    () => pdf({ objects: [image(`/Width 9 /Height 9 /BitsPerComponent 8 ${flate}`, zeros(480))] }),
  ],
  [
    'a hundred white pictures of 40 megapixels',
    () => {
      const white = image(`/Width 8000 /Height 5000 /BitsPerComponent 8 ${flate}`, zeros(40))
      return pdf({ objects: Array.from({ length: 100 }, () => white) })
    },
  ],
] as const

const NESTED = [
  [
    'a hundred forms in each other',
    () => pdf({ objects: Array.from({ length: 100 }, (_, at) => form(draws(6 + at))) }),
  ],
  [
    'forms in each other by resources of their own',
    () =>
      pdf({
        objects: Array.from({ length: 100 }, (_, at) => [
          form(`${6 + 2 * at} 0 R`),
          draws(7 + 2 * at),
        ]).flat(),
      }),
  ],
  [
    'ten forms that draw the next a hundred times each',
    () =>
      pdf({
        page: '/Resources << /XObject << /A 5 0 R >> >>',
        objects: Array.from({ length: 10 }, (_, at) =>
          form(draws(6 + at), deflateSync(Buffer.from(times(100, '/A Do'))), flate),
        ),
      }),
  ],
  [
    'a tree of pages without end',
    () => {
      const tree = (at: number) => `<< /Type /Pages /Kids [${6 + at} 0 R] /Count 1 >>`
      return pdf({ objects: Array.from({ length: 2000 }, (_, at) => tree(at)), pages: '5 0 R' })
    },
  ],
] as const

const OUTSIDE = [
  [
    'a text that lies in another file',
    () => pdf({ objects: [stream('/F (C:/secret.txt)', Buffer.alloc(0))] }),
  ],
  [
    'a picture that lies in the network',
    () => pdf({ objects: [image('/Width 9 /Height 9 /F 6 0 R'), '(\\\\\\\\host\\\\share\\\\x)'] }),
  ],
  ['a file that it names', () => packedPdf({ objects: ['<< /Type /Filespec /F (x.pdf) >>'] })],
  ['a file that it names in letters of the world', () => pdf({ objects: ['<< /UF (x.pdf) >>'] })],
  [
    'a form that is a page of another file',
    () =>
      pdf({
        objects: [form('<< >>', '', '/Ref << /F (\\\\\\\\host\\\\share\\\\x.pdf) /Page 0 >>')],
      }),
  ],
  [
    'the same, said elsewhere',
    () => pdf({ objects: [form('<< >>', '', '/Ref 6 0 R'), '<< /F (x.pdf) /Page 0 >>'] }),
  ],
  [
    'a link into the network',
    () =>
      pdf({
        page: '/Annots [<< /Subtype /Link /A << /S /URI /URI (\\134\\134host\\134share) >> >>]',
      }),
  ],
  ...[
    'javascript:alert%281%29',
    ' JavaScript:app.alert%281%29',
    'search-ms:query=x',
    'ms-msdt:/id',
  ].map(
    address =>
      [
        `a link to ${address.trim()}`,
        () => pdf({ page: `/Annots [<< /Subtype /Link /A << /S /URI /URI (${address}) >> >>]` }),
      ] as const,
  ),
  [
    'a link that begins a program, by an object of its own',
    () =>
      pdf({
        page: '/Annots [<< /Subtype /Link /A << /S /URI /URI 5 0 R >> >>]',
        objects: ['(vbscript:x)'],
      }),
  ],
  [
    'a link to a file, in hexadecimal letters',
    () =>
      pdf({
        page: `/Annots [<< /Subtype /Link /A << /S /URI /URI <${Buffer.from('FILE://host/x').toString('hex')}> >> >>]`,
      }),
  ],
  [
    'articles of another file',
    () => pdf({ page: '/Annots [<< /Subtype /Link /A << /S /Thread /F (x.pdf) /D 0 >> >>]' }),
  ],
  [
    'a picture that a press puts in',
    () => pdf({ objects: [form('<< >>', '', '/OPI << /2.0 << /F (x.tif) >> >>')] }),
  ],
] as const

/** What is larger inside than it looks, or asks for what lies outside. */
export const INSIDES: Corpus = [
  ...named(PAGES, 'TOO_MANY_PAGES'),
  ...named([...PIXELS, ...LARGE_JBIG2], 'TOO_MANY_PIXELS'),
  ...named(LARGE_PAGES, 'TOO_LARGE_PAGE'),
  ...named(BOMBS, 'TOO_COMPRESSED'),
  ...named(NESTED, 'TOO_NESTED'),
  ...named(OUTSIDE, 'EXTERNAL_FILE'),
  ...named(
    [
      [
        'a tree of pages that is in itself',
        () => pdf({ objects: ['<< /Type /Pages /Kids [3 0 R 5 0 R] /Count 1 >>'], pages: '5 0 R' }),
      ],
    ],
    'NOT_READABLE',
  ),
]

/** What programs that people use write, and is no more than it looks. */
export const HONEST: Corpus = named(
  [
    ...HONEST_JBIG2,
    [
      'fields that have a thousand places',
      () =>
        pdf({
          catalog: '/AcroForm << /Fields [5 0 R] >>',
          objects: [`<< /FT /Tx /T (x) /Kids [${times(1000, '3 0 R')}] >>`],
        }),
    ],
    [
      'text packed and written as letters',
      () =>
        pdf({
          objects: [
            stream(
              '/Filter [ /ASCII85Decode /FlateDecode ]',
              ascii85(deflateSync(Buffer.from('BT ET'))),
            ),
          ],
        }),
    ],
    [
      'resources that pages and forms share',
      () =>
        pdf({
          page: '/Resources 5 0 R',
          objects: ['<< /XObject << /A 6 0 R /B 7 0 R >> >>', form('5 0 R'), form('5 0 R')],
        }),
    ],
    [
      'a figure of 20,000 marks',
      () =>
        pdf({
          page: '/Resources << /XObject << /A 5 0 R >> >>',
          objects: [form(draws(6), times(20_000, '/A Do')), form('<< >>', '0 0 m')],
        }),
    ],
    [
      'ten megabytes of drawing, packed',
      () => {
        const line = Array.from({ length: 500_000 }, (_, n) => `${(n * 7919) % 9973} ${n % 613} l`)
        return pdf({ objects: [stream(flate, deflateSync(Buffer.from(line.join('\n'))))] })
      },
    ],
    [
      'a scanned page of a fax',
      () =>
        pdf({
          objects: [
            image(
              '/Width 2480 /Height 3508 /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 2480 /Rows 3508 >>',
              Buffer.alloc(mega / 4, 0x35),
            ),
          ],
        }),
    ],
    ['text of LZW', () => pdf({ objects: [stream('/Filter /LZWDecode', lzw(1))] })],
    [
      'parts that lead to each other',
      () =>
        pdf({
          catalog: '/StructTreeRoot 5 0 R',
          objects: [
            '<< /Type /StructTreeRoot /K 6 0 R >>',
            '<< /S /Note /P 5 0 R /Ref [7 0 R] >>',
            '<< /S /Reference /P 5 0 R /Ref [6 0 R] >>',
          ],
        }),
    ],
  ],
  'taken',
)
