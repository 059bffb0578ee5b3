/** Why a rail that follows a chain takes nothing new by now, as its callers are told. */
import type { ChainHold } from '#domain/kernel/chain-problem.ts'
import { GatewayError } from '../gateway-error.ts'
import type { SignerView, ViewOf } from '../signer/view.ts'

const HELD: Readonly<Record<ChainHold, string>> = {
  TOKENS_MISSING: 'the treasury does not hold what the books say',
  FEE_UNKNOWN: 'the node cannot tell what a transaction costs',
  FEE_TOO_HIGH: 'the network asks more than is paid',
  MUCH_WAITS: 'too many transactions wait for a block',
  OPT_IN: 'the treasury holds no token yet: whoever has its key opts in once',
  NO_NONCES: 'the treasury has no nonce account yet: whoever has its key opens some once',
  COIN_SHORT: 'the treasury has too little of the coin in which the network is paid',
  SIGNER_SILENT: 'the signer does not answer',
  SIGNER_OTHER: 'the signer holds another key, or answers what nobody understands',
  SIGNER_FULL: 'the signer signs for no more within this hour',
  SIGNER_REFUSES: 'the signer refused what it was asked to sign',
}

/** What is thrown at who hands something over meanwhile, to be tried again: of what it was handed and does not answer for, a rail took nothing, and said why. */
export class HeldBackError extends GatewayError {}

/** Such an error: `<CHAIN>_<HOLD>`. */
export function heldBack(chain: string, hold: ChainHold): HeldBackError {
  return new HeldBackError(`${chain}_${hold}`, HELD[hold], { retriable: true })
}

/** Such an error of a chain that was not read to its end yet. */
export function unread(chain: string): HeldBackError {
  return new HeldBackError(`${chain}_UNREAD`, 'its chain was not read to its end yet', {
    retriable: true,
  })
}

const OF_SIGNER: Readonly<Partial<Record<string, ChainHold>>> = {
  SIGNER_SILENT: 'SIGNER_SILENT',
  SIGNER_OTHER: 'SIGNER_OTHER',
  SIGNER_FULL: 'SIGNER_FULL',
  SIGNER_REFUSED: 'SIGNER_REFUSES',
}

/** What an error of a signer with rules of its own keeps from leaving; undefined of any other error. */
export function signerHold(error: unknown): ChainHold | undefined {
  return error instanceof GatewayError ? OF_SIGNER[error.code] : undefined
}

/** Whether a signer would sign by now for the largest payment, and the dearest transaction, that it may. */
export async function holdOfSigner(view: ViewOf | undefined): Promise<ChainHold | null> {
  try {
    const seen = await view?.([])
    return seen && isFull(seen) ? 'SIGNER_FULL' : null
  } catch (error) {
    const hold = signerHold(error)
    if (hold) return hold
    throw error
  }
}

function isFull({ left, most_payment, most_fee }: SignerView): boolean {
  return Object.entries(left).some(
    ([currency, amount]) => amount < (most_payment[currency] ?? most_fee),
  )
}
