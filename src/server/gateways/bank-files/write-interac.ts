/**
 * A bulk file of Interac e-Transfers: CSV whose columns each bank names in its own way, so that they are configuration. Canadian dollars
 * to an address of mail; the bank's own guide says how many rows and how much a transfer may have.
 */
import { stringify } from 'csv-stringify/sync'
import { checkBankAccount } from '#domain/destinations/destination.ts'
import { exponentOf } from '#domain/kernel/currency.ts'
import { formatMinor } from '#domain/kernel/money.ts'
import { isPlainDate, type PlainDateString } from '#domain/kernel/plain-date.ts'
import { textOf } from '#domain/kernel/words.ts'
import { attemptReference, type PaymentOrder } from '#domain/payments/payment-order.ts'
import type { FieldProblem, PreparedFile } from './bank-file.ts'
import { ISO_LETTERS } from './letters.ts'
import {
  preparedFile,
  type Refuse,
  refuseAmount,
  refusing,
  sift,
  spelledIfAny,
  spelledName,
} from './prepare.ts'

export const INTERAC_VALUES = [
  'name',
  'email',
  'amount',
  'currency',
  'reference',
  'message',
  'date',
  'question',
  'answer',
] as const
export type InteracValue = (typeof INTERAC_VALUES)[number]

/** A column: what it is called, and what stands in it: a value of the payment, or the same text in every row. */
export type InteracColumn = {
  readonly title: string
  readonly value: InteracValue | { readonly always: string }
}

export type InteracSetup = {
  readonly columns: readonly InteracColumn[]
  readonly titles: boolean
  readonly delimiter: ',' | ';' | '\t' | '|'
  readonly line_end: '\n' | '\r\n'
  /** The most rows and the most cents a transfer that the bank takes. */
  readonly most_rows: number
  readonly most_minor: bigint
  readonly most_name: number
  readonly most_message: number
  readonly date: PlainDateString
  /** What opens the transfers of those without automatic deposit, by attempt; they are told to the payee by another way. */
  readonly secrets: ReadonlyMap<string, { readonly question: string; readonly answer: string }>
}

type Row = readonly string[]

/** The file of orders by Interac. The reference of each is the attempt's id in 32 hexadecimal digits. */
export function writeInterac(orders: readonly PaymentOrder[], setup: InteracSetup): PreparedFile {
  const problems: FieldProblem[] = []
  checkSetup(refusing(problems), setup)
  const room = { orders: setup.most_rows, minor: 10n ** 15n }
  const sifted = sift(orders, room, (order, refuse) => {
    refuseAmount(refuse, order, { currency: 'CAD', most: setup.most_minor })
    checkAddressee(order, refuse)
    const reference = attemptReference(order.attempt_uuid, 32)
    const name = spelledName(refuse, order.payee, ISO_LETTERS, setup.most_name)
    return { reference, name, line: rowOf(order, { reference, name }, setup, refuse) }
  })
  return preparedFile(sifted, problems, () => {
    const text = stringify(
      sifted.entries.map(({ line }) => [...line]),
      {
        header: setup.titles,
        columns: setup.columns.map(({ title }, at) => ({ key: String(at), header: title })),
        delimiter: setup.delimiter,
        record_delimiter: setup.line_end,
      },
    )
    return new TextEncoder().encode(text)
  })
}

function checkSetup(refuse: Refuse, { columns, date, titles }: InteracSetup): void {
  const asked: readonly InteracValue[] = ['name', 'email', 'amount', 'reference']
  const missing = asked.filter(value => !columns.some(column => column.value === value))
  refuse(
    'columns',
    missing.length > 0 && textOf('bank-files.setup.columns', { columns: missing.join(', ') }),
  )
  refuse('date', !isPlainDate(date) && textOf('bank-files.setup.date'))
  for (const { title, value } of columns) {
    if (titles && startsFormula(title)) refuse('columns', formulaText(title))
    if (typeof value === 'object' && startsFormula(value.always))
      refuse('columns', formulaText(value.always))
  }
}

function checkAddressee({ payee: { account } }: PaymentOrder, refuse: Refuse): void {
  const email = account.interac_email
  if (!email) {
    refuse('account.interac_email', textOf('bank-files.orders.noInterac'))
    return
  }
  for (const { loc, text, params } of checkBankAccount(account))
    refuse(`account.${loc.at(-1)}`, textOf(text, params))
  // An apostrophe before it would send the money to another address.
  refuse('account.interac_email', startsFormula(email) && formulaText(email))
}

function rowOf(
  order: PaymentOrder,
  { reference, name }: { readonly reference: string; readonly name: string },
  setup: InteracSetup,
  refuse: Refuse,
): Row {
  const values: Readonly<Record<InteracValue, () => string>> = {
    name: () => defused(name),
    email: () => order.payee.account.interac_email ?? '',
    amount: () => formatMinor(order.amount.minor, exponentOf('CAD')),
    currency: () => 'CAD',
    reference: () => reference,
    message: () =>
      defused(
        spelledIfAny(refuse, 'remittance', order.remittance, ISO_LETTERS, setup.most_message),
      ),
    date: () => setup.date,
    question: () => secretOf(order, 'question', setup, refuse),
    answer: () => secretOf(order, 'answer', setup, refuse),
  }
  return setup.columns.map(({ value }) =>
    typeof value === 'object' ? value.always : values[value](),
  )
}

/** National Bank of Canada's guide: a question has 1 to 40 letters, an answer 3 to 25 without spaces. */
const SECRETS = { question: /^[^\p{Cc}]{1,40}$/u, answer: /^[A-Za-z0-9]{3,25}$/ } as const

function secretOf(
  { attempt_uuid }: PaymentOrder,
  which: 'question' | 'answer',
  { secrets }: InteracSetup,
  refuse: Refuse,
): string {
  const secret = secrets.get(attempt_uuid)
  // Automatic deposit asks for none.
  if (!secret) return ''
  refuse(which, !SECRETS[which].test(secret[which]) && textOf(`bank-files.orders.${which}`))
  return which === 'question' ? defused(secret.question) : secret.answer
}

/** What a spreadsheet takes for a formula, also in letters of full width. */
function startsFormula(cell: string): boolean {
  return /^[=+\-@\t\r＝＋－＠]/.test(cell)
}

/** A text for people as a spreadsheet leaves it alone. */
function defused(cell: string): string {
  return startsFormula(cell) ? `'${cell}` : cell
}

function formulaText(cell: string) {
  return textOf('bank-files.texts.formula', { cell: cell.slice(0, 40) })
}
