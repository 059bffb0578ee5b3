/** Why a rail that follows a chain takes nothing new by now, as its callers are told. */
import type { ChainHold } from '#domain/kernel/chain-problem.ts'
import { GatewayError } from '../gateway-error.ts'

const HELD: Readonly<Record<ChainHold, string>> = {
  TOKENS_MISSING: 'tokens left the treasury that were not sent from here',
  FEE_UNKNOWN: 'the node cannot tell what a transaction costs',
  FEE_TOO_HIGH: 'the network asks more than is paid',
  MUCH_WAITS: 'too many transactions wait for a block',
  COIN_SHORT: 'the treasury has too little of the coin in which the network is paid',
  SIGNER_SILENT: 'the signer does not answer',
  SIGNER_OTHER: 'the signer holds another key, or answers what nobody understands',
  SIGNER_FULL: 'the signer signs for no more within this hour',
}

/** What is thrown at who hands something over meanwhile: `<CHAIN>_<HOLD>`, to be tried again. */
export function heldBack(chain: string, hold: ChainHold): GatewayError {
  return new GatewayError(`${chain}_${hold}`, HELD[hold], { retriable: true })
}
