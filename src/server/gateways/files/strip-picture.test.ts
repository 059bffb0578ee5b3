import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { chunk, exif, jpeg, pdf, png, segment } from './document-corpus.test-data.ts'
import { type DocumentType, sniffDocument } from './sniff-document.ts'
import { withoutMetadata } from './strip-picture.ts'

const SECRET = 'N 59.91273 E 10.74609'
const text = (words: string) => Buffer.from(words, 'latin1')

/** What is kept of a picture, which is one still. */
function stripped(picture: Buffer, type: DocumentType): Buffer {
  const kept = Buffer.from(withoutMetadata(picture, type) ?? [])
  expect(sniffDocument(kept)).toBe(type)
  return kept
}

describe('of a JPEG', () => {
  it.each<[string, Buffer]>([
    ['where it was taken', exif({ place: SECRET })],
    ['what a program says of it', segment(0xe1, text(`http://ns.adobe.com/xap/1.0/\0${SECRET}`))],
    ['a comment', segment(0xfe, text(SECRET))],
    ['what a press agency says of it', segment(0xed, text(`Photoshop 3.0\0${SECRET}`))],
    ['further pictures', segment(0xe2, text(`MPF\0${SECRET}`))],
    ['a smaller picture beside its resolution', segment(0xe0, text(`JFXX\0\x10${SECRET}`))],
  ])('%s is not kept', (_name, added) => {
    expect(stripped(jpeg({ segments: [added] }), 'image/jpeg')).toEqual(jpeg())
  })

  it('what lies behind its end is not kept: a film, or a second picture', () => {
    const trailer = Buffer.concat([text(`MotionPhoto_Data${SECRET}`), text('SEFT')])
    expect(stripped(Buffer.concat([jpeg(), trailer]), 'image/jpeg')).toEqual(jpeg())
    const second = jpeg({ segments: [exif({ place: SECRET })] })
    expect(stripped(Buffer.concat([jpeg(), second]), 'image/jpeg')).toEqual(jpeg())
    expect(stripped(Buffer.concat([jpeg(), Buffer.alloc(9)]), 'image/jpeg')).toEqual(jpeg())
  })

  it('what shows it is kept: colours, how they are mixed, all scans with what stands between them', () => {
    const segments = [
      segment(0xe2, text('ICC_PROFILE\0\x01\x01profile')),
      segment(0xee, text('Adobe\0d\0\0\0\0\x01')),
      segment(0xdb, Buffer.alloc(65)),
    ]
    const shown = jpeg({ segments, frame: 0xc2, scans: 10, scanBytes: 4000 })
    expect(stripped(shown, 'image/jpeg')).toEqual(shown)
    const scan = Buffer.from('5a5aff00ffd0ff00ff00ffd75a', 'hex')
    const packed = Buffer.concat([
      jpeg({ scanBytes: 9 }).subarray(0, -2),
      scan,
      Buffer.of(0xff, 0xff, 0xd9),
    ])
    expect(stripped(packed, 'image/jpeg')).toEqual(
      Buffer.concat([packed.subarray(0, -3), Buffer.of(0xff, 0xd9)]),
    )
    const between = [jpeg({ frame: 0xc2 }), segment(0xfe, text(SECRET)), jpeg()]
    const [first = jpeg(), comment = jpeg(), last = jpeg()] = between
    const rest = last.subarray(last.indexOf(Buffer.of(0xff, 0xda)))
    expect(stripped(Buffer.concat([first.subarray(0, -2), comment, rest]), 'image/jpeg')).toEqual(
      Buffer.concat([first.subarray(0, -2), rest]),
    )
  })

  it.each([2, 3, 4, 5, 6, 7, 8])('how it is turned is kept, and no more: %i', turn => {
    const kept = stripped(jpeg({ segments: [exif({ turn, place: SECRET })] }), 'image/jpeg')
    expect(kept.length - jpeg().length).toBe(36)
    expect(kept.includes(SECRET)).toBe(false)
    // What is kept says the same again.
    expect(stripped(kept, 'image/jpeg')).toEqual(kept)
    expect(kept.indexOf(Buffer.from(`01120003000000010${0}0${turn}`, 'hex'))).toBeGreaterThan(0)
  })

  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['a directory beyond its end', text('Exif\0\0MM\0*\0\0\xff\xff')],
    ['entries beyond its end', text('Exif\0\0II*\0\x08\0\0\0\xff\xff\x12\x01\x03\0')],
    [
      'a turn that there is not',
      text(`Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x09\0\0\0`),
    ],
  ])('which says %s, the picture stays as it is', (_name, data) => {
    expect(stripped(jpeg({ segments: [segment(0xe1, data)] }), 'image/jpeg')).toEqual(jpeg())
  })

  it('that has no end nothing is kept', () => {
    expect(withoutMetadata(jpeg().subarray(0, -2), 'image/jpeg')).toBeUndefined()
    const tooLong = Buffer.concat([jpeg().subarray(0, -2), Buffer.of(0xff, 0xfe, 0xff, 0xff)])
    expect(withoutMetadata(tooLong, 'image/jpeg')).toBeUndefined()
  })
})

describe('of a PNG', () => {
  it.each<[string, Buffer]>([
    ['where it was taken', chunk('eXIf', text(SECRET))],
    ['a text', chunk('tEXt', text(`Comment\0${SECRET}`))],
    [
      'a packed text',
      chunk('zTXt', Buffer.concat([text('Comment\0\0'), deflateSync(text(SECRET))])),
    ],
    ['a text in any script', chunk('iTXt', text(`Comment\0\0\0en\0\0${SECRET}`))],
    ['when it was changed', chunk('tIME', Buffer.alloc(7, 1))],
    ['what one program alone knows', chunk('vpAg', text(SECRET))],
  ])('%s is not kept', (_name, added) => {
    expect(stripped(png({ chunks: [added] }), 'image/png')).toEqual(png())
  })

  it('what shows it is kept', () => {
    const chunks = [
      chunk('PLTE', Buffer.alloc(6)),
      chunk('tRNS', Buffer.alloc(2)),
      chunk('gAMA', Buffer.alloc(4, 1)),
      chunk('pHYs', Buffer.alloc(9)),
    ]
    const shown = png({ width: 13, height: 5, depth: 1, colour: 3, chunks })
    expect(stripped(shown, 'image/png')).toEqual(shown)
  })
})

it('a PDF stays as it is', () => {
  expect(withoutMetadata(pdf(), 'application/pdf')).toEqual(pdf())
})
