import { afterStop, decideConversion } from '#domain/exchange/conversion.ts'
import { assert } from '#domain/kernel/assert.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { lockBalances } from '../ledger/index.ts'
import type { JobContext } from '../worker.ts'
import { auditConversion } from './audit-conversion.ts'
import { findStandings } from './conversion.report.store.ts'
import { employersWithDue, listDue, lockConversion, saveOutcome } from './conversion.store.ts'
import { postLegs } from './post-legs.ts'
import { loadRates } from './rates.ts'

/** Employers with a conversion whose day has come. */
export function employersToConvert(ctx: Ctx): Promise<string[]> {
  return employersWithDue(ctx.tx, ctx.today)
}

/** Does every conversion of an employer whose day has come, each in a unit of its own. */
export async function convertDue(
  employer_uuid: string,
  { unit }: Pick<JobContext, 'unit'>,
): Promise<void> {
  const due = await unit(ctx => listDue(ctx.tx, employer_uuid, ctx.today))
  for (const conversion_uuid of due) await unit(ctx => convertOne(ctx, conversion_uuid))
}

/**
 * Exchanges at the rate of now, both legs or neither. What stops it is kept, and waited for until its day is over; then it has failed.
 * One that is over already is left alone.
 */
async function convertOne(ctx: Ctx, conversion_uuid: string): Promise<void> {
  const held = await lockConversion(ctx.tx, conversion_uuid)
  if (held?.status !== 'SCHEDULED') return
  const { employer_uuid, from_currency, to_currency, conversion_date } = held
  const rate = (await loadRates(ctx))(from_currency, to_currency)
  const standing = (await findStandings(ctx.tx, [conversion_uuid])).get(conversion_uuid)
  assert(standing, 'a conversion that is held stands somehow')
  const balances = await lockBalances(ctx.tx, employer_uuid, [from_currency])
  const available = balances.get(from_currency) ?? 0n
  const decided = decideConversion(held, { ...standing, rate, available })
  const of = { conversion_uuid, employer_uuid }
  if ('stopped' in decided) {
    const { stopped: reason } = decided
    const status = afterStop(reason, { conversion_date, today: ctx.today })
    if (status === 'SCHEDULED' && reason === held.reason) return
    await saveOutcome(
      ctx.tx,
      conversion_uuid,
      status === 'FAILED' ? { status, reason, closed_at: ctx.now } : { status, reason },
    )
    return auditConversion(ctx, status === 'FAILED' ? 'fail' : 'wait', { ...of, status, reason })
  }
  if (!rate) return
  const { sold, bought } = decided
  await postLegs(ctx, { ...of, sold, bought })
  await saveOutcome(ctx.tx, conversion_uuid, {
    status: 'EXECUTED',
    reason: null,
    sold_minor: sold.minor,
    bought_minor: bought.minor,
    rate: rate.rate,
    rate_source: rate.source,
    rate_as_of: new Date(rate.as_of),
    closed_at: ctx.now,
  })
  auditConversion(ctx, 'execute', { ...of, status: 'EXECUTED' })
  await ctx.doors.payments.lookAtHolds(ctx, { employer_uuid })
}
