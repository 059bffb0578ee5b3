/**
 * A plain model of what must be true, in memory and by other means than the code it judges: lives follow their machines, pay is hours
 * by rate, a day is earned once, money is where the payments say, the rail was asked once, and what was acknowledged stays.
 */
import { contractMachine } from '#domain/contracts/contract.ts'
import { conversionMachine } from '#domain/exchange/conversion.ts'
import { APPROVING_ROLES } from '#domain/identity/team.ts'
import { requestMachine } from '#domain/ledger/funding-request.ts'
import { paymentMachine } from '#domain/payments/payment.ts'
import { lineItemMachine } from '#domain/payroll/line-item.ts'
import { timesheetMachine } from '#domain/payroll/timesheet.ts'
import { invitationMachine } from '#domain/people/invitation.ts'
import { accessLaws } from './access-law.ts'
import { type Bank, nothingIsShownTwice } from './bank-law.ts'
import { batchesPayTheirRows } from './batch-law.ts'
import { businessDays } from './business-days.ts'
import { aCreditIsBookedOnce, fundsAreAskedOnce, sumOf } from './funds-law.ts'
import { peopleLaws } from './people-law.ts'
import { aRaiseIsPaidOnce, raisesComeToNoMoreThanTheWhole } from './raise-law.ts'
import type { State } from './state.ts'

/** What callers were told was done; it is never undone by itself. */
export type Acknowledged = {
  /** Amount in smallest units by reference. */
  readonly fundings: Map<string, bigint>
  readonly settled: Set<string>
  readonly signed: Set<string>
  /** Messages to contractors. */
  readonly written: Set<string>
  /** What the bank said of our account. */
  readonly bank: Bank
  /** What notifications said that credits come to, in smallest units, by the bank's reference of each in small letters. */
  readonly credits: Map<string, Set<string>>
}

type Law = (after: State, before: State, told: Acknowledged) => string[]

/** Every law that a step broke, in words. */
export function breaches(after: State, before: State, told: Acknowledged): string[] {
  return laws.flatMap(law => law(after, before, told))
}

type Machine = {
  actions(from: string): readonly string[]
  next(from: string, action: string): string | undefined
}

/** Whether a status can follow from another by any number of steps. */
function follows(machine: Machine, from: string, to: string): boolean {
  const seen = new Set([from])
  for (const status of seen)
    for (const action of machine.actions(status)) {
      const next = machine.next(status, action)
      if (next) seen.add(next)
    }
  return seen.has(to)
}

function lives(
  name:
    | 'contracts'
    | 'items'
    | 'payments'
    | 'invitations'
    | 'timesheets'
    | 'requests'
    | 'conversions',
  machine: unknown,
): Law {
  return (after, before) => {
    const now = new Map<string, string>(after[name].map(row => [row.id, row.status]))
    return before[name].flatMap(({ id, status }) => {
      const to = now.get(id)
      if (to === undefined) return [`${name} ${id} is gone`]
      return follows(machine as Machine, status, to)
        ? []
        : [`${name} ${id}: ${status} became ${to}`]
    })
  }
}

/** Rounds a fraction to the nearest whole number, halves to the even one. */
function halfEven(numerator: bigint, denominator: bigint): bigint {
  const whole = numerator / denominator
  const twice = (numerator % denominator) * 2n
  if (twice < denominator || (twice === denominator && whole % 2n === 0n)) return whole
  return whole + 1n
}

const payIsHoursByRate: Law = ({ items, contracts, cycles }) => {
  const contractOf = new Map(contracts.map(row => [row.id, row]))
  const cycleOf = new Map(cycles.map(row => [row.id, row]))
  return items.flatMap(item => {
    const pay = halfEven(BigInt(item.rate) * BigInt(item.hours), 100n)
    const found: string[] = []
    if (pay + BigInt(item.added) !== BigInt(item.amount))
      found.push(
        `item ${item.id}: ${item.amount} for ${item.hours} hundredths and ${item.added} beside, not ${pay}`,
      )
    // What pays a row of a batch is judged by that.
    if (item.contract === null) return found
    const contract = contractOf.get(item.contract)
    const cycle = cycleOf.get(item.cycle)
    if (!contract || !cycle) return [...found, `item ${item.id} has no contract or cycle`]
    if (item.rate !== contract.rate)
      found.push(`item ${item.id} pays another rate than its contract`)
    if (item.edited || !item.from || !item.to) return found
    // Days that are paid late belong to a period that has no cycle; no period is worth more than its hours.
    if (item.back_pay)
      return item.hours <= contract.hours
        ? found
        : [...found, `item ${item.id} pays more hours late than a period has`]
    const [worked, all] = [businessDays(item.from, item.to), businessDays(cycle.from, cycle.to)]
    const hours = Number(halfEven(BigInt(contract.hours * worked), BigInt(all)))
    if (hours !== item.hours)
      found.push(
        `item ${item.id}: ${item.hours} hundredths for ${worked} of ${all} days, not ${hours}`,
      )
    return found
  })
}

