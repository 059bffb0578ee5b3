import type { z } from 'zod'
import type { books } from '#contract/books.ts'
import type { funding } from '#contract/funding.ts'
import type { Balance, FundingRecord, ledger } from '#contract/ledger.ts'
import type { suspense } from '#contract/suspense.ts'
import { employerName } from '#domain/kernel/names.ts'
import { addDays } from '#domain/kernel/plain-date.ts'
import type { SecondPerson } from '../approvals/index.ts'
import { employerOf } from '../kernel/actor.ts'
import type { Handlers } from '../kernel/http.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { readBalances } from './account.store.ts'
import { bookReads } from './books.ts'
import { listFundings, nameEmployers, readNeeds } from './funding.report.store.ts'
import {
  confirmFundingAccount,
  listFundingAccounts,
  proposeFundingAccount,
  withdrawFundingAccount,
} from './funding-accounts.ts'
import {
  announceFunding,
  closeFundingNotice,
  getWaysToFund,
  listNotices,
} from './funding-notices.ts'
import { listFundingRequests, requestFunds, withdrawRequest } from './funding-requests.ts'
import { contentOf, fundingWork } from './funding-work.ts'
import { fundsWork } from './funds-work.ts'
import { previewFunding } from './preview-funding.ts'
import { reverseFunding } from './reverse-funding.ts'
import { listSuspense, matchReceipt, refundReceipt } from './suspense.ts'

const WEEK_DAYS = 7

/** The handlers; `byTwo` says what one operator may book alone. */
export const ledgerHandlers = (
  byTwo: SecondPerson,
): Handlers<typeof ledger & typeof funding & typeof suspense & typeof books> => ({
  ...bookReads,
  reverseFunding: ({ params, body }, ctx) =>
    reverseFunding(ctx, byTwo, { transfer_uuid: params.id, ...body }),
  ...fundingHandlers,
  getBalances: async (_input, ctx) => ({
    read_at: ctx.now,
    balances: await balancesAndNeeds(ctx, null),
    fundings: (await listFundings(ctx.tx, null)).map(presentFunding),
    notices: await listNotices(ctx),
    work: await fundsWork(ctx),
  }),
  putBalances: async ({ body }, ctx) => {
    const outcome = await byTwo(ctx, fundingWork, contentOf(body))
    if ('waiting' in outcome) return { booked: [], already_booked: [], suspended: 0, ...outcome }
    const { booked, ...others } = outcome.done
    return { booked: booked.map(presentFunding), ...others }
  },
  previewFunding: ({ body }, ctx) => previewFunding(ctx, body),
  listSuspense: ({ query }, ctx) => listSuspense(ctx, query),
  matchReceipt: ({ params, body }, ctx) =>
    matchReceipt(ctx, byTwo, params.id, body.employer_domain),
  refundReceipt: ({ params, body }, ctx) =>
    refundReceipt(ctx, byTwo, { receipt_uuid: params.id, ...body }),
  requestFunds: ({ params, body: { amount_in_smallest_unit: amount_minor, ...asked } }, ctx) =>
    requestFunds(ctx, byTwo, params.domain, { ...asked, amount_minor }),
  getFundingSummary: (_input, ctx) => balancesAndNeeds(ctx, null),
  getEmployerBalances: async (_input, ctx) => {
    const employer_uuid = employerOf(ctx.actor)
    const fundings = await listFundings(ctx.tx, employer_uuid)
    return {
      balances: await balancesAndNeeds(ctx, employer_uuid),
      fundings: fundings.map(presentFunding),
    }
  },
})

const thenAccounts = async (ctx: Ctx, change: Promise<void>) => {
  await change
  return listFundingAccounts(ctx)
}
const thenWays = async (ctx: Ctx, change: Promise<void>) => {
  await change
  return getWaysToFund(ctx)
}

const fundingHandlers: Handlers<Omit<typeof funding, 'requestFunds'>> = {
  listFundingRequests: ({ query }, ctx) => listFundingRequests(ctx, query),
  withdrawFundingRequest: ({ params }, ctx) => withdrawRequest(ctx, params.id),
  listFundingAccounts: (_input, ctx) => listFundingAccounts(ctx),
  proposeFundingAccount: ({ body }, ctx) => thenAccounts(ctx, proposeFundingAccount(ctx, body)),
  confirmFundingAccount: ({ params }, ctx) =>
    thenAccounts(ctx, confirmFundingAccount(ctx, params.id)),
  withdrawFundingAccount: ({ params }, ctx) =>
    thenAccounts(ctx, withdrawFundingAccount(ctx, params.id)),
  closeFundingNotice: async ({ params }, ctx) => {
    await closeFundingNotice(ctx, params.id)
    return { notices: await listNotices(ctx) }
  },
  getWaysToFund: (_input, ctx) => getWaysToFund(ctx),
  announceFunding: ({ body: { amount_in_smallest_unit: amount_minor, ...sent } }, ctx) =>
    thenWays(ctx, announceFunding(ctx, { ...sent, amount_minor })),
  withdrawFundingNotice: ({ params }, ctx) => thenWays(ctx, closeFundingNotice(ctx, params.id)),
}

/** Balances beside what the coming seven days need, by company and currency. */
async function balancesAndNeeds(
  ctx: Ctx,
  employer_uuid: string | null,
): Promise<z.output<typeof Balance>[]> {
  const balances = await readBalances(ctx.tx, employer_uuid ?? undefined)
  const needs = await readNeeds(ctx.tx, addDays(ctx.today, WEEK_DAYS), employer_uuid)
  const names = new Map(
    (
      await nameEmployers(
        ctx.tx,
        [...balances, ...needs].map(row => row.employer_uuid),
      )
    ).map(row => [row.employer_uuid, row]),
  )
  const rows = new Map<string, z.output<typeof Balance>>()
  const rowOf = (owner: string, currency: string) => {
    const key = `${owner}/${currency}`
    const name = names.get(owner)
    const row = rows.get(key) ?? {
      employer_uuid: owner,
      domain: name?.domain ?? '',
      company_name: name?.company_name ?? '',
      currency,
      available: 0n,
      reserved: 0n,
      in_flight: 0n,
      kept: 0n,
      need: 0n,
      short: 0n,
    }
    rows.set(key, row)
    return row
  }
  for (const { employer_uuid: owner, currency, ...sums } of balances)
    Object.assign(rowOf(owner, currency), sums)
  for (const { employer_uuid: owner, currency, need } of needs) {
    const row = rowOf(owner, currency)
    row.need = need
    row.short = need > row.available ? need - row.available : 0n
  }
  return [...rows.values()].sort(
    (a, b) =>
      a.company_name.localeCompare(b.company_name) ||
      a.domain.localeCompare(b.domain) ||
      a.currency.localeCompare(b.currency),
  )
}

function presentFunding(
  row: Awaited<ReturnType<typeof listFundings>>[number],
): z.output<typeof FundingRecord> {
  return {
    funding_uuid: row.funding_uuid,
    employer_domain: row.domain ?? '',
    company_name: employerName(row),
    amount: { currency: row.currency, minor: row.amount_minor },
    reference: row.reference,
    received_on: row.received_on,
    booked_at: row.booked_at,
  }
}
