/** A receipt that was booked wrongly is taken back by an entry the other way round, with a reason and by two operators. */
import { books } from '#contract/books.ts'
import { Problem } from '#domain/kernel/problem.ts'
import type { SecondPerson, Work } from '../approvals/index.ts'
import { uuidOf } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say } from '../kernel/words.ts'
import { lockBalances } from './account.store.ts'
import { available, outsideWorld } from './accounts.ts'
import { nameEmployers } from './funding.report.store.ts'
import { holdNotices, reopenBooked } from './funding-notice.store.ts'
import { uncoverRequests } from './funding-requests.ts'
import { postTransfers } from './post-transfers.ts'
import { findBooked, insertReversal } from './reversal.store.ts'

/** What a reversal is done with; `apart` where its parts take its place (decision 0162), of which processes of before know nothing. */
export type ReversalContent = {
  readonly transfer_uuid: string
  readonly reason: string
  readonly apart?: boolean | undefined
}

/** Taking a receipt back, which always takes two. */
export const reversalWork: Work<ReversalContent, boolean> = {
  kind: 'reverse_funding',
  entry: books.reverseFunding,
  always: () => true,
  title: ({ reason }) => reason,
  totals: async (ctx, { transfer_uuid }) => {
    const { currency, amount_minor, reversed } = await getBooked(ctx, transfer_uuid)
    return reversed ? [] : [{ currency, minor: amount_minor }]
  },
  async *lines(ctx, { transfer_uuid, reason, apart }) {
    const of = await getBooked(ctx, transfer_uuid)
    const [employer] = await nameEmployers(ctx.tx, [of.employer_uuid])
    yield [
      {
        line_id: transfer_uuid,
        employer_name: employer?.company_name ?? '',
        employer_domain: employer?.domain ?? '',
        contractor_name: null,
        label: apart ? say('ledger.books.forParts', { reference: of.reference }) : of.reference,
        date: of.received_on,
        amount: { currency: of.currency, minor: of.amount_minor },
        facts: [
          ...[transfer_uuid, of.funding_uuid, of.currency, of.amount_minor, of.reversed, reason],
          ...(apart ? ['apart'] : []),
        ],
      },
    ]
  },
  run: reverse,
  outcomeOf: done => ({ execution_uuid: null, done: done ? 1 : 0, refused: 0 }),
}

/** Keeps for a second operator that a receipt is taken back. NOT_FOUND for what is no receipt that was booked for an employer. */
export async function reverseFunding(ctx: Ctx, byTwo: SecondPerson, content: ReversalContent) {
  const outcome = await byTwo(ctx, reversalWork, content)
  return 'waiting' in outcome ? { reversed: false, ...outcome } : { reversed: true }
}

async function reverse(
  ctx: Ctx,
  { transfer_uuid, reason, apart = false }: ReversalContent,
): Promise<boolean> {
  const { funding_uuid, employer_uuid, currency, amount_minor, reversed } = await getBooked(
    ctx,
    transfer_uuid,
  )
  if (reversed) return false
  const there = (await lockBalances(ctx.tx, employer_uuid, [currency])).get(currency) ?? 0n
  if (there < amount_minor) throw new Problem('FUNDS_SHORT', 'ledger.books.spent')
  const made = await insertReversal(ctx.tx, {
    ...{ funding_uuid, employer_uuid, currency, amount_minor, reason, apart },
    reversed_by: ctx.actor.sub,
    reversed_at: ctx.now,
  })
  if (!made) return false
  await postTransfers(ctx, [
    {
      transfer_uuid: uuidOf(`reversal:${transfer_uuid}`),
      from: available(employer_uuid, currency),
      to: outsideWorld(currency),
      amount: { currency, minor: amount_minor },
      code: 'funding_reversed',
      subject_uuid: funding_uuid,
    },
  ])
  await holdNotices(ctx.tx, employer_uuid)
  await reopenBooked(ctx.tx, funding_uuid)
  await uncoverRequests(ctx, funding_uuid)
  ctx.audit({
    action: 'reverse',
    entity: 'funding',
    entity_uuids: [funding_uuid],
    employer_uuid,
    after: { reason, ...(apart && { apart }) },
  })
  return true
}

async function getBooked(ctx: Ctx, transfer_uuid: string) {
  const found = await findBooked(ctx.tx, transfer_uuid)
  if (!found) throw new Problem('NOT_FOUND', 'ledger.books.notReversible')
  return found
}
