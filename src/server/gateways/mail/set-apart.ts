import { cutAtThousands } from '#domain/kernel/money.ts'

/** A gap that the page of a mail draws, as screens do. In the mail itself, since many programs take no style sheet. */
const GAP = '<span style="margin-left:.16em">'

/** What is an amount by its key, without its code or with several. */
const AMOUNT_KEYS = /^(amount|total|pay|invoiced)$/
const EVERY_NUMBER = /(?<![\d.])\d{4,}/g

/** Sets the thousands of amounts in an encoded value apart, by style alone, so that copying gives plain digits (specification 9). */
export function setApart(html: string, key: string): string {
  const cut = AMOUNT_KEYS.test(key) ? cutAtThousands(html, EVERY_NUMBER) : cutAtThousands(html)
  return cut.reduce((all, piece) => `${all}${GAP}${piece.slice(0, 3)}</span>${piece.slice(3)}`)
}
