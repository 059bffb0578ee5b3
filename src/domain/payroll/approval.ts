/**
 * What an approval is of: this money to these accounts. It is spelled one way, item by item; the server stores the digest, and any
 * change voids the approval (design: Promises 1 and 5). The digest is SHA-256 of the terms and the SHA-256 of each item, in the order
 * of their ids, so that one item that changes does not ask for all of them.
 */

import { formatHours, payFor } from '#domain/kernel/hours.ts'
import type { Uuid } from '#domain/kernel/ids.ts'
import { formatMoney, type Money } from '#domain/kernel/money.ts'
import { formatDate, type PlainDateString } from '#domain/kernel/plain-date.ts'
import type { Rate } from '#domain/kernel/rate.ts'
import { type Text, type TextParams, textOf } from '#domain/kernel/words.ts'
import { type Canonical, canonicalJson } from './canonical.ts'
import { entriesText, spelledEntries, type WrittenEntry } from './entries.ts'
import type { LineItemStatus } from './line-item.ts'
import type { TimesheetStatus } from './timesheet.ts'

export type ReviewDestination = {
  readonly destination_uuid: Uuid
  readonly version: number
  readonly percentage_bps: number
  readonly currency: string
  readonly network: string
}

/** What is written on an item: all of it is approved, and told when it changed. */
export type Written = {
  readonly hours_hundredths: number
  /** What is written beside the hours that the contract gives; null where nothing is. */
  readonly entries: readonly WrittenEntry[] | null
}

type Said = TextParams[string]
type Writing = {
  readonly [K in keyof Written]: {
    spelled(value: Written[K] | undefined): Canonical | undefined
    said(value: Written[K], currency: string): Said
  }
}
/**
 * Of each written field, how it is spelled where it is approved and how it is said. What a field spells as undefined when it is empty
 * leaves the approvals as they were from before there was the field.
 */
const WRITING: Writing = {
  hours_hundredths: { spelled: hours => hours, said: formatHours },
  entries: { spelled: spelledEntries, said: entriesText },
}
export const WRITTEN_FIELDS = Object.keys(WRITING) as (keyof Written)[]

/** What is written on an item and nothing else of it. */
export function writtenOf(item: Written): Written {
  return Object.fromEntries(WRITTEN_FIELDS.map(field => [field, item[field]])) as Written
}

/** A written field of an item, for people. */
export function writtenText<F extends keyof Written>(
  field: F,
  item: Written,
  currency: string,
): Said {
  const writing: Writing[F] = WRITING[field]
  return writing.said(item[field], currency)
}

/** A written field as a part of the approved line; nothing where it is empty. */
function spelled<F extends keyof Written>(field: F, item: Written) {
  const writing: Writing[F] = WRITING[field]
  const value = writing.spelled(item[field])
  return value === undefined ? [] : [[field, value] as const]
}

/** What is approved of an item. */
export type ApprovedItem = Written & {
  readonly line_item_uuid: Uuid
  readonly contractor_sub: string
  readonly contractor_name: string
  readonly amount: Money
  /** Null ids of what pays a row of a batch, which no contract gives. */
  readonly contract: {
    readonly contract_uuid: Uuid | null
    readonly revision: number | null
    readonly hourly_rate: Money
    /** What the contract gives for this period, after proration. */
    readonly scheduled_hours_hundredths: number
  }
  /** In the contractor's order, which decides ties of the split and where a part that is too small goes. */
  readonly destinations: readonly ReviewDestination[]
}

export type ReviewItem = ApprovedItem & {
  readonly status: LineItemStatus
  /** The last day that the contract pays, when that is before this period; else null. */
  readonly contract_ended_on: PlainDateString | null
  /** The days outside of this period that it pays late; null for the pay of the period itself. */
  readonly back_pay: { readonly first: PlainDateString; readonly last: PlainDateString } | null
  /** What was reported of its time; null for back pay, of which none is. */
  readonly time: {
    /** Whether the policy pays reported time alone. */
    readonly required: boolean
    readonly status: TimesheetStatus
    readonly hours_hundredths: number | null
    /** Whether the employer wrote the hours. */
    readonly edited: boolean
  } | null
  /** What else pays a row of a batch of the same reference to the same person: the name of its batch; null for nothing. */
  readonly sent_in_too: {
    readonly file: string
    readonly row: number | null
    readonly here: boolean
  } | null
  readonly previous_amount: Money | null
  readonly first_payment: boolean
  readonly destinations_changed_at: string | null
  /** Somebody else of the same company whose pay goes to one of these accounts too; null for nobody. */
  readonly shares_account_with: string | null
  /** The invoice that was sent of it; null for none. */
  readonly invoiced: { readonly number: string; readonly total: Money } | null
  readonly previous_paid_at: string | null
}

/** What is approved about currencies: how far a current rate may move, and the rates locked by scheduled conversions. */
export type FxPolicy = {
  readonly tolerance_bps: number
  readonly locked_rates: readonly Rate[]
}

