/** What two operators say of payments together: what became of them, or that they go back to their employers. */
import { mending } from '#contract/mending.ts'
import { totalsByCurrency } from '#domain/kernel/money.ts'
import { personName } from '#domain/kernel/names.ts'
import { type MendAction, WORDS_OF_TWO } from '#domain/payments/mending.ts'
import type { StepLine, Work } from '../approvals/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say } from '../kernel/words.ts'
import { losePayments } from './ask-rails.ts'
import { giveBack } from './give-back.ts'
import { lockToMend, type MendRow } from './mend-rows.ts'
import { type PaidOutside, payOutside } from './paid-outside.ts'
import { listPaymentFacts, type PaymentFactsRow } from './payment-facts.report.store.ts'
import { sayLeft, sayNotLeft } from './say-what-became.ts'
import { scheduleBeside } from './schedule-again.ts'
import { isUnsent } from './unsent.ts'

/** What is asked for, with who asks: whoever confirms it is another. */
export type MendContent = {
  readonly action: 'left' | 'not_left' | 'retry_beside' | 'forgo' | 'give_back' | 'outside'
  readonly payment_uuids: readonly string[]
  readonly reference: string
  readonly words: string
  readonly asked_by: string
  /** The document that proves what was paid outside. */
  readonly file_uuid: string | null
}

/** The actions that one operator does not do alone: the first four never, the last above the platform's limit. */
export const BY_TWO = [...WORDS_OF_TWO, 'give_back'] as const satisfies readonly MendAction[]

/** The payments of this work that it is still to be done to, locked. */
async function readyOf(ctx: Ctx, { action, payment_uuids }: MendContent): Promise<MendRow[]> {
  const rows = await lockToMend(ctx, payment_uuids)
  return [...rows.values()].filter(row =>
    action === 'outside' ? isUnsent(row) : row.may.includes(action),
  )
}

/** Mending payments, for one operator or for two. Of payments of which nobody knows it always takes two. */
export const mendWork: Work<MendContent, { readonly done: number; readonly refused: number }> = {
  kind: 'mend_payments',
  entry: mending.mendPayments,
  title: ({ action, reference }) => say(`payments.works.${action}`, { reference }),
  always: ({ action }) => WORDS_OF_TWO.some(word => word === action),
  totals: async (ctx, content) =>
    totalsByCurrency(
      (await readyOf(ctx, content)).map(row => ({
        currency: row.source_currency,
        minor: row.source_minor,
      })),
    ),
  async *lines(ctx, content, held) {
    const ids = [...content.payment_uuids]
    // Who only looks may lock nothing.
    if (held) await lockToMend(ctx, ids)
    yield (await listPaymentFacts(ctx.tx, ids)).map(row => lineOf(content, row))
  },
  run: async (ctx, content) => {
    const ready = await readyOf(ctx, content)
    await does[content.action](ctx, ready, content)
    return { done: ready.length, refused: content.payment_uuids.length - ready.length }
  },
  outcomeOf: ({ done, refused }) => ({ execution_uuid: null, done, refused }),
}

const does: Readonly<
  Record<MendContent['action'], (ctx: Ctx, rows: MendRow[], of: MendContent) => Promise<void>>
> = {
  left: sayLeft,
  not_left: sayNotLeft,
  retry_beside: scheduleBeside,
  forgo: forgoTaking,
  give_back: giveBack,
  outside: (ctx, rows, of: PaidOutside) => payOutside(ctx, rows, of),
}

/** From here on nobody hands them over; their rails are asked at once, and make certain of what they never took (decision 0247). */
async function forgoTaking(ctx: Ctx, rows: MendRow[], { words }: MendContent): Promise<void> {
  await losePayments(ctx, rows, words)
  const payment_uuids = rows.map(row => row.payment_uuid)
  if (payment_uuids.length > 0) await ctx.enqueue('ask_rails', { payment_uuids })
}

function lineOf({ action, reference, words }: MendContent, row: PaymentFactsRow): StepLine {
  return {
    line_id: row.payment_uuid,
    employer_name: row.employer_name,
    employer_domain: row.employer_domain ?? '',
    contractor_name: personName({
      first_name: row.contractor_first_name,
      last_name: row.contractor_last_name,
    }),
    label: row.destination_label,
    date: row.pay_date,
    amount: { currency: row.source_currency, minor: row.source_minor },
    facts: [
      ...[action, reference, words, row.payment_uuid, row.attempt_uuid, row.version],
      ...[row.currency, row.amount_minor, row.source_currency, row.source_minor],
    ],
  }
}