/** Where others may approve, what somebody wrote was approved by another, or by them as the second of two. */
const nobodyApprovesAloneWhatTheyWrote: Law = (after, before) => {
  const known = new Map(before.items.map(row => [row.id, row.approval]))
  const alone = (employer: string) =>
    [after, before].some(({ companies }) => {
      const team = companies.find(({ id }) => id === employer)?.team ?? []
      return team.filter(([, role]) => APPROVING_ROLES.some(may => may === role)).length < 2
    })
  return after.items.flatMap(
    ({ id, employer, approval, approved_by: by, stood_in_for, authors, first_yes }) =>
      by !== null &&
      approval !== known.get(id) &&
      [by, ...stood_in_for].some(sub => authors.includes(sub)) &&
      first_yes === null &&
      !alone(employer)
        ? [`item ${id} was approved by who wrote on it`]
        : [],
  )
}

/** The second of two yeses is of another person, and who stands in for somebody is no other than they. */
const theSecondIsSomebodyElse: Law = ({ items }) =>
  items.flatMap(({ id, approved_by: by, stood_in_for, first_yes }) => {
    const same = [by, ...stood_in_for].some(
      sub => sub !== null && first_yes && [first_yes.by, ...first_yes.stood_in_for].includes(sub),
    )
    return same ? [`item ${id} was approved twice by one person`] : []
  })

/** What is approved has as many yeses as the lowest band of its company asks for of every pay, and one of those whom it asks for. */
const bandsOfEveryPayHold: Law = ({ items, companies }, before) => {
  const known = new Map(before.items.map(row => [row.id, row.approval]))
  return items.flatMap(({ id, employer, approval, approved_by: by, stood_in_for, first_yes }) => {
    const [now, then] = [companies, before.companies].map(all => all.find(of => of.id === employer))
    const band = now?.bands?.[0]
    if (
      !now ||
      !band ||
      band.above_minor > 0 ||
      JSON.stringify(now.bands) !== JSON.stringify(then?.bands)
    )
      return []
    if (by === null || approval === known.get(id)) return []
    if (band.approvers === 2 && first_yes === null)
      return [`item ${id} has one yes where two are asked for`]
    const asked = band.among === 'OWNER' ? now.owners : band.among === 'NAMED' ? band.named : null
    const firsts = first_yes ? [first_yes.by, ...first_yes.stood_in_for] : []
    const stands = now.stands_in.filter(([who]) => firsts.includes(who)).map(([, absent]) => absent)
    const yeses = [by, ...stood_in_for, ...firsts, ...stands]
    return asked?.some(sub => yeses.includes(sub)) === false
      ? [`item ${id} was approved by nobody of those who are asked for`]
      : []
  })
}

/** What was answered stands on the item of its period, once and with what was reported; nothing else of it does. */
const reportedTimeIsPaidAsAnswered: Law = ({ items, timesheets, cycles }) => {
  const startOf = new Map(cycles.map(row => [row.id, row.from]))
  const sheetOf = new Map(timesheets.map(row => [`${row.contract} ${row.from}`, row]))
  return items.flatMap(item => {
    const reported = (item.entries ?? []).filter(({ kind }) => kind === 'REPORTED_TIME')
    const sheet = item.back_pay
      ? undefined
      : sheetOf.get(`${item.contract} ${startOf.get(item.cycle)}`)
    const answered = sheet?.status === 'ACCEPTED' || sheet?.status === 'CORRECTED'
    if (reported.length !== (answered ? 1 : 0))
      return [`item ${item.id} has ${reported.length} reported times, ${sheet?.status}`]
    const [entry] = reported
    if (!entry || !sheet) return []
    return entry.entry_uuid === sheet.id &&
      entry.hours_hundredths === (sheet.hours ?? 0) - item.scheduled
      ? []
      : [`item ${item.id} pays other time than was reported`]
  })
}

