/** How who is paid on Hedera is spelled: as the number of an account, or as the alias of a key, with the capitals of its checksum. */
import { getAddress, isAddress } from 'viem'
import { TOKENS } from './network.ts'

/** The numbers up to this one are of the network itself. */
const LAST_OF_NETWORK = 1_000n
/** The network numbers no further, and its mirror nodes refuse to be asked of more. */
const LARGEST = 2n ** 32n - 1n

/** The one spelling of who has an address; undefined where it is nobody's, the network's own or a token's, or an alias that only wraps a number. */
export function spelledAs(text: string): string | undefined {
  if (text.startsWith('0x'))
    return isAddress(text) && !/^0x0{24}/.test(text) ? getAddress(text) : undefined
  const number = BigInt(/^0\.0\.([1-9]\d{0,18})$/.exec(text)?.[1] ?? 0)
  if (number <= LAST_OF_NETWORK || number > LARGEST) return undefined
  return TOKENS.main.some(({ id }) => id === text) ? undefined : text
}
