/** Words that nothing breaks, wherever people's words stand in a document: none leaves the page or lies over what stands beside it. */
import { afterAll, describe, expect, it } from 'vitest'
import { finalContract } from '../../contracts/contract-samples.test-data.ts'
import { contractText } from '../../contracts/contract-text.ts'
import { hasLongWords } from './long-words.ts'
import {
  sampleInvoice,
  samplePayslip,
  sampleReceipt,
  sampleReport,
  sampleStatement,
  sampleTaxForm,
} from './pdf-samples.test-data.ts'
import type { PdfTemplates } from './pdf-templates.ts'
import { readText, strayLetters } from './read-text.test-data.ts'
import { createTypstRenderer } from './typst-renderer.ts'

const renderer = createTypstRenderer()
afterAll(() => renderer.close())

const MARGIN = 45
/** What people write, by the fields that it stands in. */
const WRITTEN =
  /^(name|address_lines|role|policy|pay_policy|destination|reference|description|note|tax_note|words|value|payer|fee_paid_by|entries|tax_number|email|address|title|agreement|typed_name|earlier_name)$/

const TEXTS = {
  'letters in a row': 'W'.repeat(40),
  'spaces that do not break': Array(12).fill('Warehouse').join('\u00a0'),
  'an address on the web': `https://warehouse.example/${'wm'.repeat(60)}/${'a-b_c'.repeat(8)}`,
  'signs that forbid to break': Array(20).fill('Wm').join('\u2060'),
}

/** The data with a text in each field that people write. */
function withText(data: unknown, text: string, key = ''): unknown {
  if (typeof data === 'string') return WRITTEN.test(key) && data !== '' ? text : data
  if (Array.isArray(data)) return data.map(each => withText(each, text, key))
  if (data === null || typeof data !== 'object') return data
  return Object.fromEntries(
    Object.entries(data).map(([field, value]) => [field, withText(value, text, field)]),
  )
}

const OTHER_NAMES = { typed_name: 'Amara Ngozi Okafor', earlier_name: 'Amara Eze' }

const exhibit = (text: string, long = 'W'.repeat(300)) =>
  [
    `# ${text}`,
    `## ${text}`,
    `### ${text}`,
    text,
    long,
    `- ${text} ${long}`,
    `  - **${text}**`,
    '',
    `| ${Array(6).fill('Head').join(' | ')} |`,
    `|${Array(6).fill('---').join('|')}|`,
    `| ${Array(6).fill(text).join(' | ')} |`,
    '',
    `1. [${text}](https://a.example/)`,
  ].join('\n\n')

function otherwise<T>(given: T | null) {
  return given && { ...given, ...OTHER_NAMES }
}

/** Who signs under another name than their account's, and had another until lately. */
const renamed = {
  ...finalContract,
  signatures: {
    employer: otherwise(finalContract.signatures.employer),
    contractor: otherwise(finalContract.signatures.contractor),
  },
}

const contract = (text: string) => ({
  ...(withText(renamed, text) as typeof renamed),
  reference: finalContract.reference,
  exhibit_format: 'MARKDOWN' as const,
  exhibit_a: exhibit(text).replaceAll('|\n\n|', '|\n|'),
})

/** Every document that there is, with all that people may have written in it. */
const SAMPLES: { readonly [K in keyof PdfTemplates]: PdfTemplates[K] } = {
  payslip: {
    ...samplePayslip,
    entries: [{ kind: 'Bonus', words: 'Well done', hours: '2.00', amount: samplePayslip.paid }],
  },
  'cycle-report': sampleReport(2),
  invoice: sampleInvoice,
  receipt: sampleReceipt,
  'income-statement': {
    ...sampleStatement,
    employers: [{ name: 'Northwind', totals: sampleStatement.totals }],
    months: [],
  },
  'tax-form': {
    ...sampleTaxForm,
    signature: [
      ...sampleTaxForm.signature,
      { label: 'Typed as their name', value: OTHER_NAMES.typed_name },
      { label: 'Called until lately', value: OTHER_NAMES.earlier_name },
    ],
  },
  contract: contractText(renamed),
}
const all = Object.entries(SAMPLES) as [keyof PdfTemplates, never][]
const withWords = (name: keyof PdfTemplates, data: never, text: string) =>
  (name === 'contract' ? contractText(contract(text)) : withText(data, text)) as never

describe.each(Object.entries(TEXTS))('%s', (_, text) => {
  it.each(all)('keep within a %s', async (name, data) => {
    const bytes = await renderer.render(name, withWords(name, data, text))
    expect(await strayLetters(bytes, MARGIN)).toEqual([])
    // What is copied has no sign that was not written.
    expect((await readText(bytes)).join('').replace(/\s/g, '')).toContain(
      text.replace(/[\s\u2060]/g, '').slice(0, 20),
    )
  })
})

it.each(all)(
  'a word that only just fits, or only just does not, keeps within a %s',
  async (name, data) => {
    for (const letter of ['W', '\u0449'])
      for (const many of [10, 12, 15, 18, 30, 44]) {
        const bytes = await renderer.render(name, withWords(name, data, letter.repeat(many)))
        expect([many, ...(await strayLetters(bytes, MARGIN))]).toEqual([many])
      }
  },
)

it.each(all)('a %s of ordinary words is made as it always was', async (name, data) => {
  expect(hasLongWords(name, data)).toBe(false)
  expect(await strayLetters(await renderer.render(name, data), MARGIN)).toEqual([])
})
