/** What has to hold of each item of a pack of evidence, and of its payments (scripts/check-pack.ts). */
import { amountWith, isOfBatch, type WrittenEntry } from '#domain/payroll/entries.ts'

type Transfer = {
  code: string
  from: string
  to: string
  currency: string
  amount_minor: string
  state: string
}
type Attempt = { attempt_uuid: string; rail: string; outcome: string | null }
type Payment = {
  payment_uuid: string
  status: string
  source_currency: string
  source_minor: string
  currency: string
  amount_minor: string | null
  attempt: number
  /** Whether it was given back to the employer while others of its item stand. Absent in packs of before. */
  stays_unpaid?: boolean
  attempts: Attempt[]
  transfers: Transfer[]
}
/** An item of a cycle with its payments, as a line of pay.jsonl has it. */
export type Item = {
  line_item_uuid: string
  /** Null of what pays a row of a batch. */
  contract_uuid: string | null
  status: string
  currency: string
  hourly_rate_minor: string
  hours_hundredths: number
  entries: WrittenEntry[] | null
  amount_minor: string
  approval_uuid: string | null
  payments: Payment[]
}
/** What an approval says of an item. */
export type Approved = {
  amount: { currency: string; minor: string }
  contract_uuid: string | null
}

/** What other files of the pack say: approvals with their items, the contracts there are, and the attempts that stand in files for banks. */
export type Known = {
  readonly approved: ReadonlyMap<string, ReadonlyMap<string, Approved>>
  readonly contracts: ReadonlySet<string>
  readonly ordered: ReadonlySet<string>
}

/** Says each thing of an item that does not hold: its contract, its sum, its approval, and what became of its payments. */
export function checkItem(item: Item, known: Known, wrong: Wrong): void {
  if (item.contract_uuid !== null && !known.contracts.has(item.contract_uuid))
    wrong('its contract is missing.')
  if (item.contract_uuid === null && !isOfBatch(item.entries)) wrong('it has no contract.')
  checkAmount(item, wrong)
  const unapproved = notApproved(item, known.approved)
  if (unapproved) wrong(unapproved)
  for (const payment of item.payments) checkPayment(payment, known.ordered, wrong)
}

type Wrong = (said: string) => void

function checkAmount(item: Item, wrong: Wrong): void {
  const rate = { currency: item.currency, minor: BigInt(item.hourly_rate_minor) }
  const { minor } = amountWith(rate, item.hours_hundredths, item.entries)
  if (minor !== BigInt(item.amount_minor))
    wrong(`its entries come to ${minor}, it says ${item.amount_minor}.`)
  if (item.status !== 'APPROVED' && item.status !== 'PAID') return
  const parts = item.payments
    .filter(({ status, stays_unpaid }) => status !== 'CANCELLED' || stays_unpaid)
    .reduce((sum, payment) => sum + BigInt(payment.source_minor), 0n)
  if (parts !== BigInt(item.amount_minor))
    wrong(`its payments come to ${parts}, it says ${item.amount_minor}.`)
}

/** Why an item is not what was approved; undefined where it is, or where nobody had to. */
function notApproved(item: Item, approved: Known['approved']): string | undefined {
  if (item.status !== 'APPROVED' && item.status !== 'PAID') return undefined
  const lines = approved.get(item.approval_uuid ?? '')
  if (!lines) return 'nobody approved it.'
  const line = lines.get(item.line_item_uuid)
  // Of an approval from before its lines were kept apart the digest alone is known.
  if (!line) return lines.size === 0 ? undefined : 'its approval says nothing of it.'
  const { amount, contract_uuid } = line
  const same =
    amount.minor === item.amount_minor &&
    amount.currency === item.currency &&
    contract_uuid === item.contract_uuid
  return same
    ? undefined
    : `${amount.minor} ${amount.currency} were approved, it says ${item.amount_minor} ${item.currency}.`
}

/** By which rail attempts leave in files for banks. */
const FILE_RAIL = 'Bank file'
const LEFT: readonly (string | null)[] = ['SENT', 'UNKNOWN', 'RETURNED']

/**
 * Every attempt is there, and at most one may have left; what left by a bank's file stands in one. What the ledger let out is what arrived, and nothing
 * where nothing did; what stays unpaid went back to the employer.
 */
function checkPayment(payment: Payment, ordered: Known['ordered'], wrong: Wrong): void {
  const { payment_uuid, status, attempts, transfers, currency } = payment
  if (attempts.length !== payment.attempt)
    wrong(`payment ${payment_uuid} says ${payment.attempt} attempts, it has ${attempts.length}.`)
  const left = attempts.filter(
    ({ outcome }) => outcome === null || outcome === 'SENT' || outcome === 'UNKNOWN',
  )
  if (left.length > 1) wrong(`payment ${payment_uuid} left ${left.length} times.`)
  for (const { attempt_uuid, rail, outcome } of attempts)
    if (rail === FILE_RAIL && LEFT.includes(outcome) && !ordered.has(attempt_uuid))
      wrong(`payment ${payment_uuid} left by a file for a bank that is missing.`)
  const sum = (of: readonly Transfer[]) =>
    of.reduce((total, { amount_minor }) => total + BigInt(amount_minor), 0n)
  const posted = transfers.filter(({ state }) => state === 'POSTED')
  const moved = posted.filter(transfer => transfer.currency === currency)
  const out =
    sum(moved.filter(({ to }) => isOutside(to))) - sum(moved.filter(({ from }) => isOutside(from)))
  const arrived =
    status === 'SETTLED' && payment.attempt > 0 ? BigInt(payment.amount_minor ?? 0) : 0n
  if (out !== arrived)
    wrong(`payment ${payment_uuid} is ${status} with ${arrived}, the ledger let out ${out}.`)
  if (!payment.stays_unpaid) return
  const back = sum(
    posted.filter(
      transfer =>
        transfer.code === 'given_back' &&
        transfer.currency === payment.source_currency &&
        transfer.to.endsWith('/available'),
    ),
  )
  if (status !== 'CANCELLED' || back !== BigInt(payment.source_minor))
    wrong(`payment ${payment_uuid} stays unpaid, the ledger gave back ${back}.`)
}

function isOutside(account: string): boolean {
  return account.endsWith('/outside')
}
