import { groupWhole } from '#domain/kernel/money.ts'

/** A gap that the page of a mail draws, as screens do. In the mail itself, since many programs take no style sheet. */
const GAP = '<span style="margin-left:.16em">'

/** What is an amount by its key; everywhere else amounts have the code of their currency behind them. */
const AMOUNT_KEYS = /^(amount|total|pay|invoiced)$/
const IN_AMOUNTS = /(?<![\d.])\d{4,}/g
const BEFORE_CODES = /(?<![\d.])\d{4,}(?=(?:\.\d+)? [A-Z]{3,4}\b)/g

/** Sets the thousands of amounts in an encoded value apart, by style alone, so that copying gives plain digits (specification 9). */
export function setApart(html: string, key: string): string {
  return html.replace(AMOUNT_KEYS.test(key) ? IN_AMOUNTS : BEFORE_CODES, whole => {
    const [first = '', ...rest] = groupWhole(whole)
    return first + rest.map(group => `${GAP}${group}</span>`).join('')
  })
}
