/**
 * Currencies: ISO 4217 codes with the exponents of the standard's table A.1, and the tokens that Corridor pays in.
 */
export type CurrencyCode = string

export type Currency = {
  readonly name: string
  readonly code: CurrencyCode
  readonly smallest_unit_name: string
  readonly smallest_unit_factor: number
}

/** The exponents that are not two (ISO 4217), and those of the tokens (their issuers' contracts; Bitcoin's satoshi, Solana's lamport; of Ethereum the gwei, since a wei is smaller than any sum that is kept). */
const EXPONENTS: Readonly<Record<CurrencyCode, number>> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
  USDC: 6,
  USDT: 6,
  BTC: 8,
  // What Solana, Ethereum, Algorand and Hedera are paid in, by whoever sends; nobody is paid it.
  SOL: 9,
  ETH: 9,
  ALGO: 6,
  HBAR: 8,
}

/** The numbers of decimals that are not two. */
export const OTHER_EXPONENTS: readonly number[] = [...new Set(Object.values(EXPONENTS))]

/** The currencies of so many decimals, or of all numbers of them that are not two. */
export function currenciesOf(exponent: number | 'other'): CurrencyCode[] {
  const all = Object.entries(EXPONENTS)
  return all.filter(([, own]) => exponent === 'other' || own === exponent).map(([code]) => code)
}

export const TOKENS = ['BTC', 'USDC', 'USDT'] as const
export type Token = (typeof TOKENS)[number]

/** Whether the code names a token paid on a chain rather than a currency paid by a bank. */
export function isToken(code: CurrencyCode): code is Token {
  return (TOKENS as readonly string[]).includes(code)
}

/** How many decimals the currency has: 10^exponent smallest units make one unit. */
export function exponentOf(code: CurrencyCode): number {
  return EXPONENTS[code] ?? 2
}

/** `smallest_unit_factor` of the specification: how many smallest units make one unit. */
export function factorOf(code: CurrencyCode): number {
  return 10 ** exponentOf(code)
}
