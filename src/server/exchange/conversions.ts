/** Exchanges of what a company has: asked for by operators, done by the clock at the rate of then (decision 0082, docs/rules/fx.md). */
import { exchange as entries } from '#contract/exchange.ts'
import { conversionMachine, type Exchange, legsOf } from '#domain/exchange/conversion.ts'
import { transition } from '#domain/kernel/machine.ts'
import { amountText, MOST_RECEIPT_MINOR } from '#domain/kernel/money.ts'
import { addDays } from '#domain/kernel/plain-date.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import type { SecondPerson, Work } from '../approvals/index.ts'
import { newUuid } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { findCurrency } from '../reference/currencies.ts'
import { findCompany, findConversion } from './conversion.report.store.ts'
import { findScheduled, insertConversion, lockConversion, saveOutcome } from './conversion.store.ts'
import { loadRates } from './rates.ts'

const LOOKS_AHEAD_DAYS = 366

/** A conversion as it is kept until a second operator answers. */
export type ConversionContent = Omit<Exchange, 'amount_minor'> & {
  readonly employer_uuid: string
  readonly amount_minor: string
  readonly conversion_date: string
}

/** Scheduling a conversion, for one operator or for two. What is scheduled already counts for nothing. */
export const conversionWork: Work<ConversionContent, { readonly conversion_uuid: string }> = {
  kind: 'schedule_conversion',
  entry: entries.scheduleConversion,
  title: pairOf,
  totals: async (ctx, content) =>
    (await findScheduled(ctx.tx, { ...content, amount_minor: BigInt(content.amount_minor) }))
      ? []
      : [fixedOf(content)],
  async *lines(ctx, content) {
    const { employer_uuid, conversion_date, from_currency, to_currency, fixed_side } = content
    const company = await findCompany(ctx.tx, { employer_uuid })
    yield [
      {
        line_id: employer_uuid,
        employer_name: company?.company_name ?? '',
        employer_domain: company?.domain ?? '',
        contractor_name: null,
        label: pairOf(content),
        date: conversion_date,
        amount: fixedOf(content),
        facts: [
          ...[employer_uuid, from_currency, to_currency, fixed_side],
          ...[content.amount_minor, conversion_date],
        ],
      },
    ]
  },
  run: schedule,
  outcomeOf: () => ({ execution_uuid: null, done: 1, refused: 0 }),
}

function pairOf({ from_currency, to_currency }: Pick<Exchange, 'from_currency' | 'to_currency'>) {
  return `${from_currency} → ${to_currency}`
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

async function checkAsked(ctx: Ctx, asked: Asked): Promise<void> {
  const { from_currency, to_currency, amount_minor, conversion_date } = asked
  for (const field of ['from_currency', 'to_currency'] as const)
    if (!findCurrency(asked[field]))
      throw invalidField(field, 'ledger.fundingFile.noCurrency', { currency: asked[field] })
  if (from_currency === to_currency)
    throw invalidField('to_currency', 'ledger.conversion.problems.sameCurrency')
  if (amount_minor <= 0n)
    throw invalidField('amount_in_smallest_unit', 'ledger.conversion.problems.nothing')
  if (conversion_date < ctx.today || conversion_date > addDays(ctx.today, LOOKS_AHEAD_DAYS))
    throw invalidField('conversion_date', 'ledger.conversion.problems.when')
  const rate = (await loadRates(ctx))(from_currency, to_currency)
  if (!rate)
    throw new Problem('RATE_MISSING', 'ledger.conversion.problems.noRate', {
      params: { from: from_currency, to: to_currency },
    })
  const legs = legsOf(asked, rate)
  const wrong = [legs.sold, legs.bought].find(
    ({ minor }) => minor <= 0n || minor > MOST_RECEIPT_MINOR,
  )
  if (wrong)
    throw invalidField('amount_in_smallest_unit', 'ledger.conversion.problems.amount', {
      amount: amountText(wrong),
      currency: wrong.currency,
    })
}

async function schedule(ctx: Ctx, { amount_minor, ...content }: ConversionContent) {
  const { conversion_uuid, is_new } = await insertConversion(ctx.tx, {
    ...content,
    conversion_uuid: newUuid(),
    amount_minor: BigInt(amount_minor),
    asked_by: ctx.actor.sub,
    asked_at: ctx.now,
  })
  const { employer_uuid } = content
  if (is_new)
    auditConversion(ctx, 'schedule', { conversion_uuid, employer_uuid, status: 'SCHEDULED' })
  return { conversion_uuid }
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

/** Writes into the company's chain what became of a conversion. */
export function auditConversion(
  ctx: Ctx,
  action: string,
  of: {
    readonly conversion_uuid: string
    readonly employer_uuid: string
    readonly status: string
    readonly reason?: string
  },
): void {
  const { conversion_uuid, employer_uuid, ...after } = of
  ctx.audit({
    action,
    entity: 'conversion',
    entity_uuids: [conversion_uuid],
    employer_uuid,
    after,
  })
}

/** A conversion that is there. */
export async function getConversion(ctx: Ctx, conversion_uuid: string) {
  const found = await findConversion(ctx.tx, conversion_uuid)
  if (!found) throw new Problem('NOT_FOUND', 'ledger.conversion.problems.noSuch')
  return found
}
