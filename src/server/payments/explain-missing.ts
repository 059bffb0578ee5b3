/** What left a wallet of ours by nothing of ours: nothing is paid from there until two operators say what that was (decision 0197). */
import { treasuries as entries } from '#contract/treasuries.ts'
import type { Money } from '#domain/kernel/money.ts'
import { type Blockchain, networkName } from '#domain/kernel/network.ts'
import { Problem } from '#domain/kernel/problem.ts'
import type { SecondPerson, Work } from '../approvals/index.ts'
import { uuidOf } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { loseOwn } from './wallet-books.ts'

/** What is explained, and with what. */
export type MissingContent = {
  readonly network: Blockchain
  readonly currency: string
  readonly amount_minor: string
  readonly words: string
  readonly asked_by: string
}

/** Explaining what is missing, which always takes two: payments leave from that wallet again then. */
export const explainMissingWork: Work<MissingContent, boolean> = {
  kind: 'explain_missing',
  entry: entries.explainMissing,
  always: () => true,
  title: ({ words }) => words.replace(/\.$/, ''),
  totals: async (ctx, content) => {
    const missing = missingOf(content)
    const now = await whatIsMissing(ctx, content)
    if (now?.minor !== missing.minor)
      throw new Problem('TRANSITION_NOT_ALLOWED', 'payments.problems.otherMissing')
    return [missing]
  },
  async *lines(ctx, content) {
    const { network, currency, amount_minor, words } = content
    yield [
      {
        ...{ employer_name: '', employer_domain: '', contractor_name: null },
        ...{ line_id: `${network} ${currency}`, label: networkName(network), date: ctx.today },
        amount: missingOf(content),
        facts: [network, currency, amount_minor, words],
      },
    ]
  },
  run: async (ctx, { words, asked_by, ...of }) => {
    const { network, currency } = of
    const by = { asked_by, explained_by: ctx.actor.sub ?? '', explained_at: ctx.now }
    // The rail keeps it in books of its own: where this ends before it is kept here, it is kept there, by two people who said so, and again does no more.
    const done = await ctx.gateways
      .railOf(network)
      .explainMissing?.({ missing: missingOf(of), words, ...by })
    if (!done) throw new Problem('TRANSITION_NOT_ALLOWED', 'payments.problems.otherMissing')
    await loseOwn(ctx, { network, missing: missingOf(of) }, { words, asked_by })
    ctx.audit({
      ...{ action: 'explain', entity: 'treasury', employer_uuid: null },
      entity_uuids: [uuidOf(`treasury:${network}:${currency}`)],
      after: { ...of, words, asked_by },
    })
    return true
  },
  outcomeOf: done => ({ execution_uuid: null, done: done ? 1 : 0, refused: 0 }),
}

function missingOf(of: Pick<MissingContent, 'currency' | 'amount_minor'>): Money {
  return { currency: of.currency, minor: BigInt(of.amount_minor) }
}

async function whatIsMissing(
  ctx: Ctx,
  { network, currency }: Pick<MissingContent, 'network' | 'currency'>,
): Promise<Money | undefined> {
  const held = (await ctx.gateways.railOf(network).treasuries?.()) ?? []
  const all = held.flatMap(({ missing, coin_missing }) =>
    [missing ?? [], coin_missing ?? []].flat(),
  )
  return all.find(of => of.currency === currency)
}

/** Keeps for a second operator how what is missing from a wallet is explained. TRANSITION_NOT_ALLOWED where another amount is missing, or nothing. */
export async function explainMissing(
  ctx: Ctx,
  byTwo: SecondPerson,
  of: { readonly network: Blockchain; readonly missing: Money; readonly words: string },
) {
  const { missing, ...said } = of
  const outcome = await byTwo(ctx, explainMissingWork, {
    ...{ ...said, currency: missing.currency, amount_minor: String(missing.minor) },
    asked_by: ctx.actor.sub ?? '',
  })
  return 'waiting' in outcome ? { explained: false, ...outcome } : { explained: true }
}
