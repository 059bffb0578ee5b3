/** Hedera in a signer of its own: transactions that are one transfer of a token that is paid, by a lane of ours, or that have the treasury hold one, and nothing else. */
import { createHash } from 'node:crypto'
import { spelledAs } from '../hedera/address.ts'
import { LANES, SECONDS_OF_A_VALUE, TOKENS } from '../hedera/network.ts'
import { openKeyFile } from '../hedera/signer.ts'
import { holdingBody, holdingLane, readBody, transferBody } from '../hedera/transactions.ts'
import type { Lane } from '../tokens/token-chain.ts'
import type { SignerChain } from './chain.ts'
import type { Asked, Refusal } from './rules.ts'

export const hedera: SignerChain = {
  coin: 'HBAR',
  // Five thousand dollars for each, twenty-five thousand in an hour, and of the coin a hundred HBAR, in hundred millionths.
  first: {
    most_payment: { USDC: 5_000_000_000 },
    most_hour: { USDC: 25_000_000_000, HBAR: 10_000_000_000 },
    most_fee: 500_000_000,
  },
  payeeOf: spelledAs,
  open: (file, passphrase) => {
    const { address, sign } = openKeyFile(file, passphrase)
    return { address, sign, read: async unsigned => readTransfer(unsigned) }
  },
}

/**
 * What a transaction asks for: read, made anew as ours are made, and held against what is to be signed, byte for byte. Of all that a transaction can do one transfer is
 * left, from the account that pays for it: the network chose the number of the treasury's, and a signature by its key is worth nothing for any other. Throws where it is none.
 */
export function readTransfer(unsigned: Uint8Array): Asked | { readonly refusal: Refusal } {
  const { by, transfer, holds } = readBody(unsigned)
  const token = TOKENS.main.find(({ id }) => id === (transfer?.token ?? holds))
  const payee = transfer && spelledAs(transfer.payee)
  if (!token || !isNode(by.node) || !(holds ? isHolding(by.lane) : isLane(by.lane)))
    return { refusal: 'NOT_KNOWN' }
  const anew = holds
    ? holdingBody(holds, by)
    : payee && transferBody({ token, payee, amount: transfer.amount }, by)
  if (!anew || !Buffer.from(anew).equals(unsigned)) return { refusal: 'NOT_KNOWN' }
  const { account, lane, fee } = by
  return {
    id: createHash('sha256').update(unsigned).digest('hex'),
    uses: [{ name: `${account} ${lane.name} ${lane.value}`, value: 0n }],
    paid: payee ? [{ payee, currency: token.currency, amount: transfer.amount }] : [],
    ...{ coin: 'HBAR', fee, laid: 0n, only_dearer: false },
  }
}

/** Those that agree on transactions have the first numbers of all. */
function isNode(id: string): boolean {
  return /^0\.0\.[1-9]\d{0,2}$/.test(id)
}

function isLane({ name, value }: Lane): boolean {
  return Number(name) < LANES && Number(value) % SECONDS_OF_A_VALUE === 0
}

function isHolding({ name, value }: Lane): boolean {
  return name === holdingLane(value).name
}
