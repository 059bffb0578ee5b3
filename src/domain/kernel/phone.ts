/** How a phone number is shown where it is read and not typed. */

/** Dial codes of one and of two digits (ITU-T E.164, annex D); all others have three. */
const ONE = /^[17]/
const TWO = /^(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/

/**
 * `+1 514 555 0142` of `+15145550142`: the dial code, then what follows in threes, at most four at the end (ITU-T E.123). Without a plus
 * in front it is as it was typed.
 */
export function phoneText(number: string): string {
  const digits = /^\+(\d{5,15})$/.exec(number)?.[1]
  if (digits === undefined) return number
  const length = ONE.test(digits) ? 1 : TWO.test(digits) ? 2 : 3
  const rest = digits.slice(length)
  const groups = rest.match(/\d{3}(?=\d{2})|\d{1,4}$/g) ?? [rest]
  return `+${digits.slice(0, length)} ${groups.join(' ')}`
}