export const UNUSUAL_CODES = [
  'NEW_PAYEE',
  'DESTINATION_CHANGED',
  'AMOUNT_OFF_CONTRACT',
  'AMOUNT_FAR_FROM_LAST',
  'CONTRACT_ENDED',
  'DUPLICATE',
  'SHARED_ACCOUNT',
  'INVOICE_DIFFERS',
  'BACK_PAY',
  'TIME_UNANSWERED',
  'TIME_NOT_REPORTED',
] as const
export type UnusualCode = (typeof UNUSUAL_CODES)[number]

export type UnusualThing = {
  readonly code: UnusualCode
  readonly line_item_uuid: Uuid
  readonly contractor_name: string
  readonly said: Text
}

/** Whether something keeps an item from being approved where its policy pays reported time alone; anything else is acknowledged. */
export function stopsApproval(code: UnusualCode, time_required: boolean): boolean {
  return time_required && (code === 'TIME_UNANSWERED' || code === 'TIME_NOT_REPORTED')
}

/** From this change on, against the last pay, an amount is called far from it: a quarter. */
export const FAR_FROM_LAST_BPS = 2_500

/** The one spelling of what is approved about currencies, for the approval as a whole. */
export function approvedTerms(fx: FxPolicy): string {
  return canonicalJson({
    fx: {
      tolerance_bps: fx.tolerance_bps,
      locked_rates: [...fx.locked_rates]
        .map(rate => ({ ...rate }))
        .sort((a, b) => (rateKey(a) < rateKey(b) ? -1 : 1)),
    },
  })
}

function rateKey(rate: Rate): string {
  return `${rate.from_currency} ${rate.to_currency} ${rate.as_of} ${rate.source} ${rate.rate}`
}

/**
 * The one spelling of what is approved of an item: one line of text. It does not depend on its status or on what was paid before; it
 * does depend on the order of destinations.
 */
export function approvedItem(item: ApprovedItem): string {
  const { contract } = item
  return canonicalJson({
    line_item_uuid: item.line_item_uuid,
    contractor_sub: item.contractor_sub,
    contractor_name: item.contractor_name,
    amount: { ...item.amount },
    ...Object.fromEntries(WRITTEN_FIELDS.flatMap(field => spelled(field, item))),
    contract: {
      contract_uuid: contract.contract_uuid,
      revision: contract.revision,
      hourly_rate: { ...contract.hourly_rate },
      scheduled_hours_hundredths: contract.scheduled_hours_hundredths,
    },
    destinations: item.destinations.map(destination => ({
      destination_uuid: destination.destination_uuid,
      version: destination.version,
      percentage_bps: destination.percentage_bps,
      currency: destination.currency,
      network: destination.network,
    })),
  })
}

/** What a person should see before approving, item by item; only items that can still be approved or are approved. */
export function unusualThings(items: readonly ReviewItem[]): UnusualThing[] {
  const live = items.filter(item => item.status !== 'ARCHIVED' && item.status !== 'CANCELLED')
  const byContractor = Map.groupBy(
    live.filter(item => !item.back_pay),
    item => item.contractor_sub,
  )
  const found = live
    .filter(item => item.status !== 'PAID')
    .flatMap(item => [
      ...newPayee(item),
      ...destinationChanged(item),
      ...offContract(item),
      ...farFromLast(item),
      ...contractEnded(item),
      ...duplicateOf(item, byContractor.get(item.contractor_sub) ?? []),
      ...sharedAccount(item),
      ...invoiceDiffers(item),
      ...lateDays(item),
      ...timeLeftOpen(item),
    ])
  return found
}

function thing(code: UnusualCode, item: ReviewItem, said: Text): UnusualThing[] {
  const { line_item_uuid, contractor_name } = item
  return [{ code, line_item_uuid, contractor_name, said }]
}

function newPayee(item: ReviewItem): UnusualThing[] {
  if (!item.first_payment) return []
  return thing(
    'NEW_PAYEE',
    item,
    textOf('payroll.unusual.NEW_PAYEE', { name: item.contractor_name }),
  )
}

function destinationChanged(item: ReviewItem): UnusualThing[] {
  const { destinations_changed_at: changed, previous_paid_at: paid } = item
  // Without an earlier payment there is nothing that the accounts could have changed from: that is NEW_PAYEE.
  if (changed === null || paid === null || Date.parse(changed) <= Date.parse(paid)) return []
  const day = formatDate(new Date(changed).toISOString().slice(0, 10))
  return thing(
    'DESTINATION_CHANGED',
    item,
    textOf('payroll.unusual.DESTINATION_CHANGED', { name: item.contractor_name, date: day }),
  )
}

