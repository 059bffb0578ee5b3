/** What a document says, as the data that its template is filled with: text in which slots stand for what the template puts there. */
import type { TextKey } from '#domain/kernel/words.ts'
import billing from '#messages/en/billing.json' with { type: 'json' }
import documents from '#messages/en/documents.json' with { type: 'json' }
import invoicing from '#messages/en/invoicing.json' with { type: 'json' }
import payroll from '#messages/en/payroll.json' with { type: 'json' }
import tax from '#messages/en/tax.json' with { type: 'json' }
import { LOCALE, say } from '#server/kernel/words.ts'
import type { PdfTemplates } from './pdf-templates.ts'

type Words = Readonly<Record<string, string>>

/** Where the words of each document stand, and they themselves. */
export const CATALOGUES = {
  payslip: ['payroll.documents.payslip', payroll.documents.payslip],
  /** Its text comes whole. */
  contract: ['contracts.documents.contract', {}],
  'tax-form': ['tax.documents.tax-form', tax.documents['tax-form']],
  'cycle-report': ['payroll.documents.cycle-report', payroll.documents['cycle-report']],
  invoice: ['invoicing.documents.invoice', invoicing.documents.invoice],
  receipt: ['billing.documents.receipt', billing.documents.receipt],
  'income-statement': ['payroll.documents.income-statement', payroll.documents['income-statement']],
} as const satisfies Record<keyof PdfTemplates, readonly [string, Words]>

/** The numbers that decide between singular and plural. */
const COUNTS: {
  readonly [K in keyof PdfTemplates]: (data: PdfTemplates[K]) => Readonly<Record<string, number>>
} = {
  payslip: ({ year_to_date }) => ({ payslips: year_to_date.payslips }),
  contract: () => ({}),
  'tax-form': () => ({}),
  'cycle-report': ({ contractors }) => ({ contractors }),
  invoice: () => ({}),
  receipt: () => ({}),
  'income-statement': () => ({}),
}

const CALENDAR = {
  months: months('long'),
  short_months: months('short'),
  // The first of January 2024 was a Monday.
  weekdays: Array.from({ length: 7 }, (_, day) => named({ weekday: 'long' }, 0, day + 1)),
}

/** The words of a document that is filled with `data`. */
export function wordsOf<K extends keyof PdfTemplates>(template: K, data: PdfTemplates[K]) {
  const [under, words] = CATALOGUES[template]
  return {
    document: slotted(under, words, COUNTS[template](data)),
    layout: slotted('documents.documents.layout', documents.documents.layout, {}),
    calendar: CALENDAR,
  }
}

/** Each text of a part of a catalogue. What varies in it and is no count stays a slot, which no value can look like. */
function slotted(under: string, words: Words, counts: Readonly<Record<string, number>>): Words {
  return Object.fromEntries(
    Object.entries(words).map(([key, message]) => {
      const names = [...message.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
      const slots = Object.fromEntries(names.map(name => [name, `\ue000${name}\ue001`]))
      return [key, say(`${under}.${key}` as TextKey, { ...slots, ...counts })]
    }),
  )
}

function months(length: 'long' | 'short'): string[] {
  return Array.from({ length: 12 }, (_, month) => named({ month: length }, month, 1))
}

function named(part: Intl.DateTimeFormatOptions, month: number, day: number): string {
  const format = new Intl.DateTimeFormat(LOCALE, { ...part, timeZone: 'UTC' })
  return format.format(Date.UTC(2024, month, day))
}
