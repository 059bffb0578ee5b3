/** Pictures that do harm by their size, for the corpus of uploads. */
import { deflateSync } from 'node:zlib'
import { chunk, jpeg, png } from './document-corpus.test-data.ts'
import type { Corpus } from './pdf-actions.test-data.ts'

export const mega = 1024 * 1024
/** So many megabytes of nothing, packed as small as they go. */
export const zeros = (megabytes: number) =>
  deflateSync(Buffer.alloc(megabytes * mega), { level: 9 })

const few = () => deflateSync(Buffer.alloc(100))
export const PICTURES: Corpus = [
  [
    'a PNG of 900 megapixels',
    () => png({ width: 30_000, height: 30_000, data: few() }),
    'TOO_MANY_PIXELS',
  ],
  [
    'a PNG as large as can be written',
    () => png({ width: 2 ** 31 - 1, height: 2 ** 31 - 1, data: few() }),
    'TOO_MANY_PIXELS',
  ],
  [
    'a PNG of 2^32-1 by 1',
    () => png({ width: 2 ** 32 - 1, height: 1, data: few() }),
    'TOO_MANY_PIXELS',
  ],
  [
    'a PNG whose 490 kB unfold to 480 MB',
    () => png({ width: 7000, height: 7000, depth: 16, colour: 6, data: zeros(480) }),
    'TOO_COMPRESSED',
  ],
  ['a small PNG that unfolds to 480 MB', () => png({ data: zeros(480) }), 'NOT_READABLE'],
  ['a PNG of garbage', () => png({ data: Buffer.alloc(400, 0xa7) }), 'NOT_READABLE'],
  ['a PNG that ends early', () => png({ data: deflateSync(Buffer.alloc(7)) }), 'NOT_READABLE'],
  [
    'a PNG filtered in a way that there is not',
    () => png({ data: deflateSync(Buffer.alloc(25 * 8, 9)) }),
    'NOT_READABLE',
  ],
  ['a PNG of a colour that there is not', () => png({ colour: 5 }), 'NOT_READABLE'],
  ['a PNG that moves', () => png({ chunks: [chunk('acTL', Buffer.alloc(8))] }), 'NOT_READABLE'],
  [
    'a PNG whose colours unfold to 100 MB',
    () => png({ chunks: [chunk('iCCP', Buffer.concat([Buffer.from('p\0\0'), zeros(100)]))] }),
    'TOO_COMPRESSED',
  ],
  [
    'a PNG whose comment unfolds to 100 MB',
    () => {
      const comment = Buffer.concat([Buffer.from('c\0\u0001\0en\0c\0'), zeros(100)])
      return png({ chunks: [chunk('iTXt', comment)] })
    },
    'TOO_COMPRESSED',
  ],
  [
    'a PNG whose hundred comments unfold to 300 MB',
    () => {
      const comment = chunk('zTXt', Buffer.concat([Buffer.from('c\0\0'), zeros(3)]))
      return png({ chunks: Array<Buffer>(100).fill(comment) })
    },
    'TOO_COMPRESSED',
  ],
  [
    'a PNG of a hundred thousand parts',
    () => png({ chunks: Array<Buffer>(100_000).fill(chunk('IDAT', Buffer.alloc(0))) }),
    'NOT_READABLE',
  ],
  [
    'a JPEG of 4 gigapixels',
    () => jpeg({ width: 65_535, height: 65_535, scanBytes: 200_000 }),
    'TOO_MANY_PIXELS',
  ],
  [
    'a JPEG of 51 megapixels',
    () => jpeg({ width: 10_200, height: 5000, scanBytes: 4 * mega }),
    'TOO_MANY_PIXELS',
  ],
  [
    'a JPEG of 100 kB that unfold to 147 MB',
    () => jpeg({ width: 7000, height: 7000, scanBytes: 100_000 }),
    'TOO_COMPRESSED',
  ],
  [
    'a JPEG of a thousand scans',
    () => jpeg({ frame: 0xc2, scans: 1000, scanBytes: 100 }),
    'TOO_COMPRESSED',
  ],
  [
    'a JPEG with a second, huge frame',
    () => {
      const [first, second] = [jpeg(), jpeg({ width: 65_535, height: 65_535 })]
      return Buffer.concat([first.subarray(0, -2), second.subarray(2)])
    },
    'TOO_MANY_PIXELS',
  ],
]
