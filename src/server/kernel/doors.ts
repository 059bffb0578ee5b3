/**
 * What a context calls at the door of one that stands above it, in its own transaction. Downwards the door is imported; upwards
 * that would make a circle, so it is called as `ctx.doors.<context>.<function>`. `subscriptions.ts` opens them.
 */
import type { Ctx } from './unit-of-work.ts'

export type Doors = {
  readonly payments: {
    /** Asks for what is held of an employer, or of a contractor, to be looked at once this transaction has committed. */
    lookAtHolds(
      ctx: Ctx,
      of: { readonly employer_uuid: string } | { readonly contractor_sub: string },
    ): Promise<void>
  }
  readonly payroll: {
    /** Line items of which every part arrived are PAID. */
    settleLineItems(ctx: Ctx, line_item_uuids: readonly string[]): Promise<string[]>
    /** Line items of which a part did not arrive after all are APPROVED again. */
    unsettleLineItems(ctx: Ctx, line_item_uuids: readonly string[]): Promise<void>
  }
}