/** What becomes accepted is of days that its contract pays, before the step or after it: several act in one. */
const acceptedTimeIsOfPaidDays: Law = (after, before) => {
  const was = new Map(before.timesheets.map(row => [row.id, row.status]))
  const [now, then] = [after, before].map(
    ({ contracts }) => new Map(contracts.map(of => [of.id, of] as const)),
  )
  return after.timesheets.flatMap(({ id, contract, status, days, reported }) => {
    if (status !== 'ACCEPTED' || was.get(id) === 'ACCEPTED') return []
    const worked = days?.filter(of => of.hours_hundredths > 0).map(({ date }) => date)
    const told = worked ?? reported ?? []
    const isPaid = (by: typeof now) => {
      const { from = null, to = null } = by?.get(contract) ?? {}
      return told.every(date => from !== null && from <= date && (to === null || date <= to))
    }
    return isPaid(now) || isPaid(then)
      ? []
      : [`timesheet ${id} was accepted for days that its contract does not pay`]
  })
}

const aDayIsEarnedOnce: Law = ({ items }) => {
  const claims = items.filter(item => item.from && item.to)
  const people = Map.groupBy(
    claims,
    item => `${item.employer} ${item.contractor} ${item.role.trim().toLowerCase()}`,
  )
  return [...people].flatMap(([who, theirs]) => {
    const sorted = theirs.toSorted((a, b) => ((a.from ?? '') < (b.from ?? '') ? -1 : 1))
    return sorted.flatMap((item, at) => {
      const before = sorted[at - 1]
      return before?.to && item.from && item.from <= before.to
        ? [`${who} earns ${item.from} twice`]
        : []
    })
  })
}

/** Available is what was funded and exchanged less what was promised and what fees took; reserved is what was promised and not yet sent. */
const moneyIsWherePaymentsSay: Law = ({
  fundings,
  reversals,
  conversions,
  payments,
  fees,
  accounts,
}) => {
  const sums = new Map<string, bigint>()
  const add = (employer: string, kind: string, currency: string, minor: bigint) => {
    const key = `${employer} ${kind} ${currency}`
    sums.set(key, (sums.get(key) ?? 0n) + minor)
  }
  for (const { employer, currency, amount } of fundings)
    add(employer, 'available', currency, BigInt(amount))
  for (const { employer, currency, amount } of reversals)
    add(employer, 'available', currency, -BigInt(amount))
  for (const { employer, from, to, sold, bought } of conversions) {
    if (sold) add(employer, 'available', from, -BigInt(sold))
    if (bought) add(employer, 'available', to, BigInt(bought))
  }
  for (const { employer, currency, amount } of fees.filter(({ taken }) => taken))
    add(employer, 'available', currency, -BigInt(amount))
  for (const payment of payments.filter(({ status, funded }) => funded && status !== 'CANCELLED')) {
    add(payment.employer, 'available', payment.source_currency, -BigInt(payment.source))
    if (payment.attempt === 0)
      add(payment.employer, 'reserved', payment.source_currency, BigInt(payment.source))
  }
  const kept = new Map(
    accounts
      .filter(({ kind }) => kind === 'available' || kind === 'reserved')
      .map(row => [`${row.employer} ${row.kind} ${row.currency}`, BigInt(row.balance)]),
  )
  return [...new Set([...sums.keys(), ...kept.keys()])].flatMap(key => {
    const [said, is] = [sums.get(key) ?? 0n, kept.get(key) ?? 0n]
    return said === is ? [] : [`${key}: ${is} in the ledger, ${said} by fundings and payments`]
  })
}

/** A payment earns each fee once, and a contractor's month one; what was taken lies with the fees; receipts bill each fee once, numbered on. */
const feesAreEarnedOnce: Law = ({ fees, invoices, accounts }) => {
  const keys = fees.map(({ kind, payment, employer, contractor, month }) =>
    kind === 'CONTRACTOR' ? `${employer} ${contractor} ${month}` : `${kind} ${payment}`,
  )
  const twice = keys.filter((key, at) => keys.indexOf(key) !== at)
  const kept = accounts
    .filter(({ kind }) => kind === 'fees')
    .filter(({ currency, balance }) => {
      const taken = fees.filter(fee => fee.taken && fee.currency === currency)
      return sumOf(taken) !== BigInt(balance)
    })
  const billed = invoices.filter(
    ({ id, currency, amount }) =>
      sumOf(fees.filter(fee => fee.invoice === id && fee.currency === currency)) !== BigInt(amount),
  )
  const gaps = [...Map.groupBy(invoices, ({ employer, year }) => `${employer} ${year}`)].filter(
    ([, theirs]) => theirs.some(({ number }, at) => number !== at + 1),
  )
  return [
    ...twice.map(key => `${key} was charged twice`),
    ...kept.map(({ currency }) => `the fees in ${currency} are not what was taken`),
    ...billed.map(({ id }) => `invoice ${id} is not the sum of its fees`),
    ...gaps.map(([key]) => `the numbers of ${key} have a gap`),
  ]
}

