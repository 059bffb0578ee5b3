/** The ledger as people read it. Balances of an instant are those of now, less what moved since. */
import { z } from 'zod'
import type { books } from '#contract/books.ts'
import { books as entries } from '#contract/books.ts'
import { endOf, firstOfMonth } from '#domain/kernel/plain-date.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { type AccountKind, REVERSIBLE } from '#domain/ledger/transfer-codes.ts'
import { employerOf } from '../kernel/actor.ts'
import type { Handlers } from '../kernel/http.ts'
import { mayCall } from '../kernel/may-call.ts'
import { decodeCursor, pageOf } from '../kernel/paging.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import {
  listAccountRows,
  listTransferRows,
  readStatement,
  sumKinds,
  type TransferView,
} from './books.report.store.ts'
import { findAsked } from './funding-request.report.store.ts'

const AccountKey = z.tuple([z.int().min(0)])
const TransferKey = z.tuple([z.iso.datetime(), z.int().min(0)])

export const bookReads = {
  getTrialBalance: async ({ query: { at } }, ctx) => {
    const kinds = await sumKinds(ctx.tx, at ?? null)
    return {
      at: at ?? ctx.now,
      currencies: [...Map.groupBy(kinds, ({ currency }) => currency)].map(([currency, of]) => ({
        currency,
        kinds: of.map(({ kind, minor }) => ({ kind, balance: { currency, minor } })),
        total: { currency, minor: of.reduce((sum, { minor }) => sum + minor, 0n) },
      })),
    }
  },
  listLedgerAccounts: async ({ query }, ctx) => {
    const { limit, at } = query
    const found = await listAccountRows(ctx.tx, {
      ...(await scopeOf(ctx, query)),
      at: at ?? null,
      after: decodeCursor(query.cursor, AccountKey)?.[0] ?? 0,
      limit: limit + 1,
    })
    const { rows, next_cursor } = pageOf(found, limit, row => [Number(row.account_id)])
    return {
      items: rows.map(row => ({
        account_id: Number(row.account_id),
        ...sideOf(row, row.kind, true),
        balance: { currency: row.currency, minor: row.minor },
      })),
      next_cursor,
    }
  },
  listTransfers: async ({ query }, ctx) => {
    const { limit, until, code } = query
    const found = await listTransferRows(ctx.tx, {
      ...(await scopeOf(ctx, query)),
      code: code ?? null,
      before: until ? endOf(until) : null,
      after: decodeCursor(query.cursor, TransferKey),
      limit: limit + 1,
    })
    const { rows, next_cursor } = pageOf(found, limit, row => [
      row.created_at.toISOString(),
      Number(row.seq),
    ])
    const may = mayCall(ctx.actor, entries.reverseFunding)
    return { items: rows.map(row => presentTransfer(row, may)), next_cursor }
  },
  getFundsStatement: async ({ query: { currency, month } }, ctx) => {
    const { lines, closing } = await readStatement(ctx.tx, {
      employer_uuid: employerOf(ctx.actor),
      currency,
      from: new Date(firstOfMonth(month)),
      to: new Date(firstOfMonth(month, 1)),
    })
    const opening = lines.reduce((sum, { change }) => sum - change, closing)
    let minor = opening
    return {
      opening: { currency, minor: opening },
      closing: { currency, minor: closing },
      lines: lines.map(({ change, ...line }) => {
        minor += change
        return { ...line, change: { currency, minor: change }, balance: { currency, minor } }
      }),
    }
  },
} satisfies Partial<Handlers<typeof books>>

/** Whose and in what; NOT_FOUND for a domain that nobody has. */
async function scopeOf(
  ctx: Ctx,
  of: { employer_domain?: string | undefined; currency?: string | undefined },
) {
  const currency = of.currency ?? null
  if (!of.employer_domain) return { employer_uuid: null, currency }
  const employer = await findAsked(ctx.tx, { domain: of.employer_domain })
  if (!employer) throw new Problem('NOT_FOUND', 'ledger.problems.noSuchEmployer')
  return { employer_uuid: employer.employer_uuid, currency }
}

function sideOf(
  { domain, company_name }: { domain: string | null; company_name: string | null },
  kind: AccountKind,
  own: boolean,
) {
  return {
    kind,
    company_name: own ? (company_name ?? '') : '',
    employer_domain: own ? (domain ?? '') : '',
  }
}

function presentTransfer(row: TransferView, may: boolean) {
  const { currency, amount_minor } = row
  const reversible = may && REVERSIBLE.includes(row.code) && !row.reversed
  return {
    transfer_uuid: row.transfer_uuid,
    at: row.created_at,
    code: row.code,
    from: sideOf(row, row.from_kind, row.from_own),
    to: sideOf(row, row.to_kind, row.to_own),
    amount: { currency, minor: amount_minor },
    allowed_actions: reversible ? (['reverse'] as const).slice() : [],
  }
}
