/** What came in by a bank's own file (camt.053, camt.054): each credit that is booked, and whose it is by the reference in it. */
import { formatMoney, MOST_RECEIPT_MINOR } from '#domain/kernel/money.ts'
import { isPlainDate } from '#domain/kernel/plain-date.ts'
import { type InvalidField, Problem } from '#domain/kernel/problem.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import { idEndOf, referencesIn } from '#domain/ledger/creditor-reference.ts'
import { NO_REFERENCE } from '#domain/ledger/shared-reference.ts'
import type { AccountReport } from '../gateways/bank-files/read-camt.ts'
import { readCamt } from '../gateways/bank-files/read-camt.ts'
import { uuidOf } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { sayText } from '../kernel/words.ts'
import { findEmployersByIdEnd } from './funding.report.store.ts'
import { listOwnNumbers } from './funding-account.store.ts'
import { keyOf, type Payer, type Receipt } from './receipts.ts'
import { findRefundsBack } from './suspense.store.ts'

/** Whether bytes are XML: no funding CSV begins like it. */
export function isStatement(bytes: Uint8Array): boolean {
  const start = new TextDecoder().decode(bytes.subarray(0, 200)).replace(/^\ufeff/, '')
  return start.trimStart().startsWith('<')
}

/** As much as a receipt of a CSV may have; no standard gives more. */
const MOST_REFERENCE = 100

/** What the bank calls something, where it does: not what it writes where there is no reference. */
function sayable(reference: string | null): string | undefined {
  return reference && !NONE.test(reference) ? reference : undefined
}

const NONE = new RegExp(NO_REFERENCE, 'i')

type Movement = AccountReport['movements'][number]
type Credit = Movement & {
  readonly report: number
  /** Of a refund of ours that came back: whose money it was. */
  readonly refunded?: Payer
}

/** The credits of a file that are booked, but for what came back and is no refund of ours; or everything that is wrong with it. */
export async function readStatement(
  ctx: Ctx,
  bytes: Uint8Array,
  latestDay: string,
): Promise<{ receipts: Receipt[]; wrong: InvalidField[] }> {
  const read = readCamt(bytes)
  if ('problems' in read)
    throw new Problem('FUNDING_FILE_NOT_VALID', 'ledger.problems.nothingBooked', {
      fields: read.problems.map(({ line, element, text }) => ({
        ...(line === null
          ? text
          : textOf('ledger.fundingFile.line', { line, column: element ?? '', problem: text })),
        loc: ['body', 'funding_csv', line ?? 0],
        type: 'value_error',
      })),
    })
  const own = await listOwnNumbers(ctx.tx)
  const wrong: InvalidField[] = []
  const refuse = (at: number, text: Text) =>
    wrong.push({ ...text, loc: ['body', 'funding_csv', at], type: 'value_error' })
  for (const { account, currency } of read.content.reports)
    if (!own.some(one => one.currency === currency && one.numbers.includes(account)))
      refuse(0, textOf('ledger.fundingFile.notOurs', { account, currency }))
  const credits = await creditsOf(ctx, read.content.reports)
  const owners = await ownersOf(ctx, credits)
  const receipts = credits.flatMap((movement, index): Receipt[] => {
    const at = index + 1
    const { amount, date, bank_reference, name, account } = movement
    const entry = sayable(movement.entry_reference)
    const of_bank = sayable(bank_reference)
    const reference = of_bank ?? sayable(movement.reference)
    if (!reference) refuse(at, textOf('ledger.fundingFile.noReference', { at }))
    const shares = entry && entry !== reference && of_bank ? entry : null
    if ([reference, shares].some(said => said && said.length > MOST_REFERENCE))
      refuse(at, textOf('ledger.fundingFile.longReference', { at, most: MOST_REFERENCE }))
    if (!date || !isPlainDate(date) || date > latestDay)
      refuse(at, textOf('ledger.fundingFile.noDay', { at, date: date ?? '' }))
    const wrongAmount = amountProblem(movement, at)
    if (wrongAmount) refuse(at, wrongAmount)
    if (!reference || !date) return []
    return [
      {
        reference,
        funding_uuid: uuidOf(`funding-record:${keyOf({ reference })}`),
        employer_uuid: owners.get(movement) ?? null,
        currency: amount.currency,
        amount_minor: amount.minor,
        received_on: date,
        shares,
        of_payer: !of_bank,
        line: at,
        report: movement.report,
        payer: {
          name: movement.refunded?.name ?? name ?? '',
          account: movement.refunded?.account ?? account ?? '',
          words: wordsOf(movement),
        },
      },
    ]
  })
  if (credits.length === 0) refuse(0, textOf('ledger.fundingFile.noCredits'))
  return { receipts, wrong }
}

/** What came in and is booked; of what came back the refunds of ours: nobody else waits for these, and they are who paid's as before. */
async function creditsOf(ctx: Ctx, reports: readonly AccountReport[]): Promise<Credit[]> {
  const came = reports.flatMap((of, report): Credit[] =>
    of.movements
      // What comes to nothing only informs.
      .filter(({ direction, booked, amount }) => direction === 'IN' && booked && amount.minor > 0n)
      .map(movement => ({ ...movement, report })),
  )
  const refunds = await findRefundsBack(
    ctx,
    came.flatMap(({ returned, amount, reference, bank_reference }, at) =>
      returned ? [{ at, ...amount, reference, bank_reference }] : [],
    ),
  )
  return came.flatMap((credit, at): Credit[] => {
    const refunded = refunds.get(at)
    if (refunded) return [{ ...credit, refunded }]
    return credit.returned ? [] : [credit]
  })
}

/** What the bank says with a credit; of a refund that came back why, and what was said when the money came. */
function wordsOf({ returned, refunded, reference, remittance }: Credit): string {
  const why = refunded && returned ? sayText(returned.text) : null
  return [why, reference, remittance, refunded?.words].filter(text => text).join(' ')
}

/** Why an amount is no receipt: nobody can tell what of it came on the account, or it is more than one can be. */
function amountProblem({ uneven, amount }: Movement, at: number): Text | undefined {
  if (uneven) return textOf('ledger.fundingFile.uneven', { at })
  return amount.minor > MOST_RECEIPT_MINOR
    ? textOf('ledger.fundingFile.largeCredit', { at, amount: formatMoney(amount) })
    : undefined
}

/** The employer of each credit whose words carry the reference of exactly one. A refund that came back was nobody's before, and is. */
async function ownersOf(ctx: Ctx, credits: readonly Credit[]): Promise<Map<Credit, string>> {
  const said = credits.map(({ reference, remittance, refunded }) =>
    refunded ? [] : referencesIn(`${reference ?? ''} | ${remittance ?? ''}`),
  )
  const known = await findEmployersByIdEnd(ctx.tx, said.flat().map(idEndOf))
  return new Map(
    credits.flatMap((movement, at) => {
      const found = (said[at] ?? []).flatMap(reference => known.get(idEndOf(reference)) ?? [])
      const [one] = found
      return found.length === 1 && one ? [[movement, one] as const] : []
    }),
  )
}
