/** The entries of a line item as documents and files name them. */
import { assert } from '#domain/kernel/assert.ts'
import { exponentOf } from '#domain/kernel/currency.ts'
import { formatHours } from '#domain/kernel/hours.ts'
import { formatMinor } from '#domain/kernel/money.ts'
import { type Entry, type EntryKind, entriesOf, isOfBatch, whyOf } from '#domain/payroll/entries.ts'
import type { PayslipEntry } from '../gateways/pdf/pdf-templates.ts'
import { say, sayText } from '../kernel/words.ts'
import { printed } from './cycle-items.ts'
import { enteredItem } from './write-item.ts'

type Row = Parameters<typeof enteredItem>[0]

/** What a document prints of each entry: what it is, why, its hours and what it is worth. Time that was reported as it is scheduled says nothing. */
export function entryLines(row: Row): { first: PayslipEntry | null; more: PayslipEntry[] } {
  const lines = entriesOf(enteredItem(row))
    .filter(({ kind, hours_hundredths: hours }) => kind !== 'REPORTED_TIME' || hours !== 0)
    .map(line)
  // What pays a row of a batch has nothing of a contract.
  if (isOfBatch(row.entries)) return { first: null, more: lines }
  const [first, ...more] = lines
  assert(first !== undefined, 'what the contract gives is an entry')
  return { first, more }
}

function line({ kind, hours_hundredths: hours, amount, written }: Entry): PayslipEntry {
  return {
    kind: say(`payroll.entries.kinds.${kind}`),
    words: entryWords({ written, amount }),
    hours: hours === null ? null : formatHours(hours),
    amount: printed(amount),
  }
}

/** Why an entry is there, in a sentence; empty for what the contract gives, and where nobody said why. */
export function entryWords({ written, amount }: Pick<Entry, 'written' | 'amount'>): string {
  const why = written ? whyOf(written, amount.currency) : ''
  return typeof why === 'string' ? why : sayText(why)
}

/** What is written beside the contract's time in one line of text, such as `Bonus, 150.00 USD`; empty where nothing is. */
export function entriesNote(row: Row): string {
  return entryLines(row)
    .more.map(({ kind, hours, amount }) =>
      say('payroll.entries.plain', {
        kind,
        what:
          hours === null
            ? `${amount.amount} ${amount.currency}`
            : say('payroll.entries.hours', { hours }),
      }),
    )
    .join('; ')
}

const COLUMNS = {
  time_amount: ['SCHEDULED_TIME', 'BACK_PAY', 'REPORTED_TIME'],
  adjustments: ['ADJUSTMENT', 'RAISE'],
  bonuses: ['BONUS'],
  payments: ['PAYMENT'],
  expenses: ['EXPENSE'],
  deductions: ['DEDUCTION'],
} as const satisfies Record<string, readonly EntryKind[]>

export const ENTRY_COLUMNS = [
  ...(['time_amount', 'adjustments', 'bonuses', 'payments', 'expenses', 'deductions'] as const),
  'entry_words' as const,
]

/** What entries come to by their kind, a column each, and all of them with their words. Their sum is the item's amount. */
export function entryColumns(row: Row): Record<(typeof ENTRY_COLUMNS)[number], string> {
  const entries = entriesOf(enteredItem(row))
  const sum = (kinds: readonly EntryKind[]) =>
    entries
      .filter(({ kind }) => kinds.includes(kind))
      .reduce((total, { amount }) => total + amount.minor, 0n)
  const text = (kinds: readonly EntryKind[]) => formatMinor(sum(kinds), exponentOf(row.currency))
  const words = entries.flatMap(entry => {
    const why = entryWords(entry)
    return why ? `${say(`payroll.entries.kinds.${entry.kind}`)}: ${why}` : []
  })
  return {
    time_amount: text(COLUMNS.time_amount),
    adjustments: text(COLUMNS.adjustments),
    bonuses: text(COLUMNS.bonuses),
    payments: text(COLUMNS.payments),
    expenses: text(COLUMNS.expenses),
    deductions: text(COLUMNS.deductions),
    entry_words: words.join('; '),
  }
}
