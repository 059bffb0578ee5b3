/** Exchanges of what a company has: asked for by operators, done by the clock at the rate of then (decision 0082, docs/rules/fx.md). */
import { exchange as entries } from '#contract/exchange.ts'
import { conversionMachine, type Exchange, legsOf } from '#domain/exchange/conversion.ts'
import { transition } from '#domain/kernel/machine.ts'
import { formatMoney } from '#domain/kernel/money.ts'
import { addDays, endOf } from '#domain/kernel/plain-date.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import type { SecondPerson, Work } from '../approvals/index.ts'
import { newUuid } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { auditConversion } from './audit-conversion.ts'
import { checkExchange } from './check-exchange.ts'
import { findCompany, findConversion } from './conversion.report.store.ts'
import { holdScheduled, insertConversion, lockConversion, saveOutcome } from './conversion.store.ts'
import { findQuote, type QuoteRow } from './quote.store.ts'
import { convertByQuote, getQuote } from './quotes.ts'
import { loadRates } from './rates.ts'

const LOOKS_AHEAD_DAYS = 366

/** A conversion as it is kept until a second operator answers. */
export type ConversionContent = Omit<Exchange, 'amount_minor'> & {
  readonly employer_uuid: string
  readonly amount_minor: string
  readonly conversion_date: string
  /** By which quote it is done at once; without one it is done on its day, at the rate of then. */
  readonly quote_uuid?: string
}

/** What was scheduled or exchanged, and whether it was only now. */
export type Converted = { readonly conversion_uuid: string; readonly is_new: boolean }

/** Scheduling a conversion, for one operator or for two. What is scheduled already counts for nothing. */
export const conversionWork: Work<ConversionContent, Converted> = {
  kind: 'schedule_conversion',
  entry: entries.scheduleConversion,
  title: pairOf,
  totals: async (ctx, content) => {
    const { quote_uuid } = content
    const before = quote_uuid
      ? (await getQuote(ctx, quote_uuid)).conversion_uuid
      : await holdScheduled(ctx.tx, { ...content, amount_minor: BigInt(content.amount_minor) })
    return before ? [] : [fixedOf(content)]
  },
  async *lines(ctx, content) {
    const { employer_uuid, conversion_date, from_currency, to_currency, fixed_side } = content
    const company = await findCompany(ctx.tx, { employer_uuid })
    const quote = content.quote_uuid && (await findQuote(ctx.tx, content.quote_uuid))
    yield [
      {
        line_id: employer_uuid,
        employer_name: company?.company_name ?? '',
        employer_domain: company?.domain ?? '',
        contractor_name: null,
        label: quote ? promisedBy(quote) : pairOf(content),
        date: conversion_date,
        amount: fixedOf(content),
        facts: [
          ...[employer_uuid, from_currency, to_currency, fixed_side],
          ...[
            content.amount_minor,
            conversion_date,
            ...(content.quote_uuid ? [content.quote_uuid] : []),
          ],
        ],
      },
    ]
  },
  until: async (ctx, { quote_uuid, conversion_date }) =>
    quote_uuid ? (await getQuote(ctx, quote_uuid)).expires_at : endOf(conversion_date),
  run: (ctx, content) =>
    content.quote_uuid ? convertByQuote(ctx, content.quote_uuid) : schedule(ctx, content),
  outcomeOf: ({ is_new }) => ({ execution_uuid: null, done: is_new ? 1 : 0, refused: 0 }),
}

function pairOf({ from_currency, to_currency }: Pick<Exchange, 'from_currency' | 'to_currency'>) {
  return `${from_currency} → ${to_currency}`
}

/** Both sides as they will be: what a second person says yes to. */
function promisedBy({ from_currency, to_currency, sold_minor, bought_minor }: QuoteRow): string {
  const sold = formatMoney({ currency: from_currency, minor: sold_minor })
  return `${sold} → ${formatMoney({ currency: to_currency, minor: bought_minor })}`
}

function fixedOf({ fixed_side, from_currency, to_currency, amount_minor }: ConversionContent) {
  return {
    currency: fixed_side === 'from' ? from_currency : to_currency,
    minor: BigInt(amount_minor),
  }
}