const theRailIsAskedOnce: Law = ({ rail, attempts }) => {
  const attemptOf = new Map(attempts.map(row => [row.id, row]))
  const found = rail.flatMap(transfer => {
    const attempt = attemptOf.get(transfer.id)
    if (!attempt) return [`the rail has ${transfer.id}, which nobody asked for`]
    return attempt.amount === transfer.amount && attempt.currency === transfer.currency
      ? []
      : [`the rail has another amount for ${transfer.id}`]
  })
  const accepted = new Set(rail.filter(row => row.accepted).map(row => row.id))
  const byPayment = Map.groupBy(attempts, attempt => attempt.payment)
  for (const [payment, theirs] of byPayment) {
    const paid = theirs.filter(({ id, outcome }) => accepted.has(id) && outcome !== 'RETURNED')
    if (paid.length > 1) found.push(`payment ${payment} went out ${paid.length} times`)
  }
  for (const { id, outcome } of attempts)
    if (outcome === 'SENT' && !accepted.has(id)) found.push(`${id} is called sent, and is not`)
  return found
}

const whatWasToldStays: Law = ({ fundings, payments, contracts }, _before, told) => {
  const booked = new Map(fundings.map(row => [row.reference, BigInt(row.amount)]))
  const statusOf = new Map(payments.map(row => [row.id, row.status]))
  const contractOf = new Map(contracts.map(row => [row.id, row.status]))
  return [
    ...[...told.fundings].flatMap(([reference, amount]) =>
      booked.get(reference) === amount ? [] : [`${reference} was acknowledged and is not booked`],
    ),
    ...[...told.settled].flatMap(id =>
      statusOf.get(id) === 'SETTLED'
        ? []
        : [`${id} was acknowledged as settled and is ${statusOf.get(id)}`],
    ),
    ...[...told.signed].flatMap(id =>
      ['ACTIVE', 'COMPLETED'].includes(contractOf.get(id) ?? '')
        ? []
        : [`${id} was acknowledged as signed and is ${contractOf.get(id)}`],
    ),
  ]
}

const laws: readonly Law[] = [
  lives('contracts', contractMachine),
  lives('items', lineItemMachine),
  lives('payments', paymentMachine),
  lives('invitations', invitationMachine),
  lives('timesheets', timesheetMachine),
  lives('requests', requestMachine),
  lives('conversions', conversionMachine),
  payIsHoursByRate,
  reportedTimeIsPaidAsAnswered,
  acceptedTimeIsOfPaidDays,
  aDayIsEarnedOnce,
  aRaiseIsPaidOnce,
  raisesComeToNoMoreThanTheWhole,
  nobodyApprovesAloneWhatTheyWrote,
  theSecondIsSomebodyElse,
  bandsOfEveryPayHold,
  moneyIsWherePaymentsSay,
  fundsAreAskedOnce,
  aCreditIsBookedOnce,
  nothingIsShownTwice,
  batchesPayTheirRows,
  feesAreEarnedOnce,
  theRailIsAskedOnce,
  whatWasToldStays,
  ...peopleLaws,
  ...accessLaws,
]

/**
 * Approved pay of which no rail was asked and that goes elsewhere than was approved: nobody would be told that it does not leave. For
 * when all is delivered.
 */
export function staleApprovals({ items, payments, destinations }: State): string[] {
  const placeOf = new Map(destinations.map(row => [row.id, row]))
  const partsOf = Map.groupBy(
    payments.filter(({ status }) => status !== 'CANCELLED'),
    payment => payment.item,
  )
  return items.flatMap(({ id, status, contractor }) => {
    const parts = partsOf.get(id) ?? []
    // What others paid in part is paid on as it was approved, as what a rail was asked for.
    if (status !== 'APPROVED' || parts.some(part => part.attempt > 0 || part.status === 'SETTLED'))
      return []
    const named = destinations.some(of => of.contractor === contractor && of.share > 0)
    const moved = parts.some(({ destination, version }) =>
      destination === null ? named : placeOf.get(destination)?.version !== version,
    )
    return moved ? [`item ${id} is approved to go where it goes no longer`] : []
  })
}
