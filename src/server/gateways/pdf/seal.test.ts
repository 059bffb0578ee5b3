import { createHash, verify, X509Certificate } from 'node:crypto'
import { PDF } from '@libpdf/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { createPdfSealer } from './seal.ts'
import { createSelfSignedSeal, type SealIdentity } from './self-signed.ts'

const valid_from = new Date('2026-01-01T00:00:00Z')
const statement = {
  reason: 'Sealed by Corridor after both parties signed',
  name: 'Corridor (demo)',
  signed_at: new Date('2026-11-16T18:20:00Z'),
}

let identity: SealIdentity
let plain: Uint8Array
beforeAll(async () => {
  identity = await createSelfSignedSeal('Corridor Demo Seal é', valid_from)
  const pdf = PDF.create()
  pdf.addPage().drawText('An agreement', { x: 50, y: 700, size: 12 })
  plain = await pdf.save()
})

type Der = { tag: number; start: number; content: number; end: number }

/** Reads the elements between two offsets, enough of DER to find a signature. */
function elements(der: Buffer, from: number, to: number): Der[] {
  const found: Der[] = []
  for (let at = from; at < to; ) {
    const first = der.readUInt8(at + 1)
    const sizeBytes = first < 0x80 ? 0 : first - 0x80
    const length = sizeBytes === 0 ? first : der.readUIntBE(at + 2, sizeBytes)
    const content = at + 2 + sizeBytes
    found.push({ tag: der.readUInt8(at), start: at, content, end: content + length })
    at = content + length
  }
  return found
}

const inside = (der: Buffer, element: Der | undefined): Der[] =>
  element ? elements(der, element.content, element.end) : []

/** The signed bytes and the detached signature message of the only signature in the file. */
function signatureOf(sealed: Uint8Array): { signed: Buffer; cms: Buffer; covered: number } {
  const file = Buffer.from(sealed)
  const text = file.toString('latin1')
  const range = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/.exec(text)
  const [a = 0, b = 0, c = 0, d = 0] = (range ?? []).slice(1).map(Number)
  const hex = text.slice(b, c).replace(/[<>\s]/g, '')
  const signed = Buffer.concat([file.subarray(a, a + b), file.subarray(c, c + d)])
  return { signed, cms: Buffer.from(hex, 'hex'), covered: c + d }
}

/** Whether the signature is right: the digest of the bytes is among the signed attributes, and those are signed by the certificate. */
function isValid(sealed: Uint8Array, certificate: X509Certificate): boolean {
  const { signed, cms } = signatureOf(sealed)
  const whole = elements(cms, 0, 2 + (cms.readUInt8(1) & 0x7f))[0]
  const signedData = inside(cms, inside(cms, inside(cms, whole)[1])[0])
  const signerInfo = inside(cms, inside(cms, signedData.at(-1))[0])
  const attributes = signerInfo.find(each => each.tag === 0xa0)
  const signature = signerInfo.find(each => each.tag === 0x04)
  if (!attributes || !signature) return false
  const toVerify = Buffer.from(cms.subarray(attributes.start, attributes.end))
  // RFC 5652, 5.4: signed as a SET, although written with an implicit tag.
  toVerify.writeUInt8(0x31, 0)
  const digest = createHash('sha256').update(signed).digest()
  return (
    toVerify.includes(digest) &&
    verify(
      'sha256',
      toVerify,
      certificate.publicKey,
      cms.subarray(signature.content, signature.end),
    )
  )
}

describe('createSelfSignedSeal', () => {
  it('makes a certificate that verifies by its own key and is for signing only', () => {
    const certificate = new X509Certificate(identity.certificate_pem)
    expect(certificate.subject).toContain('Corridor Demo Seal é')
    expect(certificate.verify(certificate.publicKey)).toBe(true)
    expect(certificate.ca).toBe(false)
    expect(new Date(certificate.validFrom)).toEqual(valid_from)
    expect(new Date(certificate.validTo).getUTCFullYear()).toBe(2031)
  })
})

describe('sealPdf', () => {
  it('keeps the document as it was and covers every byte of the file', async () => {
    const sealed = await (await createPdfSealer(identity)).sealPdf(plain, statement)
    expect(Buffer.from(sealed).subarray(0, plain.length).equals(Buffer.from(plain))).toBe(true)
    expect(signatureOf(sealed).covered).toBe(sealed.length)
    expect((await PDF.load(sealed)).extractText()[0]?.text).toContain('An agreement')
  })

  it('signs the bytes, so that any change shows', async () => {
    const certificate = new X509Certificate(identity.certificate_pem)
    const sealed = await (await createPdfSealer(identity)).sealPdf(plain, statement)
    expect(isValid(sealed, certificate)).toBe(true)
    for (const at of [20, plain.length - 40, sealed.length - 4]) {
      const changed = Uint8Array.from(sealed)
      changed[at] = ((changed[at] ?? 0) + 1) % 256
      expect(isValid(changed, certificate)).toBe(false)
    }
  })

  it('refuses a key that is not the certificate’s, a wrong password and what is no PDF', async () => {
    const other = await createSelfSignedSeal('Another', valid_from)
    const mixed = { key_pem: other.key_pem, certificate_pem: identity.certificate_pem }
    await expect(createPdfSealer(mixed)).rejects.toMatchObject({ code: 'SEAL_KEY_INVALID' })
    const p12 = { p12: new Uint8Array([1, 2, 3]), password: 'x' }
    await expect(createPdfSealer(p12)).rejects.toMatchObject({ code: 'SEAL_KEY_INVALID' })
    const sealer = await createPdfSealer(identity)
    await expect(sealer.sealPdf(Buffer.from('text'), statement)).rejects.toMatchObject({
      code: 'SEAL_FAILED',
      retriable: false,
    })
  })
})
