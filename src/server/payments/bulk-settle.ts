/** Recording that many payments arrived. */
import { networkName } from '#domain/kernel/network.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import { oneByOne, readAhead } from '../kernel/read-ahead.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { withReason } from '../kernel/words.ts'
import { SLICE } from './due-payments.ts'
import { railsFollowed } from './followed.ts'
import {
  findSent,
  holdItemsOf,
  holdPaymentsOfItems,
  isSent,
  listSettling,
  named,
  type SentOf,
  type SentSeen,
  type SettlingPayment,
  type Step,
  sent,
  walkExecution,
  walkUnpaid,
} from './payment.store.ts'
import { settle, settleWhole } from './settle-payments.ts'

type Refused = { payment_uuid: string; said: Text; reason: string }

/** What is settled: the payments named, or all that were seen to wait for it, of one execution or of all. */
export type ToSettle = {
  readonly payment_uuids?: readonly string[] | undefined
  readonly sent?: SentSeen | undefined
} & References

/** What stands on the payslips: a network's own reference, else the one of all. */
type References = {
  readonly reference: string
  readonly references?:
    | readonly { readonly network: string; readonly reference: string }[]
    | undefined
}

/**
 * Settles sent payments; those that are settled already count as settled, the others are refused by themselves. Where they are not
 * named but seen, what a chain tells by itself is none of them, and EXECUTION_STALE when others wait by now. VALIDATION where a network is given two references. All of it happens or nothing, slice by slice.
 */
export async function bulkSettle(
  ctx: Ctx,
  asked: ToSettle,
): Promise<{ settled: number; refused: Refused[] }> {
  const { payment_uuids } = asked
  nameNetworksOnce(asked)
  if (asked.sent) return settleSeen(ctx, asked.sent, asked)
  const unseen = new Set(payment_uuids)
  const refused: Refused[] = []
  let settled = 0
  const asked_uuids = [...unseen].sort()
  await holdPaymentsOfItems(ctx.tx, named(asked_uuids))
  for (let at = 0; at < asked_uuids.length; at += SLICE) {
    const rows = await listSettling(ctx.tx, asked_uuids.slice(at, at + SLICE))
    for (const { payment_uuid, status } of rows) {
      unseen.delete(payment_uuid)
      if (status === 'SENT' || status === 'SETTLED') settled += 1
      else {
        const said = textOf('payments.blockers.notSent', { status })
        refused.push(withReason({ payment_uuid, said }))
      }
    }
    await settleEach(
      ctx,
      rows.filter(row => row.status === 'SENT'),
      asked,
    )
    await settleWhole(ctx, rows)
  }
  for (const payment_uuid of unseen)
    refused.unshift(withReason({ payment_uuid, said: textOf('payments.blockers.noSuchPayment') }))
  return { settled, refused }
}

async function settleSeen(
  ctx: Ctx,
  { payments, fingerprint, execution_uuid, until }: SentSeen,
  references: References,
): Promise<{ settled: number; refused: Refused[] }> {
  const of = { execution_uuid, until, beside: railsFollowed(ctx.gateways) }
  await holdItemsOf(ctx.tx, sent(of))
  // Sent at an earlier instant and written down since, another may stand for one that was settled: the number alone tells nothing.
  const found = await findSent(ctx.tx, of)
  if (found?.fingerprint !== fingerprint) throw stale()
  let settled = 0
  await oneByOne(async next => {
    for await (const steps of readAhead<Step>(SLICE, last => walkOf(ctx, of, last)))
      await next(async () => {
        const slice = steps.map(step => step.payment_uuid)
        const rows = await listSettling(ctx.tx, slice, isSent(of))
        settled += rows.length
        // One that was sent before and written down since is of an item that nobody holds, and was not seen.
        if (settled > payments) throw stale()
        await settleEach(ctx, rows, references)
        await settleWhole(ctx, rows)
      })
  })
  if (settled !== payments) throw stale()
  return { settled, refused: [] }
}

/** A network that is named twice would leave it to chance which reference stands on the payslips. */
function nameNetworksOnce({ references = [] }: References): void {
  const again = references.findIndex(
    ({ network }, at) => references.findIndex(of => of.network === network) < at,
  )
  const { network } = references[again] ?? {}
  if (network)
    throw invalidField(['references', again, 'network'], 'payments.problems.networkTwice', {
      network: networkName(network),
    })
}

/** Settles each under the reference of its network. */
async function settleEach(
  ctx: Ctx,
  rows: readonly SettlingPayment[],
  { reference, references = [] }: References,
): Promise<void> {
  const own = new Map(references.map(of => [of.network, of.reference]))
  for (const [said, group] of Map.groupBy(rows, ({ network }) => own.get(network) ?? reference))
    await settle(ctx, group, said)
}

function walkOf({ tx }: Ctx, { execution_uuid }: SentOf, last: Step | undefined) {
  return execution_uuid
    ? walkExecution(tx, execution_uuid, last?.payment_uuid, SLICE)
    : walkUnpaid(tx, last, SLICE)
}

function stale(): Problem {
  return new Problem('EXECUTION_STALE', 'payments.problems.sentChanged')
}
