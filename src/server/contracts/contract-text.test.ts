import { PDF } from '@libpdf/core'
import { afterAll, describe, expect, it } from 'vitest'
import { linesOf } from '#domain/contracts/contract-text.ts'
import { readText } from '../gateways/pdf/read-text.test-data.ts'
import { createTypstRenderer } from '../gateways/pdf/typst-renderer.ts'
import { contractSamples, draftContract, finalContract } from './contract-samples.test-data.ts'
import { type ContractData, contractText } from './contract-text.ts'

const renderer = createTypstRenderer()
afterAll(() => renderer.close())

/**
 * The font draws Arabic letters and their dots apart, so a reader of the PDF finds dotted ones as others, and all in the order in which
 * they stand: of a text that has any the other letters are compared, and those without dots counted.
 */
const ARABIC = /\p{Script=Arabic}/u
const ARABIC_OR_NONE = /\p{Script=Arabic}|\P{L}/gu
const UNDOTTED = /[احدرسعكلمو]/gu

/** Without spaces, at which lines break, and whatever form a letter has. */
function bare(text: string): string {
  return text.normalize('NFKC').replace(/[\s\p{C}]+/gu, '')
}

function undotted(text: string): string {
  return (bare(text).match(UNDOTTED) ?? []).sort().join('')
}

/** What the pages of the PDF say but for their feet. */
async function pagesOf(data: ContractData): Promise<string> {
  const text = contractText(data)
  const pages = await readText(await renderer.render('contract', text))
  const foot = (at: number) => `${text.reference} Page ${at + 1} of ${pages.length}`
  return pages.map((page, at) => page.replace(foot(at), '')).join(' ')
}

describe('the pages of the PDF and the text that the screen is given', () => {
  it.each(Object.entries(contractSamples))('say the same, of %s', async (_name, data) => {
    const shown = `Corridor ${linesOf(contractText(data)).join(' ')}`
    const pages = await pagesOf(data)
    if (!ARABIC.test(shown)) return expect(bare(pages)).toBe(bare(shown))
    expect(bare(pages).replace(ARABIC_OR_NONE, '')).toBe(bare(shown).replace(ARABIC_OR_NONE, ''))
    expect(undotted(pages)).toBe(undotted(shown))
  })
})

describe('a contract', () => {
  it('says its language, its title and its sections to who listens to it', async () => {
    const text = contractText(draftContract)
    const bytes = await renderer.render('contract', text)
    const pdf = await PDF.load(bytes)
    expect(pdf.getLanguage()).toBe('en')
    expect(pdf.getTitle()).toBe(text.title)
    const outline = Buffer.from(bytes).toString('latin1')
    for (const title of [text.heading, text.terms_title, text.exhibit.title])
      expect(outline).toContain(`/Title (${title})`)
  })

  const lines = (data: ContractData) => linesOf(contractText(data))

  it('names its terms first: what is paid, when, from when, until when, and the notice', () => {
    const { terms } = contractText({ ...draftContract, end_date: '2027-01-04' })
    expect(terms.map(({ term, value }) => [term, value])).toEqual([
      ['Role', 'Product designer'],
      ['Rate', '58.00 CAD an hour'],
      ['Hours', '80.00 hours a pay period'],
      ['Paid', 'Biweekly'],
      ['Starts', 'January 5, 2026'],
      ['Ends', 'January 4, 2027'],
      ['Notice', '30 days, either side'],
    ])
    expect(terms.find(({ id }) => id === 'paid')?.note).toMatch(/The pay date is the Friday/)
  })

  it('of an unpaid engagement names no rate and no policy', () => {
    const text = lines({ ...draftContract, pay: null }).join(' ')
    expect(text).toContain('without a fee')
    expect(text).not.toMatch(/58\.00|Biweekly/)
  })

  it('says who signed what, when and from where', () => {
    const text = lines(finalContract)
    for (const given of [finalContract.signatures.employer, finalContract.signatures.contractor])
      for (const part of [given?.name, given?.email, given?.address, given?.document_sha256])
        expect(text).toContain(part)
    expect(text).toContain('January 2, 2026, 16:40 UTC')
    expect(lines(draftContract).filter(line => line === 'Not signed yet')).toHaveLength(2)
  })

  it('says the name that was typed beside the name of the account, where they differ', () => {
    const { employer } = finalContract.signatures
    const signed = employer && { ...employer, typed_name: 'Bob' }
    const text = lines({ ...finalContract, signatures: { employer: signed, contractor: null } })
    expect(text.slice(text.indexOf('Typed as') - 1)).toEqual(
      expect.arrayContaining(['Dana Whitfield', 'Typed as', 'Bob']),
    )
  })
})
