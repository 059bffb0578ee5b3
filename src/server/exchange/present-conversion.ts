import type { z } from 'zod'
import { type Conversion, exchange as entries } from '#contract/exchange.ts'
import {
  type ConversionStop,
  conversionMachine,
  decideConversion,
  legsOf,
} from '#domain/exchange/conversion.ts'
import { driftOf } from '#domain/exchange/quote.ts'
import { amountText } from '#domain/kernel/money.ts'
import { shortRate } from '#domain/kernel/rate.ts'
import { mayCall } from '../kernel/may-call.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say } from '../kernel/words.ts'
import { readBalancesOf } from '../ledger/index.ts'
import { type ConversionRow, findStandings } from './conversion.report.store.ts'
import { loadRates } from './rates.ts'

type View = z.output<typeof Conversion>

/** Conversions as their reader sees them: what is scheduled with both legs as they would be at the rate of now, and what would stop it. */
export async function presentConversions(
  ctx: Ctx,
  rows: readonly ConversionRow[],
): Promise<View[]> {
  const open = rows.filter(({ status }) => status === 'SCHEDULED')
  const employers = [...new Set(open.map(({ employer_uuid }) => employer_uuid))]
  if (open.length === 0) return rows.map(row => present(ctx, row, legsBooked(row), row.reason))
  const [rateFor, balances, standings] = await Promise.all([
    loadRates(ctx),
    readBalancesOf(ctx.tx, employers),
    findStandings(
      ctx.tx,
      open.map(({ conversion_uuid }) => conversion_uuid),
    ),
  ])
  const there = new Map(balances.map(of => [`${of.employer_uuid} ${of.currency}`, of.available]))
  return rows.map(row => {
    const standing = standings.get(row.conversion_uuid)
    if (!standing || row.status !== 'SCHEDULED')
      return present(ctx, row, legsBooked(row), row.reason)
    const rate = rateFor(row.from_currency, row.to_currency)
    const available = there.get(`${row.employer_uuid} ${row.from_currency}`) ?? 0n
    const decided = decideConversion(row, { ...standing, rate, available })
    const legs = rate && {
      ...legsOf(row, rate),
      rate: { rate: rate.rate, source: rate.source, as_of: new Date(rate.as_of) },
    }
    return present(ctx, row, legs, 'stopped' in decided ? decided.stopped : null)
  })
}

type Legs = Pick<View, 'sold' | 'bought' | 'rate'>

function legsBooked(row: ConversionRow): Legs | undefined {
  const { sold_minor, bought_minor, rate, rate_source, rate_as_of } = row
  if (sold_minor === null || bought_minor === null || !rate || !rate_as_of) return undefined
  return {
    sold: { currency: row.from_currency, minor: sold_minor },
    bought: { currency: row.to_currency, minor: bought_minor },
    rate: { rate, source: rate_source ?? '', as_of: rate_as_of },
  }
}

function present(
  ctx: Ctx,
  row: ConversionRow,
  legs: Legs | undefined,
  reason: ConversionStop | null,
): View {
  const { conversion_uuid, company_name, from_currency, to_currency, fixed_side, status } = row
  const may = mayCall(ctx.actor, entries.cancelConversion)
  return {
    ...{ conversion_uuid, company_name, from_currency, to_currency, fixed_side, status },
    employer_domain: row.domain ?? '',
    amount: {
      currency: fixed_side === 'from' ? from_currency : to_currency,
      minor: row.amount_minor,
    },
    conversion_date: row.conversion_date,
    reason,
    reason_text:
      reason && say(`ledger.conversion.stops.${reason}`, { from: from_currency, to: to_currency }),
    sold: legs?.sold ?? null,
    bought: legs?.bought ?? null,
    rate: legs?.rate ?? null,
    ...saidBefore(row),
    quoted: row.quote_uuid !== null,
    asked_at: row.asked_at,
    asked_by: row.asked_by_name,
    closed_at: row.closed_at,
    allowed_actions: may && conversionMachine.next(status, 'cancel') ? ['cancel'] : [],
  }
}

/** What was said of the side that follows by the rate, and what was delivered against it. */
function saidBefore(row: ConversionRow): Pick<View, 'expected' | 'drift_text'> {
  const { expected_minor: minor, expected_rate, from_currency, to_currency, fixed_side, rate } = row
  if (minor === null || expected_rate === null) return { expected: null, drift_text: null }
  const currency = fixed_side === 'from' ? to_currency : from_currency
  const expected = { currency, minor }
  const drift = driftOf(row)
  if (drift === null) return { expected, drift_text: null }
  const kind = row.quote_uuid ? 'quoted' : drift === 0n ? 'same' : fixed_side
  const params = {
    ...{ amount: amountText(expected), currency, way: drift > 0n ? 'more' : 'less' },
    difference: amountText({ currency, minor: drift < 0n ? -drift : drift }),
    ...{ was: shortRate(expected_rate), is: shortRate(rate ?? expected_rate) },
  }
  return { expected, drift_text: say(`ledger.conversion.drift.${kind}`, params) }
}
