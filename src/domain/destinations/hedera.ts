/** Hedera account ids with the optional checksum of HIP-15. The id is the number of an account, not a key's hash. */

const P3 = 26 ** 3
const P5 = 26 ** 5
const MAINNET = [0]

/** The five letters of HIP-15 for an id such as `0.0.48211`, on the main network unless another ledger id is given. */
export function hederaChecksum(id: string, ledgerId: readonly number[] = MAINNET): string {
  const digits = [...id].map(char => (char === '.' ? 10 : Number(char)))
  let weighted = 0
  let even = 0
  let odd = 0
  for (const [position, digit] of digits.entries()) {
    weighted = (weighted * 31 + digit) % P3
    if (position % 2 === 0) even = (even + digit) % 11
    else odd = (odd + digit) % 11
  }
  let ledger = 0
  for (const byte of [...ledgerId, 0, 0, 0, 0, 0, 0]) ledger = (ledger * 31 + byte) % P5
  const packed = (((digits.length % 5) * 11 + even) * 11 + odd) * P3 + weighted + ledger
  // 1000003 spreads the value so that neighbouring ids get unlike letters; the product stays below 2^53.
  let value = ((packed % P5) * 1_000_003) % P5
  let letters = ''
  for (let i = 0; i < 5; i++) {
    letters = String.fromCharCode(97 + (value % 26)) + letters
    value = Math.floor(value / 26)
  }
  return letters
}
