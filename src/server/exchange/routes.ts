import type { exchange } from '#contract/exchange.ts'
import type { SecondPerson } from '../approvals/index.ts'
import { employerOf } from '../kernel/actor.ts'
import type { Handlers } from '../kernel/http.ts'
import { decodeCursor, InstantKey, pageOf } from '../kernel/paging.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { listConversionRows } from './conversion.report.store.ts'
import { acceptQuote, cancelConversion, getConversion, scheduleConversion } from './conversions.ts'
import { listRates } from './list-rates.ts'
import { presentConversions } from './present-conversion.ts'
import { askQuote } from './quotes.ts'

/** The handlers; `byTwo` says what one operator may schedule alone. */
export const exchangeHandlers = (byTwo: SecondPerson): Handlers<typeof exchange> => ({
  listRates: (_input, ctx) => listRates(ctx),
  scheduleConversion: async ({ params, body }, ctx) => {
    const { amount_in_smallest_unit: amount_minor, ...asked } = body
    const outcome = await scheduleConversion(ctx, byTwo, params.domain, { ...asked, amount_minor })
    if ('waiting' in outcome) return { conversion: null, ...outcome }
    return { conversion: await viewOf(ctx, outcome.conversion_uuid) }
  },
  askQuote: ({ params, body: { amount_in_smallest_unit: amount_minor, ...asked } }, ctx) =>
    askQuote(ctx, params.domain, { ...asked, amount_minor }),
  acceptQuote: async ({ params }, ctx) => {
    const outcome = await acceptQuote(ctx, byTwo, params.id)
    if ('waiting' in outcome) return { conversion: null, ...outcome }
    return { conversion: await viewOf(ctx, outcome.conversion_uuid) }
  },
  listConversions: ({ query: { view, ...page } }, ctx) =>
    listPage(ctx, { employer_uuid: null, open: view === 'open' }, page),
  cancelConversion: async ({ params }, ctx) => {
    await cancelConversion(ctx, params.id)
    return viewOf(ctx, params.id)
  },
  listOwnConversions: ({ query }, ctx) =>
    listPage(ctx, { employer_uuid: employerOf(ctx.actor), open: null }, query),
})

async function viewOf(ctx: Ctx, conversion_uuid: string) {
  const [view] = await presentConversions(ctx, [await getConversion(ctx, conversion_uuid)])
  if (!view) throw new Error('a conversion is presented')
  return view
}

async function listPage(
  ctx: Ctx,
  of: { employer_uuid: string | null; open: boolean | null },
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const found = await listConversionRows(ctx.tx, {
    ...of,
    after: decodeCursor(cursor, InstantKey),
    limit: limit + 1,
  })
  const { rows, next_cursor } = pageOf(found, limit, row => [
    row.asked_at.toISOString(),
    row.conversion_uuid,
  ])
  return { items: await presentConversions(ctx, rows), next_cursor }
}
