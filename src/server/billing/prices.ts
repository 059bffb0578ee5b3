/** The prices of employers, which operators keep. */
import type { z } from 'zod'
import type { billing } from '#contract/billing.ts'
import { contractorMonth, feeOfOnePay, type PriceList, plannedFees } from '#domain/billing/fees.ts'
import type { Money } from '#domain/kernel/money.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import { newUuid } from '../kernel/ids.ts'
import { decodeCursor, pageOf } from '../kernel/paging.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { requireSeen, versionOf } from '../kernel/version-of.ts'
import { findCurrency } from '../reference/currencies.ts'
import { DomainKey, isEmployer, listBilled } from './fee.report.store.ts'
import { insertPriceList, listInForce, lockBilling, type PriceListRow } from './price.store.ts'

type Given = z.output<(typeof billing)['putPrices']['body']>
type Shown = z.output<(typeof billing)['putPrices']['response']>

/** A page of employers by domain, each with what it is charged. */
export async function listPrices(
  ctx: Ctx,
  {
    limit,
    cursor,
    search,
  }: { limit: number; cursor?: string | undefined; search?: string | undefined },
) {
  const [after] = decodeCursor(cursor, DomainKey) ?? []
  const found = await listBilled(ctx.tx, { after, search, limit: limit + 1 })
  const { rows, next_cursor } = pageOf(found, limit, row => [row.domain])
  const lists = await listInForce(
    ctx.tx,
    rows.map(row => row.employer_uuid),
  )
  const items = rows.map(row => {
    const list = lists.get(row.employer_uuid)
    return { ...row, prices: list ? presentPrices(list) : null, version: versionOfPrices(list) }
  })
  return { items, next_cursor }
}

/** Sets the prices of an employer from now on. The same prices again change nothing; CONFLICT where they are not as they were `seen`. */
export async function putPrices(
  ctx: Ctx,
  employer_uuid: string,
  { seen, ...given }: Given,
): Promise<Shown> {
  if (!(await isEmployer(ctx.tx, employer_uuid)))
    throw new Problem('NOT_FOUND', 'billing.problems.noSuchEmployer')
  if (!findCurrency(given.currency))
    throw invalidField('currency', 'billing.problems.noCurrency', { currency: given.currency })
  await lockBilling(ctx.tx, employer_uuid)
  const before = (await listInForce(ctx.tx, [employer_uuid])).get(employer_uuid)
  const list = { ...pricesOf(given), employer_uuid, set_at: ctx.now }
  if (before && spelled(before) === spelled(list)) return presentPrices(before)
  requireSeen(seen, versionOfPrices(before))
  const price_list_uuid = newUuid()
  await insertPriceList(ctx.tx, { ...list, price_list_uuid, set_by: ctx.actor.sub })
  ctx.audit({
    action: 'set_prices',
    entity: 'employer',
    entity_uuids: [employer_uuid],
    employer_uuid,
    before: before ? { prices: spelled(before) } : null,
    after: { prices: spelled(list) },
  })
  return presentPrices(list)
}

/** What approving payments of these kinds would cost an employer; beside it its margin on what is exchanged, and what a contractor's month costs. */
export async function plannedFeesOf(
  ctx: Ctx,
  employer_uuid: string,
  kinds: Parameters<typeof plannedFees>[1],
): Promise<{ fees: Money[]; margin: number; contractor_month: Money | null }> {
  const prices = (await listInForce(ctx.tx, [employer_uuid])).get(employer_uuid)
  if (!prices) return { fees: [], margin: 0, contractor_month: null }
  const fee = plannedFees(prices, kinds)
  return {
    fees: fee.minor > 0n ? [fee] : [],
    margin: prices.margin_bps,
    contractor_month: contractorMonth(prices),
  }
}

/** What one unconverted pay to a bank would cost an employer, with its tax; none where nothing is charged. */
export async function feesOfOnePay(ctx: Ctx, employer_uuid: string): Promise<Money[]> {
  const prices = (await listInForce(ctx.tx, [employer_uuid])).get(employer_uuid)
  const fee = prices && feeOfOnePay(prices)
  return fee && fee.minor > 0n ? [fee] : []
}

/** A price list as it is answered. */
export function presentPrices(list: PriceListRow): Shown {
  return {
    currency: list.currency,
    per_contractor: Number(list.contractor_minor),
    per_payment: list.payment_prices,
    margin: list.margin_bps,
    tax: list.tax_bps,
    set_at: list.set_at,
  }
}

function versionOfPrices(list: PriceList | undefined): string {
  return versionOf(list ? spelled(list) : null)
}

function pricesOf({
  currency,
  per_contractor,
  per_payment,
  margin,
  tax,
}: Omit<Given, 'seen'>): PriceList {
  const priced = Object.entries(per_payment).filter(([, price]) => price > 0)
  return {
    currency,
    contractor_minor: BigInt(per_contractor),
    payment_prices: Object.fromEntries(priced.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    margin_bps: margin,
    tax_bps: tax,
  }
}

function spelled(list: PriceList): string {
  const { currency, contractor_minor, payment_prices, margin_bps, tax_bps } = list
  const payments = Object.entries(payment_prices).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([currency, String(contractor_minor), payments, margin_bps, tax_bps])
}
