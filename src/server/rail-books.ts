/** What the rails wrote of what they sent and took, by which ours is checked: one list for the server and for every command that checks. */
import { DEPOSITS as ALGORAND_DEPOSITS } from './gateways/algorand/network.ts'
import { DEPOSITS } from './gateways/ethereum/network.ts'
import { DEPOSITS as HEDERA_DEPOSITS } from './gateways/hedera/network.ts'
import { bitcoinBooks } from './gateways/rails/bitcoin.ts'
import { simulatedRail } from './gateways/rails/simulated.ts'
import { tokenBooks } from './gateways/rails/token.ts'
import { DEPOSITS as SOLANA_DEPOSITS } from './gateways/solana/network.ts'
import type { Config } from './kernel/config.ts'
import type { Database } from './kernel/db.ts'
import type { CheckDeps } from './verification/index.ts'

/** The books of every rail that has some in this database: those of chains also where these are paid by hand by now. */
export function railBooks(
  config: Pick<Config, 'simulatedRail'>,
  { books }: Database,
): CheckDeps['rails'] {
  return [
    ...(config.simulatedRail ? [simulatedRail(books)] : []),
    bitcoinBooks(books),
    tokenBooks(books, 'solana', { rules: SOLANA_DEPOSITS }),
    tokenBooks(books, 'ethereum', { rules: DEPOSITS }),
    tokenBooks(books, 'algo', { rules: ALGORAND_DEPOSITS }),
    tokenBooks(books, 'hedera', { rules: HEDERA_DEPOSITS }),
  ]
}
