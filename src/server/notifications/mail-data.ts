/** What mails of all kinds are filled with. */
import type { Ctx } from '../kernel/unit-of-work.ts'

/** The address of a page of ours. */
export function link(ctx: Ctx, path: string): string {
  return `${ctx.gateways.publicUrl.replace(/\/$/, '')}${path}`
}

/** A reason where there is one. */
export function withReason({ reason }: { readonly reason: string | null }): { reason?: string } {
  return reason ? { reason } : {}
}
