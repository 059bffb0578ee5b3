import { describe, expect, it } from 'vitest'
import { DocumentUpload } from '#contract/kernel/codecs.ts'
import { MAX_DOCUMENT_BYTES } from '#domain/kernel/document-limits.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { decodeUpload } from './decode-upload.ts'
import { namedAs } from './named-as.ts'

const pdf = Buffer.from('%PDF-1.7\nstartxref\n0\n%%EOF\n')
const sent = (bytes: Buffer, more: Partial<DocumentUpload> = {}): DocumentUpload => ({
  file_name: 'passport.pdf',
  mime_type: 'application/pdf',
  content: bytes.toString('base64'),
  ...more,
})

function refusal(upload: DocumentUpload) {
  try {
    decodeUpload(upload, 'status_document')
  } catch (error) {
    if (error instanceof Problem) return [error.code, error.fields?.[0]?.loc.join('.')]
    throw error
  }
  return undefined
}

describe('decodeUpload', () => {
  it('answers the bytes that were sent', () => {
    const document = decodeUpload(sent(pdf), 'x')
    expect(Buffer.from(document.bytes).equals(pdf)).toBe(true)
    expect(document).toMatchObject({ file_name: 'passport.pdf', mime_type: 'application/pdf' })
  })

  it('refuses a PDF that is none, and a type that is another', () => {
    const unreadable = ['DOCUMENT_NOT_READABLE', 'body.status_document']
    expect(refusal(sent(Buffer.from('<script>alert(1)</script>')))).toEqual(unreadable)
    expect(refusal(sent(pdf.subarray(0, 12)))).toEqual(unreadable)
    expect(refusal(sent(pdf, { mime_type: 'image/png' }))).toEqual(unreadable)
  })

  it.each(['', '!!!!', 'JVBE\n', 'JVBER', 'JVBERi0=JVBERi0=', 'JVB='])(
    'refuses %j as base64',
    content =>
      expect(refusal(sent(pdf, { content }))).toEqual(['VALIDATION', 'body.status_document']),
  )

  it('refuses 11 MB at the door, and one byte more than 10 MB behind it', () => {
    const large = Buffer.concat([pdf, Buffer.alloc(11 * 1024 * 1024), pdf])
    const parsed = DocumentUpload.safeParse(sent(large))
    expect(parsed.error?.issues[0]?.message).toBe('kernel.problems.documentTooLarge')
    const over = Buffer.alloc(MAX_DOCUMENT_BYTES + 1)
    expect(refusal(sent(over))).toEqual(['VALIDATION', 'body.status_document'])
  })

  it.each([
    ['../../etc/passwd', 'passwd.pdf'],
    ['C:\\Users\\me\\id card.pdf', 'id card.pdf'],
    ['..', 'document.pdf'],
    ['folder/', 'document.pdf'],
    ['SCAN.PDF', 'SCAN.PDF'],
    // What a name ends in decides what a machine does with the file that a reviewer saved.
    ['a\u202Efdp.exe', 'afdp.exe.pdf'],
    ['passport.hta', 'passport.hta.pdf'],
    ['passport.pdf.html ', 'passport.pdf.html.pdf'],
    ['passport.pdf.', 'passport.pdf.pdf'],
    ['passport', 'passport.pdf'],
    ['photo.jpg', 'photo.jpg.pdf'],
  ])('strips %j to %j', (file_name, expected) => {
    expect(decodeUpload(sent(pdf, { file_name }), 'x').file_name).toBe(expected)
  })

  it('calls a picture as pictures are called', () => {
    expect(namedAs('id.JPEG', 'image/jpeg')).toBe('id.JPEG')
    expect(namedAs('id.jpg', 'image/jpeg')).toBe('id.jpg')
    expect(namedAs('id.svg', 'image/png')).toBe('id.svg.png')
    // What is kept and is no document of these stays as we called it.
    expect(namedAs('statement.xml', 'application/xml')).toBe('statement.xml')
  })
})
