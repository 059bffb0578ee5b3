import type { z } from 'zod'
import type { Client, Invoice } from '#contract/invoicing-shapes.ts'

/**
 * What a context calls at the door of one that stands above it, in its own transaction. Downwards the door is imported; upwards
 * that would make a circle, so it is called as `ctx.doors.<context>.<function>`. `subscriptions.ts` opens them.
 * `Ctx` is that of `unit-of-work.ts`, which holds these.
 */
export type Doors<Ctx> = {
  readonly invoicing: {
    /** The newest clients and invoices of the acting contractor, as `me` answers them. */
    newestOf(ctx: Ctx): Promise<{
      clients: z.output<typeof Client>[]
      invoices: z.output<typeof Invoice>[]
    }>
  }
  readonly contracts: {
    /** Holds the policies and contracts of an employer and a contractor until the transaction ends (ARCHITECTURE, Lock order). */
    holdPair(ctx: Ctx, employer_uuid: string, contractor_sub: string): Promise<void>
    /** Withdraws what an employer offered and whose relation ended, of one person where they are named; each is told. */
    withdrawStranded(ctx: Ctx, employer_uuid: string, contractor_sub?: string): Promise<void>
  }
  readonly payments: {
    /** Asks for what is held of an employer, or of a contractor, to be looked at once this transaction has committed. */
    lookAtHolds(
      ctx: Ctx,
      of: { readonly employer_uuid: string } | { readonly contractor_sub: string },
    ): Promise<void>
    /** What has not left for one of a contractor's destinations goes to another one of the same currency, what came back also again. */
    sendElsewhere(
      ctx: Ctx,
      move: {
        readonly contractor_sub: string
        readonly from_uuid: string
        readonly to: {
          readonly destination_uuid: string
          readonly version: number
          readonly label: string
          readonly network: string
          /** What its contractor says of a small first payment there. */
          readonly first_payment: string | null
        }
      },
    ): Promise<{
      readonly moved: number
      /** Of them, those that a rail was asked for before: they did not arrive there. */
      readonly lost: number
    }>
    /** What has come to a contractor's wallets that are tried first, or may be, by destination: those to which nothing went are not named. */
    firstPaymentsOf(
      ctx: Ctx,
      contractor_sub: string,
    ): Promise<ReadonlyMap<string, { readonly paid: boolean; readonly left: boolean }>>
  }
  readonly payroll: {
    /** Which cycle, policy and employer a line item belongs to, and its status; undefined when there is no such item. */
    getCycleKeys(
      ctx: Ctx,
      line_item_uuid: string,
    ): Promise<
      | {
          readonly cycle_uuid: string
          readonly policy_uuid: string
          readonly domain: string | null
          readonly status: string
        }
      | undefined
    >
    /** Line items of which every part arrived are PAID. */
    settleLineItems(ctx: Ctx, line_item_uuids: readonly string[]): Promise<string[]>
    /** Line items of which a part did not arrive after all are APPROVED again. */
    unsettleLineItems(ctx: Ctx, line_item_uuids: readonly string[]): Promise<void>
  }
  readonly screening: {
    /** Looks on the lists now for those of these people and companies who changed since they were looked for; answers whether anybody was. */
    screenNow(ctx: Ctx, parties: readonly string[]): Promise<boolean>
  }
  readonly people: {
    /** The company of a person who signs up as its owner; the rest of the transaction acts for it. Answers its id. */
    createEmployer(
      ctx: Ctx,
      company: {
        readonly sub: string
        readonly country_code: string
        readonly subdivision_code: string | null
        readonly is_partner: boolean
      },
    ): Promise<string>
    /** The profile of a person who signs up as a contractor. */
    createContractor(ctx: Ctx, sub: string): Promise<void>
    /** Whether a token is that of the newest link of an invitation to this address which still waits. */
    isInvited(ctx: Ctx, email: string, token: string): Promise<boolean>
  }
}
