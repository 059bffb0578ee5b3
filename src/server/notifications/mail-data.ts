/** What mails of all kinds are filled with. */
import { amountText } from '#domain/kernel/money.ts'
import { formatDate } from '#domain/kernel/plain-date.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { LOCALE, say } from '../kernel/words.ts'
import type { ToAsk } from './approval-facts.report.store.ts'

const and = new Intl.ListFormat(LOCALE, { type: 'conjunction' })

/** The address of a page of ours. */
export function link(ctx: Ctx, path: string): string {
  return `${ctx.gateways.publicUrl.replace(/\/$/, '')}${path}`
}

/** The address that stops mails from strangers to an address. */
export function stopLink(ctx: Ctx, email: string): string {
  return link(ctx, `/stop-invitations?token=${ctx.gateways.stopLinks.tokenOf(email)}`)
}

/** A reason where there is one. */
export function withReason({ reason }: { readonly reason: string | null }): { reason?: string } {
  return reason ? { reason } : {}
}

/** What amounts come to in all, but for the code of the last currency, which templates add; undefined for none. */
export function sumOf(totals: readonly { minor: string; currency: string }[]) {
  const { currency } = totals.at(-1) ?? {}
  if (!currency) return undefined
  const all = and.format(totals.map(total => `${plain(total)} ${total.currency}`))
  return { amount: all.slice(0, -currency.length - 1), currency }
}

/** An amount of a row, without its currency. */
export function plain({ minor, currency }: { minor: string; currency: string }): string {
  return amountText({ currency, minor: BigInt(minor) })
}

/** For whom somebody stands in, as a sentence; empty for nobody. */
export function standingIn({ absent, until }: ToAsk): string {
  return absent && until
    ? say('payroll.mails.standingIn', { absent, until: formatDate(until) })
    : ''
}

/** The same mail to each address. */
export function toEach<D>(emails: readonly string[], data: D): { to: string; data: D }[] {
  return emails.map(to => ({ to, data }))
}