function offContract(item: ReviewItem): UnusualThing[] {
  const { contract_uuid, hourly_rate: rate, scheduled_hours_hundredths: scheduled } = item.contract
  if (contract_uuid === null) return []
  const agreed = payFor(rate, scheduled)
  if (item.amount.currency === agreed.currency && item.amount.minor === agreed.minor) return []
  return thing(
    'AMOUNT_OFF_CONTRACT',
    item,
    textOf('payroll.unusual.AMOUNT_OFF_CONTRACT', {
      name: item.contractor_name,
      amount: formatMoney(item.amount),
      hours: formatHours(item.hours_hundredths),
      agreed: formatMoney(agreed),
      scheduled: formatHours(scheduled),
    }),
  )
}

function farFromLast(item: ReviewItem): UnusualThing[] {
  const { amount, previous_amount: last } = item
  if (!last || item.back_pay) return []
  const gap = amount.minor > last.minor ? amount.minor - last.minor : last.minor - amount.minor
  const far = gap * 10_000n >= last.minor * BigInt(FAR_FROM_LAST_BPS) && gap > 0n
  if (amount.currency === last.currency && !far) return []
  return thing(
    'AMOUNT_FAR_FROM_LAST',
    item,
    textOf('payroll.unusual.AMOUNT_FAR_FROM_LAST', {
      name: item.contractor_name,
      amount: formatMoney(amount),
      last: formatMoney(last),
    }),
  )
}

function contractEnded(item: ReviewItem): UnusualThing[] {
  const { contract_ended_on: ended } = item
  if (!ended) return []
  return thing(
    'CONTRACT_ENDED',
    item,
    textOf('payroll.unusual.CONTRACT_ENDED', {
      name: item.contractor_name,
      date: formatDate(ended),
    }),
  )
}

/**
 * One contractor twice in a cycle is told, whatever the roles: the first item is the original. Batches pay one person many times: of them what
 * is told is the same reference, wherever it was sent in.
 */
function duplicateOf(item: ReviewItem, ofContractor: readonly ReviewItem[]): UnusualThing[] {
  if (item.contract.contract_uuid === null) return sentInTwice(item)
  const [twin] = ofContractor
  if (!twin || item.back_pay || twin.line_item_uuid === item.line_item_uuid) return []
  return thing(
    'DUPLICATE',
    item,
    textOf('payroll.unusual.DUPLICATE', {
      name: item.contractor_name,
      amount: formatMoney(twin.amount),
    }),
  )
}

function sentInTwice(item: ReviewItem): UnusualThing[] {
  const { contractor_name: name, sent_in_too: twin } = item
  if (twin === null) return []
  const { file, here } = twin
  // Whose file an older process keeps has no rows.
  const row = twin.row ?? 0
  return thing(
    'DUPLICATE',
    item,
    textOf(here ? 'payroll.unusual.SENT_TWICE_HERE' : 'payroll.unusual.SENT_TWICE', {
      name,
      file,
      row,
    }),
  )
}

/** Two people with one account may be a household, and may be one person who is paid for two. */
function sharedAccount(item: ReviewItem): UnusualThing[] {
  const { contractor_name: name, shares_account_with: other } = item
  if (other === null) return []
  return thing('SHARED_ACCOUNT', item, textOf('payroll.unusual.SHARED_ACCOUNT', { name, other }))
}

/** An invoice that the company has of this pay, for another sum: the pay would not pay it (decision 0122). */
function invoiceDiffers(item: ReviewItem): UnusualThing[] {
  const { invoiced, amount, contractor_name: name } = item
  if (!invoiced) return []
  const { number, total } = invoiced
  if (total.minor === amount.minor && total.currency === amount.currency) return []
  return thing(
    'INVOICE_DIFFERS',
    item,
    textOf('payroll.unusual.INVOICE_DIFFERS', {
      ...{ name, number, invoiced: formatMoney(total), amount: formatMoney(amount) },
    }),
  )
}

function lateDays(item: ReviewItem): UnusualThing[] {
  if (!item.back_pay) return []
  const { first, last } = item.back_pay
  return thing(
    'BACK_PAY',
    item,
    textOf('payroll.unusual.BACK_PAY', {
      name: item.contractor_name,
      amount: formatMoney(item.amount),
      first: formatDate(first),
      last: formatDate(last),
    }),
  )
}

/** Time that was reported and not answered, or that was to be reported and was not. */
function timeLeftOpen(item: ReviewItem): UnusualThing[] {
  const { time, contractor_name: name } = item
  if (time?.status === 'REPORTED')
    return thing(
      'TIME_UNANSWERED',
      item,
      textOf('payroll.unusual.TIME_UNANSWERED', {
        name,
        hours: formatHours(time.hours_hundredths ?? 0),
        paid: formatHours(item.hours_hundredths),
      }),
    )
  if (!time?.required || time.status !== 'OPEN' || time.edited) return []
  return thing('TIME_NOT_REPORTED', item, textOf('payroll.unusual.TIME_NOT_REPORTED', { name }))
}
