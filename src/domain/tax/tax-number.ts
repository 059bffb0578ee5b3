/**
 * Numbers by which tax authorities know people and companies, in forms that the library of numbers does not know (stdnum, in `server/tax`). Source: the
 * pages of the OECD on tax identification numbers (Automatic Exchange Portal), and where the number of the identity card took its place
 * since: Ghana 2021, Indonesia 2024 (PMK 112/2022), Viet Nam 2025 (Circular 86/2024/TT-BTC).
 */
const FORMS: Readonly<Record<string, RegExp>> = {
  CY: /^\d{8}[A-Z]$/,
  GH: /^(GHA\d{10}|[PCGQV]00\w{8})$/,
  HU: /^8\d{9}$/,
  ID: /^\d{16}$/,
  JP: /^\d{12,13}$/,
  LU: /^\d{11}(\d{2})?$/,
  LV: /^3[2-9]\d{9}$/,
  MA: /^\d{7,8}$|^\d{15}$/,
  MD: /^[0-2]\d{12}$/,
  MT: /^\d{1,7}[ABGHLMPZ]$|^\d{9}$/,
  MY: /^(C|CS|D|E|F|FA|IG|J|LE|OG|PT|SG|TA|TC|TN|TP|TR)\d{8,11}$/,
  SG: /^[STFGM]\d{7}[A-Z]$/,
  VN: /^\d{10}(\d{2,3})?$/,
}

/** A number without what only parts its letters and digits for the eye. */
export function bareNumber(number: string): string {
  return number.toUpperCase().replace(/[ ./-]/g, '')
}

/** Whether a number has a form that a country gives and the library does not know. */
export function isOtherForm(country: string, number: string): boolean {
  return FORMS[country]?.test(bareNumber(number)) ?? false
}

/** Whether the forms above are those of a country's people, of whom the library knows none. */
export function hasForms(country: string): boolean {
  return country in FORMS
}
