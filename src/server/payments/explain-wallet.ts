/** By how much a wallet of ours differs from the ledger: two operators say that it is our own, put there or taken, and what that stopped goes on (decision 0248). */
import { treasuries as entries } from '#contract/treasuries.ts'
import type { Money } from '#domain/kernel/money.ts'
import { type Blockchain, networkName } from '#domain/kernel/network.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { afterExplained, explainedOf } from '#domain/payments/wallet-books.ts'
import type { SecondPerson, Work } from '../approvals/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { lockReadings, saveReadings } from './wallet.store.ts'
import { readBooked, sayOwn } from './wallet-books.ts'

/** What is explained, positive where more is there than the books say, and with what. */
export type WalletContent = {
  readonly network: Blockchain
  readonly currency: string
  readonly difference_minor: string
  readonly words: string
  readonly asked_by: string
}

/** Explaining by how much a wallet differs, which always takes two. */
export const explainWalletWork: Work<WalletContent, boolean> = {
  kind: 'explain_wallet',
  entry: entries.explainWallet,
  always: () => true,
  title: ({ words }) => words.replace(/\.$/, ''),
  totals: async (ctx, content) => {
    await explainable(ctx, content)
    return [differenceOf(content)]
  },
  async *lines(ctx, content) {
    const { network, currency, difference_minor, words } = content
    yield [
      {
        ...{ employer_name: '', employer_domain: '', contractor_name: null },
        ...{ line_id: `${network} ${currency}`, label: networkName(network), date: ctx.today },
        amount: differenceOf(content),
        facts: [network, currency, difference_minor, words],
      },
    ]
  },
  run: async (ctx, content) => {
    const { network, currency, words, asked_by } = content
    const [row] = (await lockReadings(ctx.tx)).filter(
      of => of.network === network && of.currency === currency,
    )
    const { now, minor } = await explainable(ctx, content)
    await sayOwn(ctx, content, { minor, words, asked_by })
    // What that stopped goes on with the next reading, which tells the rail: here the rail would hear it although this ends before it is kept.
    const after = row && { ...row, ...afterExplained(row, now - minor, ctx.now) }
    if (after) await saveReadings(ctx.tx, [after])
    return true
  },
  outcomeOf: done => ({ execution_uuid: null, done: done ? 1 : 0, refused: 0 }),
}

function differenceOf(of: Pick<WalletContent, 'currency' | 'difference_minor'>): Money {
  return { currency: of.currency, minor: BigInt(of.difference_minor) }
}

/** By how much the wallet differs by now, and what of that this explains. TRANSITION_NOT_ALLOWED where it differs the other way, or not at all. */
async function explainable(ctx: Ctx, { network, currency, ...of }: WalletContent) {
  const booked = await readBooked(ctx, [[network, ctx.gateways.railOf(network)]])
  const now = booked.find(one => one.currency === currency)?.difference.minor ?? 0n
  const minor = explainedOf(BigInt(of.difference_minor), now)
  if (minor === 0n) throw otherDifference()
  return { now, minor }
}

/** Keeps for a second operator how it is explained by how much a wallet differs. TRANSITION_NOT_ALLOWED where it differs by another amount, or not at all. */
export async function explainWallet(
  ctx: Ctx,
  byTwo: SecondPerson,
  of: { readonly network: Blockchain; readonly difference: Money; readonly words: string },
) {
  const { difference, ...said } = of
  const content: WalletContent = {
    ...{ ...said, currency: difference.currency, difference_minor: String(difference.minor) },
    asked_by: ctx.actor.sub ?? '',
  }
  // Who asks says what they see; what it is when another answers may be another amount.
  if ((await explainable(ctx, content)).now !== difference.minor) throw otherDifference()
  const outcome = await byTwo(ctx, explainWalletWork, content)
  return 'waiting' in outcome ? { explained: false, ...outcome } : { explained: true }
}

function otherDifference(): Problem {
  return new Problem('TRANSITION_NOT_ALLOWED', 'payments.problems.otherDifference')
}
