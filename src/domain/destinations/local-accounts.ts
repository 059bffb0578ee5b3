/** Accounts as their country writes them: which numbers a bank there asks for, with the check digits that the standard has. */
import { type Text, textOf } from '#domain/kernel/words.ts'

/** What a number must be: its form, and what is wrong with one of another form or with other check digits. */
type Rule = { readonly form: RegExp; readonly fits?: (digits: string) => boolean }

/** How accounts of a country are written. `code` names the bank beside the number; countries without one have it in the number. */
type LocalFormat = {
  readonly currency: string
  readonly code?: Rule
  readonly number: Rule
  /** Whether a number's check digit fits, where it is worked out with the code of its bank. */
  readonly belong?: (code: string, number: string) => boolean
}

const FORMATS = {
  US: {
    currency: 'USD',
    // The district of the Federal Reserve, thrifts (21 to 32), electronic ones (61 to 72), traveler's checks (80): ABA Routing Number Policy.
    code: {
      form: /^\d{9}$/,
      fits: digits =>
        /^(0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)/.test(digits) &&
        weighted(digits, [3, 7, 1]) % 10 === 0,
    },
    number: { form: /^\d{4,17}$/ },
  },
  GB: { currency: 'GBP', code: { form: /^\d{6}$/ }, number: { form: /^\d{8}$/ } },
  IN: { currency: 'INR', code: { form: /^[A-Z]{4}0[A-Z0-9]{6}$/ }, number: { form: /^\d{9,18}$/ } },
  AU: { currency: 'AUD', code: { form: /^\d{6}$/ }, number: { form: /^\d{4,10}$/ } },
  MX: {
    currency: 'MXN',
    number: { form: /^\d{18}$/, fits: clabe => ends(clabe, clabeDigit(clabe.slice(0, 17))) },
  },
  PE: { currency: 'PEN', number: { form: /^\d{20}$/, fits: isCci } },
  AR: { currency: 'ARS', number: { form: /^\d{22}$/, fits: isCbu } },
  // Bank (COMPE) and branch; every bank makes its own check digit of the account, which may be an X.
  BR: { currency: 'BRL', code: { form: /^\d{7}$/ }, number: { form: /^\d{2,13}[\dX]$/ } },
  NG: {
    currency: 'NGN',
    code: { form: /^(\d{3}|\d{6})$/ },
    number: { form: /^\d{10}$/ },
    belong: isNuban,
  },
} as const satisfies Readonly<Record<string, LocalFormat>>

export type LocalCountry = keyof typeof FORMATS

/** The currency of a country where it is one that accounts are usually held in, so that it is offered first. */
const OWN_CURRENCY = new Map(
  `AE AED, AR ARS, AU AUD, BR BRL, CA CAD, CH CHF, CN CNY, CZ CZK, DK DKK, EG EGP, GB GBP, HK HKD, HU HUF, ID IDR, IL ILS, IN INR, IS ISK, JP JPY,
   KR KRW, MX MXN, MY MYR, NG NGN, NO NOK, NZ NZD, PE PEN, PH PHP, PL PLN, RO RON, SE SEK, SG SGD, TH THB, TR TRY, UA UAH, US USD, ZA ZAR,
   AT EUR, BE EUR, BG EUR, CY EUR, DE EUR, EE EUR, ES EUR, FI EUR, FR EUR, GR EUR, HR EUR, IE EUR, IT EUR, LT EUR, LU EUR, LV EUR, MT EUR,
   NL EUR, PT EUR, SI EUR, SK EUR`
    .split(',')
    .map(pair => {
      const [country = '', currency = ''] = pair.trim().split(' ')
      return [country, currency] as const
    }),
)

/** The currency that accounts in a country are usually held in; undefined where none is known. */
export function currencyOf(country: string): string | undefined {
  return OWN_CURRENCY.get(country)
}

