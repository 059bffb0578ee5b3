/** What machines read of an invoice: by the schema and the rules of EN 16931, and as another library finds it in the PDF. */
import { extractXml, Profile, validateXsd } from '@stackforge-eu/factur-x'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { totalsOf } from '#domain/invoicing/totals.ts'
import { exponentOf } from '#domain/kernel/currency.ts'
import { sampleInvoice } from '../gateways/pdf/pdf-samples.test-data.ts'
import { readText } from '../gateways/pdf/read-text.test-data.ts'
import { createTypstRenderer } from '../gateways/pdf/typst-renderer.ts'
import { brokenRules, hundredths, readXml, sentInvoice } from './e-invoice.test-data.ts'
import { eInvoiceXml } from './e-invoice-of.ts'
import type { InvoiceRow } from './invoice-row.ts'

const renderer = createTypstRenderer()
afterAll(() => renderer.close())

const [sample] = fc.sample(sentInvoice, { numRuns: 1, seed: 16931 })
const known = (change: Partial<InvoiceRow> = {}, record: Partial<InvoiceRow['record']> = {}) => {
  if (!sample) throw new Error('no sample')
  const row = { ...sample, currency: 'EUR', tax_bps: 2300, ...change }
  return { ...row, record: { ...row.record, tax_category: null, tax_reason: '', ...record } }
}
const xmlOf = (row: InvoiceRow) => eInvoiceXml(row) ?? ''

describe('the XML of an invoice', () => {
  it('keeps every rule, and its sums are those of the screen and the PDF', () => {
    fc.assert(
      fc.property(sentInvoice, row => {
        const xml = xmlOf(row)
        expect(brokenRules(xml, row)).toEqual([])
        const { texts, end } = readXml(xml)
        const read = (name: string) =>
          hundredths(
            texts(`//ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:${name}`)[0] ?? '0',
          )
        const { net_minor, fee_minor, tax_minor, total_minor } = totalsOf(row)
        const unit = 10n ** BigInt(2 - exponentOf(row.currency))
        expect(
          ['LineTotalAmount', 'ChargeTotalAmount', 'TaxTotalAmount', 'DuePayableAmount'].map(read),
        ).toEqual([net_minor, fee_minor, tax_minor, total_minor].map(minor => minor * unit))
        end()
      }),
      { numRuns: 500 },
    )
  })

  it('keeps to the published schema', async () => {
    await fc.assert(
      fc.asyncProperty(sentInvoice, async row => {
        const judged = await validateXsd(xmlOf(row), Profile.EN16931)
        expect(judged.errors).toEqual([])
        expect(judged.valid).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('is none of a draft, nor in a currency of three decimals', () => {
    expect(eInvoiceXml(known({ number_text: null }))).toBeNull()
    expect(eInvoiceXml(known({ currency: 'KWD' }))).toBeNull()
    expect(eInvoiceXml(known({ currency: 'JPY' }))).not.toBeNull()
  })

  it('says the number for the tax only where it is one, and none outside its scope', () => {
    const items = [{ description: 'Work', amount_minor: 100n, apply_taxes: true }]
    const from = { ...known().record.sent?.from, tax_number: 'PL 000-123.45 67' }
    const sent = { ...known().record.sent, from } as InvoiceRow['record']['sent']
    expect(xmlOf(known({ items }, { sent }))).toContain(
      '<ram:ID schemeID="VA">PL0001234567</ram:ID>',
    )
    const outside = xmlOf(known({ items, tax_bps: 0 }, { sent }))
    expect(outside).not.toContain('schemeID="VA"')
    expect(outside).toContain('<ram:ID schemeID="FC">PL 000-123.45 67</ram:ID>')
    expect(outside).toContain('VATEX-EU-O')
  })

  it('says a reverse charge in words and as a code, beside words of the contractor', () => {
    const xml = xmlOf(known({ tax_bps: 0 }, { tax_category: 'AE', tax_reason: 'Article 196' }))
    expect(xml).toContain('<ram:ExemptionReason>Reverse charge. Article 196</ram:ExemptionReason>')
    expect(xml).toContain('<ram:ExemptionReasonCode>VATEX-EU-AE</ram:ExemptionReasonCode>')
  })

  it('of a credit note says so, names its invoice and asks for nothing', () => {
    const note = fc.sample(
      sentInvoice.filter(({ credits }) => credits !== null),
      { numRuns: 1, seed: 381 },
    )[0]
    if (!note) throw new Error('no sample')
    const { texts, end } = readXml(xmlOf(note))
    expect(texts('//ram:TypeCode')[0]).toBe('381')
    expect(texts('//ram:InvoiceReferencedDocument/ram:IssuerAssignedID')).toEqual(['LW-2026-013'])
    expect(texts('//ram:SpecifiedTradePaymentTerms/ram:Description')).toHaveLength(1)
    expect(texts('//ram:DueDateDateTime')).toEqual([])
    expect(texts('//ram:SpecifiedTradeSettlementPaymentMeans//ram:IBANID')).toEqual([])
    end()
  })
})

describe('the PDF of an invoice', () => {
  it('carries the XML, which another library finds and reads alike', async () => {
    const row = known()
    const xml = xmlOf(row)
    const pdf = await renderer.render('invoice', { ...sampleInvoice, xml })
    const found = await extractXml(pdf)
    expect(found).toMatchObject({ filename: 'factur-x.xml', profile: Profile.EN16931, xml })
    expect(brokenRules(found.xml, row)).toEqual([])
    const text = Buffer.from(pdf).toString('latin1')
    for (const part of [
      '<pdfaid:part>3</pdfaid:part>',
      '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>',
      '<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>',
      '/AFRelationship /Alternative',
    ])
      expect(text).toContain(part)
    expect((await readText(pdf)).join(' ')).toContain('Invoice LW-2026-014')
  })

  it('is the same whenever it is made, and carries nothing where there is no XML', async () => {
    const data = { ...sampleInvoice, xml: xmlOf(known()) }
    const [one, two] = [
      await renderer.render('invoice', data),
      await renderer.render('invoice', data),
    ]
    expect(Buffer.from(one).equals(Buffer.from(two))).toBe(true)
    const bare = await renderer.render('invoice', sampleInvoice)
    expect(Buffer.from(bare).toString('latin1')).not.toContain('factur-x')
  })

  it('that is void says so, and by when it was to be paid no more', async () => {
    const text = (
      await readText(await renderer.render('invoice', { ...sampleInvoice, void: true }))
    ).join(' ')
    expect(text).toContain('Void. Pay nothing on it.')
    expect(text).not.toContain('To pay')
    expect(text).not.toContain('December 8')
  })
})
