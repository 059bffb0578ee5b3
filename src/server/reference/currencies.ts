/** Currencies that can be paid, with the specification's fields, and those in which contracts can be made. */
import { type Currency, factorOf, isToken, TOKENS } from '#domain/kernel/currency.ts'

/** Codes that the runtime knows and nobody can be paid in: withdrawn ones, units of account, and those under embargo. */
const NOT_PAYABLE = new Set(
  // ANG, BGN, CUC, HRK, SLL, ZWL: withdrawn. XDR, XSU: units of account. CUP, IRR, KPW: embargo.
  'ANG BGN CUC HRK SLL ZWL XDR XSU CUP IRR KPW'.split(' '),
)

/** What the smallest unit is called, by currency; a currency without one is counted in itself. */
const SMALLEST_UNITS: Readonly<Record<string, string>> = {
  cent: 'AUD BBD BMD BND BSD BZD CAD ERN ETB EUR FJD GYD HKD JMD KES KYD LKR LRD MUR NAD NZD SBD SCR SGD SLE SOS SRD SZL TTD TWD TZS USD XCD XCG ZAR ZWG LSL AWG',
  penny: 'GBP FKP GIP SHP',
  centavo: 'ARS BOB BRL COP DOP GTQ HNL MXN MZN NIO PHP SVC CVE',
  céntimo: 'CRC VES',
  centesimo: 'UYU PAB',
  'céntimo (PEN)': 'PEN',
  centime: 'CHF DZD HTG MAD CDF',
  paisa: 'INR NPR PKR',
  poisha: 'BDT',
  fils: 'AED BHD IQD JOD KWD YER',
  qirsh: 'EGP',
  piastre: 'LBP SYP SSP SDG',
  halala: 'SAR',
  dirham: 'LYD QAR',
  baisa: 'OMR',
  millime: 'TND',
  agora: 'ILS',
  kurus: 'TRY',
  kopeck: 'RUB BYN',
  kopiyka: 'UAH',
  grosz: 'PLN',
  haler: 'CZK',
  filler: 'HUF',
  ban: 'RON MDL',
  øre: 'DKK NOK',
  öre: 'SEK',
  fen: 'CNY',
  sen: 'IDR MYR KHR',
  satang: 'THB',
  avo: 'MOP',
  möngö: 'MNT',
  att: 'LAK',
  pya: 'MMK',
  chhertum: 'BTN',
  laari: 'MVR',
  seniti: 'TOP',
  sene: 'WST',
  toea: 'PGK',
  kobo: 'NGN',
  pesewa: 'GHS',
  butut: 'GMD',
  thebe: 'BWP',
  tambala: 'MWK',
  ngwee: 'ZMW',
  lwei: 'AOA',
  iraimbilanja: 'MGA',
  khoums: 'MRU',
  cêntimo: 'STN',
  tetri: 'GEL',
  luma: 'AMD',
  qəpik: 'AZN',
  tiyn: 'KZT UZS',
  tyiyn: 'KGS',
  diram: 'TJS',
  tenge: 'TMT',
  pul: 'AFN',
  qindarka: 'ALL',
  para: 'RSD',
  fening: 'BAM',
  deni: 'MKD',
  satoshi: 'BTC',
}

const TOKEN_NAMES: Readonly<Record<string, string>> = {
  BTC: 'Bitcoin',
  USDC: 'USD Coin',
  USDT: 'Tether USD',
}

/**
 * Currencies of contracts: those with a reference rate published every business day, so that every contract can be
 * converted to every destination from a named source.
 */
const CONTRACT_CURRENCIES = new Set(
  `AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PHP PLN RON SEK SGD THB TRY USD
   ZAR`.split(/\s+/),
)

const unitOf = new Map(
  Object.entries(SMALLEST_UNITS).flatMap(([unit, codes]) =>
    codes.split(' ').map(code => [code, unit] as const),
  ),
)
const names = new Intl.DisplayNames(['en'], { type: 'currency' })

function record(code: string): Currency {
  const name = TOKEN_NAMES[code] ?? names.of(code) ?? code
  const factor = factorOf(code)
  return {
    name,
    code,
    smallest_unit_name: factor === 1 ? name : (unitOf.get(code) ?? `1/${factor} ${code}`),
    smallest_unit_factor: factor,
  }
}

const CURRENCIES: readonly Currency[] = [
  ...Intl.supportedValuesOf('currency').filter(code => !NOT_PAYABLE.has(code)),
  ...TOKENS,
]
  .map(record)
  .sort((a, b) => (a.code < b.code ? -1 : 1))

const BY_CODE = new Map(CURRENCIES.map(currency => [currency.code, currency]))

/** Every currency and token that can be paid, sorted by code (the specification's Currency). */
export function currencies(): readonly Currency[] {
  return CURRENCIES
}

/** The record of a code, or undefined when nobody can be paid in it. */
export function findCurrency(code: string): Currency | undefined {
  return BY_CODE.get(code)
}

/** The currencies in which a bank account can be paid, sorted by code: no tokens, which are paid on a chain. */
export function accountCurrencies(): readonly Currency[] {
  return CURRENCIES.filter(({ code }) => !isToken(code))
}

/** The currencies in which a contract can be made, sorted by code. */
export function contractCurrencies(): readonly Currency[] {
  return CURRENCIES.filter(({ code }) => CONTRACT_CURRENCIES.has(code))
}
