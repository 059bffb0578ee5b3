/** Going through orders that are to be written: what is wrong with one is kept beside it, and the others go on. */
import { exponentOf } from '#domain/kernel/currency.ts'
import { formatMinor } from '#domain/kernel/money.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import {
  abbreviatedName,
  orderTotals,
  type Payee,
  type PaymentOrder,
} from '#domain/payments/payment-order.ts'
import type { FieldProblem, PreparedFile, Refusal, WrittenPayment } from './bank-file.ts'
import { type Letters, spell } from './letters.ts'

/** Says what is wrong with a field; nothing and false say that it is right. */
export type Refuse = (field: string, text: Text | undefined | false) => void

/** Keeps what is refused. */
export function refusing(problems: FieldProblem[]): Refuse {
  return (field, text) => {
    if (text) problems.push({ field, text })
  }
}

/** An order with what a file says of it. */
export type Entry<Line> = WrittenPayment & { readonly order: PaymentOrder; readonly line: Line }

export type Sifted<Line> = {
  readonly entries: readonly Entry<Line>[]
  readonly refused: readonly Refusal[]
}

/** What a format makes of an order; whatever is refused meanwhile keeps it out of the file. */
type LineOf<Line> = (
  order: PaymentOrder,
  refuse: Refuse,
  at: number,
) => { readonly reference: string; readonly name: string; readonly line: Line }

/** How much a file holds: orders, and smallest units in all. */
export type Room = { readonly orders: number; readonly minor: bigint }

/**
 * The orders that a file can carry, in their order, and what is wrong with each of the others: what `lineOf` refuses, an order that stands
 * twice, and what the file has no room for. `at` is the place among those that are carried.
 */
export function sift<Line>(
  orders: readonly PaymentOrder[],
  room: Room,
  lineOf: LineOf<Line>,
): Sifted<Line> {
  const entries: Entry<Line>[] = []
  const refused: Refusal[] = []
  const attempts = new Set<string>()
  const references = new Set<string>()
  let minor = 0n
  for (const order of orders) {
    const problems: FieldProblem[] = []
    const refuse = refusing(problems)
    refuse('amount', order.amount.minor <= 0n && textOf('bank-files.orders.noAmount'))
    const { reference, name, line } = lineOf(order, refuse, entries.length)
    const twice = attempts.has(order.attempt_uuid) || references.has(reference)
    refuse('attempt_uuid', twice && textOf('bank-files.orders.twice'))
    const full = entries.length >= room.orders || minor + order.amount.minor > room.minor
    refuse('amount', full && textOf('bank-files.orders.full'))
    if (problems.length > 0) refused.push({ attempt_uuid: order.attempt_uuid, problems })
    else {
      attempts.add(order.attempt_uuid)
      references.add(reference)
      minor += order.amount.minor
      entries.push({ attempt_uuid: order.attempt_uuid, order, reference, name, line })
    }
  }
  return { entries, refused }
}

/** The answer of a writer: the file of `write`, unless nothing can be in it or the set-up is wrong. */
export function preparedFile<Line>(
  { entries, refused }: Sifted<Line>,
  setup: readonly FieldProblem[],
  write: () => Uint8Array,
): PreparedFile {
  const written = setup.length === 0 ? entries : []
  return {
    file: written.length > 0 ? write() : null,
    payments: written.map(({ attempt_uuid, reference, name }) => ({
      attempt_uuid,
      reference,
      name,
    })),
    refused,
    totals: orderTotals(written.map(({ order }) => order)),
    setup,
  }
}

/** A text in the letters of a format and within its length, or a refusal that names the field. */
export function spelled(
  refuse: Refuse,
  field: string,
  text: string,
  letters: Letters,
  most: number,
): string {
  const said = spell(text, letters)
  if ('problem' in said) {
    refuse(field, said.problem)
    return ''
  }
  refuse(field, tooLong(said.spelled, most))
  return said.spelled
}

/** The same of a text that may be missing: then it is empty. */
export function spelledIfAny(...asked: Parameters<typeof spelled>): string {
  return asked[2].trim() === '' ? '' : spelled(...asked)
}

/**
 * The name of the account as a format has room for it: whole; else the short name that was given; else, of a person, with initials.
 * Otherwise a refusal.
 */
export function spelledName(refuse: Refuse, payee: Payee, letters: Letters, most: number): string {
  const said = spell(payee.account.account_name, letters)
  if ('problem' in said) refuse('account_name', said.problem)
  if ('problem' in said || said.spelled.length <= most) return 'problem' in said ? '' : said.spelled
  if (payee.short_name !== null)
    return spelled(refuse, 'short_name', payee.short_name, letters, most)
  const short = payee.kind === 'PERSON' ? abbreviatedName(said.spelled, most) : undefined
  refuse('account_name', short === undefined && tooLong(said.spelled, most))
  return short ?? ''
}

function tooLong(text: string, most: number): Text | false {
  return text.length > most && textOf('bank-files.texts.tooLong', { most, given: text.length })
}

/** Refuses an amount in another currency than the format's, or above what its field holds. */
export function refuseAmount(
  refuse: Refuse,
  { amount, payee }: PaymentOrder,
  { currency, most }: { readonly currency: string; readonly most: bigint },
): void {
  refuse(
    'currency',
    amount.currency !== currency && textOf('bank-files.orders.currency', { currency }),
  )
  refuse(
    'account.currency',
    payee.account.currency !== amount.currency &&
      textOf('bank-files.orders.accountCurrency', { currency: amount.currency }),
  )
  refuse(
    'amount',
    amount.minor > most &&
      textOf('bank-files.orders.tooMuch', {
        most: `${formatMinor(most, exponentOf(currency))} ${currency}`,
      }),
  )
}

/** Refuses a code of the set-up that is not of its form, of which it shows an example. */
export function requireForm(
  refuse: Refuse,
  field: string,
  value: string,
  form: RegExp,
  example: string,
): void {
  refuse(field, !form.test(value) && textOf('bank-files.setup.form', { example }))
}
