/**
 * The least that a rail carries, in smallest units of the currency: below it the fee or the network's dust rule eats the
 * payment. Bitcoin's dust limit is 546 satoshi (Bitcoin Core's default policy for legacy outputs); tokens carry from one cent.
 */
export function railMinimum(network: string, currency: string): bigint {
  if (network === 'bitcoin') return 546n
  if (currency === 'USDC' || currency === 'USDT') return 10_000n
  return 1n
}
