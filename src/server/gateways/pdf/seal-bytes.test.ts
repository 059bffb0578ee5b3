/** What the seal notices: every byte outside its own hole, what is appended, and, with an authority, when it was made. */
import { createHash, randomBytes } from 'node:crypto'
import { PDF } from '@libpdf/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askReader } from './pdf-a.test-data.ts'
import { createPdfSealer } from './seal.ts'
import { createSelfSignedSeal, type SealIdentity } from './self-signed.ts'
import { type Authority, startAuthority } from './timestamp-authority.test-data.ts'

const statement = {
  reason: 'Signed by both',
  name: 'Corridor',
  signed_at: new Date('2026-11-16T18:20:00Z'),
}
const STAMPED = new Date('2026-11-16T18:20:03Z')

let identity: SealIdentity
let plain: Uint8Array
let authority: Authority
beforeAll(async () => {
  identity = await createSelfSignedSeal('Corridor Seal', new Date('2026-01-01T00:00:00Z'))
  const pdf = PDF.create()
  pdf.addPage().drawText('An agreement', { x: 50, y: 700, size: 12 })
  plain = await pdf.save()
  authority = await startAuthority(STAMPED)
})
afterAll(() => authority?.close())

/** Where the hole of the signature begins and ends, and whether the digest in it is that of all other bytes. */
function sealOf(file: Buffer): { from: number; to: number; holds: boolean } | undefined {
  const found = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/.exec(
    file.toString('latin1'),
  )
  const [a = 0, b = 0, c = 0, d = 0] = (found ?? []).slice(1).map(Number)
  const fits = a === 0 && c + d === file.length && file.at(b) === 0x3c && file.at(c - 1) === 0x3e
  if (!found || !fits) return undefined
  const cms = Buffer.from(file.toString('latin1', b + 1, c - 1), 'hex')
  const digest = createHash('sha256').update(file.subarray(0, b)).update(file.subarray(c)).digest()
  return { from: b, to: c, holds: cms.includes(digest) }
}

/** An agreement of two hundred pages with a picture's worth of bytes. */
async function manyPages(): Promise<Uint8Array> {
  const pdf = PDF.create()
  for (let page = 1; page <= 200; page++)
    pdf.addPage().drawText(`An agreement, page ${page}`, { x: 50, y: 700, size: 12 })
  pdf.addAttachment('annex.bin', randomBytes(2_000_000))
  return pdf.save()
}

function changedAt(file: Buffer, at: number): Buffer {
  const changed = Buffer.from(file)
  changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
  return changed
}

/** What poppler says of the file; null where this machine has none. */
const readerSays = (file: Uint8Array) => askReader('pdfsig', ['-nocert'], file)?.said ?? null

describe('a sealed file', () => {
  it('is another at each of its bytes: no change outside the hole keeps the seal', async () => {
    const file = Buffer.from(await (await createPdfSealer(identity)).sealPdf(plain, statement))
    const seal = sealOf(file)
    expect(seal?.holds).toBe(true)
    const unnoticed: number[] = []
    for (let at = 0; at < file.length; at++) {
      const inHole = seal && at > seal.from && at < seal.to - 1
      if (!inHole && sealOf(changedAt(file, at))?.holds) unnoticed.push(at)
    }
    expect(unnoticed).toEqual([])
  }, 120_000)

  it('of many pages is another at each place of a sample, the first and last bytes and those about the hole among them', async () => {
    const file = Buffer.from(
      await (await createPdfSealer(identity)).sealPdf(await manyPages(), statement),
    )
    expect(file.length).toBeGreaterThan(2_000_000)
    const seal = sealOf(file)
    expect(seal?.holds).toBe(true)
    const { from = 0, to = 0 } = seal ?? {}
    const spread = Array.from({ length: 60 }, (_, nth) => Math.floor((file.length * nth) / 60))
    const edges = [file.length - 1, from - 1, from, to - 1, to]
    const unnoticed = [...spread, ...edges]
      .filter(at => at <= from || at >= to - 1)
      .filter(at => sealOf(changedAt(file, at))?.holds)
    expect(unnoticed).toEqual([])
    if (!readerSays(file)?.includes('Signature is Valid')) return
    for (const at of spread.filter(place => place > 20 && place < from).slice(-4))
      expect(readerSays(changedAt(file, at))).not.toContain('Signature is Valid')
  }, 120_000)

  it('is not the same with a byte, or another page, after its end', async () => {
    const sealed = await (await createPdfSealer(identity)).sealPdf(plain, statement)
    for (const more of ['\n', ' ', '\n1 0 obj <<>> endobj\n'])
      expect(sealOf(Buffer.concat([sealed, Buffer.from(more)]))).toBeUndefined()
  })

  it('is valid to a reader of PDF, and to none with a byte changed or with more after it', async () => {
    const sealed = Buffer.from(await (await createPdfSealer(identity)).sealPdf(plain, statement))
    const said = readerSays(sealed)
    // Where no reader is installed the digest above is what tells.
    if (said === null) return expect(sealOf(sealed)?.holds).toBe(true)
    expect(said).toContain('Signature is Valid')
    expect(said).toContain('Total document signed')
    for (let at = 20; at < plain.length; at += Math.ceil(plain.length / 12))
      expect(readerSays(changedAt(sealed, at))).not.toContain('Signature is Valid')
    const longer = readerSays(Buffer.concat([sealed, Buffer.from('\n% more\n')]))
    expect(longer).not.toContain('Total document signed')
  })
})

describe('with a timestamp authority', () => {
  const sealer = () => createPdfSealer(identity, { timestamp_url: authority.url })

  it('carries the token of the authority, which is about this very signature', async () => {
    authority.mode = 'right'
    const sealed = Buffer.from(await (await sealer()).sealPdf(plain, statement))
    const seal = sealOf(sealed)
    expect(seal?.holds).toBe(true)
    const cms = Buffer.from(
      sealed.toString('latin1', (seal?.from ?? 0) + 1, (seal?.to ?? 1) - 1),
      'hex',
    )
    expect(cms.includes(Buffer.from('20261116182003Z'))).toBe(true)
    const said = readerSays(sealed)
    if (said !== null) expect(said).toContain('Signature is Valid')
  })

  it.each(['refuses', 'about something else'] as const)(
    'that %s nothing is sealed, and it can be tried again',
    async mode => {
      authority.mode = mode
      await expect((await sealer()).sealPdf(plain, statement)).rejects.toMatchObject({
        code: 'SEAL_FAILED',
        retriable: true,
      })
    },
  )
})