type Asked = Exchange & { readonly conversion_date: string }

/** Schedules, or keeps it for a second operator. NOT_FOUND, RATE_MISSING where the pair is never quoted, or what of it is wrong. */
export async function scheduleConversion(
  ctx: Ctx,
  byTwo: SecondPerson,
  domain: string,
  asked: Asked,
): Promise<
  { conversion_uuid: string } | Extract<Awaited<ReturnType<SecondPerson>>, { waiting: object }>
> {
  const company = await findCompany(ctx.tx, { domain })
  if (!company) throw new Problem('NOT_FOUND', 'ledger.problems.noSuchEmployer')
  await checkAsked(ctx, asked)
  const outcome = await byTwo(ctx, conversionWork, {
    ...asked,
    employer_uuid: company.employer_uuid,
    amount_minor: String(asked.amount_minor),
  })
  return 'waiting' in outcome ? outcome : outcome.done
}

/** Exchanges by a quote, or keeps that for a second operator, who has to be as fast. QUOTE_EXPIRED once its time is over. */
export async function acceptQuote(
  ctx: Ctx,
  byTwo: SecondPerson,
  quote_uuid: string,
): ReturnType<typeof scheduleConversion> {
  const quote = await getQuote(ctx, quote_uuid)
  const { employer_uuid, from_currency, to_currency, fixed_side } = quote
  const outcome = await byTwo(ctx, conversionWork, {
    ...{ employer_uuid, from_currency, to_currency, fixed_side, quote_uuid },
    amount_minor: String(fixed_side === 'from' ? quote.sold_minor : quote.bought_minor),
    conversion_date: ctx.today,
  })
  return 'waiting' in outcome ? outcome : outcome.done
}

async function checkAsked(ctx: Ctx, asked: Asked): Promise<void> {
  const { conversion_date } = asked
  if (conversion_date < ctx.today || conversion_date > addDays(ctx.today, LOOKS_AHEAD_DAYS))
    throw invalidField('conversion_date', 'ledger.conversion.problems.when')
  await checkExchange(ctx, asked)
}

async function schedule(ctx: Ctx, { quote_uuid: _, ...content }: ConversionContent) {
  const asked = { ...content, amount_minor: BigInt(content.amount_minor) }
  const rate = (await loadRates(ctx))(content.from_currency, content.to_currency)
  const legs = rate && legsOf(asked, rate)
  const { conversion_uuid, is_new } = await insertConversion(ctx.tx, {
    ...asked,
    conversion_uuid: newUuid(),
    expected_minor: legs ? legs[content.fixed_side === 'from' ? 'bought' : 'sold'].minor : null,
    expected_rate: legs ? rate.rate : null,
    asked_by: ctx.actor.sub,
    asked_at: ctx.now,
  })
  const { employer_uuid } = content
  if (is_new)
    auditConversion(ctx, 'schedule', { conversion_uuid, employer_uuid, status: 'SCHEDULED' })
  return { conversion_uuid, is_new }
}

/** Takes a conversion back; again changes nothing. NOT_FOUND, or TRANSITION_NOT_ALLOWED once it was done or failed. */
export async function cancelConversion(ctx: Ctx, conversion_uuid: string): Promise<void> {
  const held = await lockConversion(ctx.tx, conversion_uuid)
  if (!held) throw new Problem('NOT_FOUND', 'ledger.conversion.problems.noSuch')
  if (held.status === 'CANCELLED') return
  transition(conversionMachine, 'conversion', held.status, 'cancel')
  const status = 'CANCELLED'
  const closed = { closed_by: ctx.actor.sub, closed_at: ctx.now }
  await saveOutcome(ctx.tx, conversion_uuid, { status, reason: null, ...closed })
  const { employer_uuid } = held
  auditConversion(ctx, 'cancel', { conversion_uuid, employer_uuid, status })
}

/** A conversion that is there. */
export async function getConversion(ctx: Ctx, conversion_uuid: string) {
  const found = await findConversion(ctx.tx, conversion_uuid)
  if (!found) throw new Problem('NOT_FOUND', 'ledger.conversion.problems.noSuch')
  return found
}
