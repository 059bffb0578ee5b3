/** Quotes: a rate that is promised for a while, and the exchange by it (decision 0117). */
import type { z } from 'zod'
import type { ConversionQuote } from '#contract/exchange.ts'
import type { Exchange } from '#domain/exchange/conversion.ts'
import { legsOf } from '#domain/exchange/conversion.ts'
import { expiryOf, holds } from '#domain/exchange/quote.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { newUuid, uuidOf } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { lockBalances } from '../ledger/index.ts'
import { auditConversion } from './audit-conversion.ts'
import { checkExchange } from './check-exchange.ts'
import { findCompany, findStandings } from './conversion.report.store.ts'
import { postLegs } from './post-legs.ts'
import {
  findConvertedBy,
  findQuote,
  insertQuote,
  insertQuoted,
  type QuoteRow,
} from './quote.store.ts'

/** Promises a company the rate of now for a while. NOT_FOUND, RATE_MISSING, RATE_STALE, or what of it is wrong; it moves nothing. */
export async function askQuote(
  ctx: Ctx,
  domain: string,
  asked: Exchange,
): Promise<z.output<typeof ConversionQuote>> {
  const company = await findCompany(ctx.tx, { domain })
  if (!company) throw new Problem('NOT_FOUND', 'ledger.problems.noSuchEmployer')
  const rate = await checkExchange(ctx, asked)
  if (rate.stale)
    throw new Problem('RATE_MISSING', 'ledger.conversion.stops.RATE_STALE', {
      params: { from: asked.from_currency, to: asked.to_currency },
    })
  const { sold, bought } = legsOf(asked, rate)
  const { from_currency, to_currency, fixed_side } = asked
  const quote: QuoteRow = {
    ...{ quote_uuid: newUuid(), employer_uuid: company.employer_uuid },
    ...{ from_currency, to_currency, fixed_side },
    ...{ sold_minor: sold.minor, bought_minor: bought.minor, rate: rate.rate },
    ...{ rate_source: rate.source, rate_as_of: new Date(rate.as_of) },
    ...{ asked_by: ctx.actor.sub ?? '', asked_at: ctx.now, expires_at: expiryOf(ctx.now) },
  }
  await insertQuote(ctx.tx, quote)
  ctx.audit({
    action: 'quote',
    entity: 'conversion_quote',
    entity_uuids: [quote.quote_uuid],
    employer_uuid: company.employer_uuid,
    after: { ...{ from_currency, to_currency }, rate: quote.rate, expires_at: quote.expires_at },
  })
  return presentQuote(quote)
}

/** A quote as people read it. */
export function presentQuote(row: QuoteRow): z.output<typeof ConversionQuote> {
  return {
    ...{ quote_uuid: row.quote_uuid, fixed_side: row.fixed_side },
    ...{ asked_at: row.asked_at, expires_at: row.expires_at },
    sold: { currency: row.from_currency, minor: row.sold_minor },
    bought: { currency: row.to_currency, minor: row.bought_minor },
    rate: { rate: row.rate, source: row.rate_source, as_of: row.rate_as_of },
  }
}

/** A quote that can be accepted, or was: QUOTE_EXPIRED once its time is over and nothing was done by it. */
export async function getQuote(
  ctx: Ctx,
  quote_uuid: string,
): Promise<QuoteRow & { readonly conversion_uuid: string | undefined }> {
  const quote = await findQuote(ctx.tx, quote_uuid)
  if (!quote) throw new Problem('NOT_FOUND', 'ledger.quote.problems.noSuch')
  const conversion_uuid = await findConvertedBy(ctx.tx, quote_uuid)
  if (!conversion_uuid && !holds(quote, ctx.now))
    throw new Problem('QUOTE_EXPIRED', 'ledger.quote.problems.expired')
  return { ...quote, conversion_uuid }
}

/**
 * Exchanges at exactly what was quoted, both legs or neither, once. QUOTE_EXPIRED; FUNDS_SHORT; TRANSITION_NOT_ALLOWED while the platform, the company
 * or a currency stands still.
 */
export async function convertByQuote(
  ctx: Ctx,
  quote_uuid: string,
): Promise<{ conversion_uuid: string; is_new: boolean }> {
  const quote = await getQuote(ctx, quote_uuid)
  const conversion_uuid = uuidOf(`quote:${quote_uuid}`)
  if (quote.conversion_uuid) return { conversion_uuid: quote.conversion_uuid, is_new: false }
  const { conversion_uuid: _, ...row } = quote
  const by = { sub: ctx.actor.sub ?? '', at: ctx.now, on: ctx.today }
  if (!(await insertQuoted(ctx.tx, conversion_uuid, row, by)))
    return { conversion_uuid, is_new: false }
  await requireMoving(ctx, conversion_uuid, quote)
  const { employer_uuid, from_currency, to_currency, sold_minor, bought_minor } = quote
  const balances = await lockBalances(ctx.tx, employer_uuid, [from_currency])
  if ((balances.get(from_currency) ?? 0n) < sold_minor)
    throw new Problem('FUNDS_SHORT', 'ledger.conversion.stops.FUNDS_SHORT', {
      params: { from: from_currency },
    })
  await postLegs(ctx, {
    ...{ conversion_uuid, employer_uuid },
    sold: { currency: from_currency, minor: sold_minor },
    bought: { currency: to_currency, minor: bought_minor },
  })
  auditConversion(ctx, 'execute', { conversion_uuid, employer_uuid, status: 'EXECUTED' })
  await ctx.doors.payments.lookAtHolds(ctx, { employer_uuid })
  return { conversion_uuid, is_new: true }
}

async function requireMoving(
  ctx: Ctx,
  conversion_uuid: string,
  { from_currency: from, to_currency: to }: QuoteRow,
): Promise<void> {
  const standing = (await findStandings(ctx.tx, [conversion_uuid])).get(conversion_uuid)
  const stop = standing?.halted
    ? 'HALTED'
    : standing?.suspended
      ? 'SUSPENDED'
      : standing?.frozen
        ? 'FROZEN'
        : undefined
  if (stop)
    throw new Problem('TRANSITION_NOT_ALLOWED', `ledger.conversion.stops.${stop}`, {
      params: { from, to },
    })
}