/** The country, where its accounts are written in a way of their own. */
export function localCountry(country: string | null | undefined): LocalCountry | undefined {
  return country && country in FORMATS ? (country as LocalCountry) : undefined
}

/** Whether a bank of the country is named by a code of its own in its own currency. */
export function hasBankCode(country: LocalCountry): boolean {
  return 'code' in FORMATS[country]
}

/** Whether accounts in this currency are paid within the country, so that no SWIFT code is needed. */
export function isPaidLocally(country: LocalCountry, currency: string): boolean {
  return FORMATS[country].currency === currency
}

/** What is wrong with the code of a bank, with the remedy. */
export function bankCodeProblem(country: LocalCountry, code: string): Text | undefined {
  const { code: rule }: LocalFormat = FORMATS[country]
  if (!rule || (rule.form.test(code) && (rule.fits?.(code) ?? true))) return undefined
  return textOf(
    rule.form.test(code)
      ? 'payments.localAccounts.code.digits'
      : `payments.localAccounts.code.${country as 'US' | 'GB' | 'IN' | 'AU' | 'BR' | 'NG'}`,
  )
}

/** What is wrong with the number of an account, with the remedy; with the code of its bank where that is known. */
export function localNumberProblem(
  country: LocalCountry,
  number: string,
  code = '',
): Text | undefined {
  const { number: rule, belong }: LocalFormat = FORMATS[country]
  if (!rule.form.test(number)) return textOf(`payments.localAccounts.number.${country}`)
  const fits = (rule.fits?.(number) ?? true) && (belong?.(code, number) ?? true)
  return fits ? undefined : textOf('payments.localAccounts.number.digits')
}

function weighted(digits: string, weights: readonly number[]): number {
  return [...digits].reduce(
    (sum, digit, at) => sum + Number(digit) * (weights[at % weights.length] ?? 0),
    0,
  )
}

function ends(number: string, digit: number): boolean {
  return number.endsWith(String(digit))
}

/** CLABE (Banco de México): each product by 3, 7, 1 modulo 10, their sum made up to ten. */
function clabeDigit(digits: string): number {
  const sum = [...digits].reduce(
    (total, digit, at) => total + ((Number(digit) * ([3, 7, 1][at % 3] ?? 0)) % 10),
    0,
  )
  return (10 - (sum % 10)) % 10
}

/** CCI (Cámara de Compensación Electrónica): a digit for bank and office, one for the account, each modulo 10 with weights 1 and 2. */
function isCci(cci: string): boolean {
  const digitOf = (digits: string) => {
    const sum = [...digits].reduce((total, digit, at) => {
      const product = Number(digit) * (1 + (at % 2))
      return total + (product > 9 ? product - 9 : product)
    }, 0)
    return (10 - (sum % 10)) % 10
  }
  return cci.slice(18) === `${digitOf(cci.slice(0, 6))}${digitOf(cci.slice(6, 18))}`
}

/** CBU (Banco Central de la República Argentina): a digit at the end of bank and office, one at the end of the account. */
function isCbu(cbu: string): boolean {
  const digitOf = (digits: string, weights: readonly number[]) =>
    (10 - (weighted(digits, weights) % 10)) % 10
  return (
    ends(cbu.slice(0, 8), digitOf(cbu.slice(0, 7), [7, 1, 3, 9])) &&
    ends(cbu, digitOf(cbu.slice(8, 21), [3, 9, 7, 1]))
  )
}

/**
 * NUBAN (Central Bank of Nigeria, 2011): the last digit is of the bank's three and the nine before it. Institutions of six digits, most of which number
 * accounts by telephone, and banks that are not named are not asked.
 */
function isNuban(code: string, number: string): boolean {
  if (!/^\d{3}$/.test(code)) return true
  const sum = weighted(`${code}${number.slice(0, 9)}`, [3, 7, 3])
  return ends(number, (10 - (sum % 10)) % 10)
}
