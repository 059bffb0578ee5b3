/** IBAN (ISO 13616): length by country, check digits by ISO 7064 MOD 97-10. */
import { remainder97 } from '#domain/kernel/mod97.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'

/** The length of an IBAN by country, from the IBAN registry: two letters and the number of characters. */
const LENGTHS = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18
   FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20
   LU20 LV21 LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24
   SI19 SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20`
    .split(/\s+/)
    .map(entry => [entry.slice(0, 2), Number(entry.slice(2))]),
)

/** Whether accounts in a country have IBANs. */
export function hasIban(country: string): boolean {
  return LENGTHS.has(country)
}

/** The IBAN without spaces and in capitals, as it is stored. */
export function normalizeIban(text: string): string {
  return text.replace(/\s/g, '').toUpperCase()
}

/** What is wrong with an IBAN, with the remedy; undefined when its shape, length and check digits are right. */
export function ibanProblem(text: string): Text | undefined {
  const iban = normalizeIban(text)
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return textOf('payments.accounts.ibanForm')
  const country = iban.slice(0, 2)
  const length = LENGTHS.get(country)
  if (length !== undefined && iban.length !== length)
    return textOf('payments.accounts.ibanLength', { country, length, given: iban.length })
  if (remainder97(iban.slice(4) + iban.slice(0, 4)) !== 1)
    return textOf('payments.accounts.ibanDigits')
  return undefined
}
