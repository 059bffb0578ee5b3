/** What other programs say of the paper of a contract: whether it is one to archive, and whether its seal holds. */
import { PDF } from '@libpdf/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askReader, notPdfA } from '../gateways/pdf/pdf-a.test-data.ts'
import { createPdfSealer, type PdfSealer } from '../gateways/pdf/seal.ts'
import { createSelfSignedSeal } from '../gateways/pdf/self-signed.ts'
import { type Authority, startAuthority } from '../gateways/pdf/timestamp-authority.test-data.ts'
import { createTypstRenderer } from '../gateways/pdf/typst-renderer.ts'
import { contractSamples, draftContract, finalContract } from './contract-samples.test-data.ts'
import { type ContractData, contractText } from './contract-text.ts'

const renderer = createTypstRenderer()
const statement = { reason: 'Signed by both', name: 'Corridor', signed_at: new Date() }
let authority: Authority
let plain: PdfSealer
let stamped: PdfSealer
beforeAll(async () => {
  const seal = await createSelfSignedSeal('Corridor Seal', new Date('2026-01-01T00:00:00Z'))
  authority = await startAuthority(new Date())
  plain = await createPdfSealer(seal)
  stamped = await createPdfSealer(seal, { timestamp_url: authority.url })
})
afterAll(async () => {
  await authority?.close()
  await renderer.close()
})

// Where the machine has neither qpdf nor poppler there is nobody to ask.
describe('a sealed contract', () => {
  it.each(Object.entries(contractSamples))('is a PDF/A-2a: %s', async (_name, data) => {
    const made = await renderer.render('contract', contractText(data))
    expect(notPdfA(made) ?? []).toEqual([])
    expect(notPdfA(await plain.sealPdf(made, statement)) ?? []).toEqual([])
  })

  it('says when it was made: with its last signature, and as a draft when that was begun', async () => {
    const madeAt = async (data: ContractData) =>
      (await PDF.load(await renderer.render('contract', contractText(data)))).getCreationDate()
    const signed_at = finalContract.signatures.contractor?.signed_at ?? ''
    expect(await madeAt(finalContract)).toEqual(new Date(signed_at))
    const drafted_at = '2026-11-18T09:31:07.250Z'
    expect(await madeAt({ ...draftContract, drafted_at })).toEqual(new Date('2026-11-18T09:31:07Z'))
  })

  it('is one with a timestamp too, and its seal holds for poppler', async () => {
    const made = await renderer.render('contract', contractText(draftContract))
    const sealed = await stamped.sealPdf(made, statement)
    expect(notPdfA(sealed) ?? []).toEqual([])
    const said = askReader('pdfsig', ['-nocert'], sealed)?.said
    if (said === undefined) return
    expect(said).toContain('Signature is Valid')
    expect(said).toContain('Total document signed')
  })

  it('would not be one with fonts that are elsewhere, a script, or without its colours', async () => {
    const pdf = PDF.create()
    pdf.addPage().drawText('An agreement', { x: 50, y: 700, size: 12 })
    const wrong = notPdfA(await pdf.save())
    if (wrong === null) return
    expect(wrong).toEqual([
      expect.stringContaining('6.2.3'),
      expect.stringContaining('6.6.4'),
      ...[expect.stringContaining('6.7.2'), expect.stringContaining('6.7.3')],
      expect.stringContaining('6.7.4'),
      expect.stringContaining('6.2.11.4: /Helvetica'),
    ])
    const made = Buffer.from(await renderer.render('contract', contractText(draftContract)))
    const spoilt = (was: string | RegExp, is: string) =>
      notPdfA(Buffer.from(made.toString('latin1').replace(was, is), 'latin1'))
    expect(spoilt(/\/Outlines(?= \d)/, '/AA      ')).toEqual(
      expect.arrayContaining([expect.stringMatching(/AA/)]),
    )
    expect(spoilt('/FontFile2', '/FontFilex')).toEqual(
      expect.arrayContaining([expect.stringContaining('6.2.11.4')]),
    )
    expect(spoilt('<pdfaid:part>2<', '<pdfaid:part>1<')).toEqual([expect.stringContaining('6.6.4')])
  })
})
