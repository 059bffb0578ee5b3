/** The accounts and wallets that a company funds from and is refunded to (decision 0053). */
import type { z } from 'zod'
import type { EmployerAccount } from '#contract/destinations.ts'
import { accountLabel } from '#domain/destinations/destination.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { employerOf } from '../kernel/actor.ts'
import { violatedConstraint } from '../kernel/db.ts'
import { newUuid } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { acceptBank, acceptWallet, type BankInput, type WalletInput } from './accepted-accounts.ts'
import {
  closeAccount,
  type EmployerAccountRow,
  insertEmployerAccount,
  listEmployerAccounts,
} from './employer-account.store.ts'
import { maskBank } from './present-destinations.ts'

/** A company's accounts and wallets in use, the oldest first, account numbers masked. */
export async function getEmployerAccounts(
  ctx: Ctx,
  employer_uuid: string,
): Promise<z.output<typeof EmployerAccount>[]> {
  const rows = await listEmployerAccounts(ctx, employer_uuid)
  return rows.map(row => ({ ...row, bank: row.bank && maskBank(row.bank) }))
}

/** Adds a bank account of the acting company after checking it as a contractor's; the same one again is CONFLICT. */
export async function addEmployerBank(ctx: Ctx, input: BankInput): Promise<void> {
  const bank = await acceptBank(ctx, input)
  const label = accountLabel(bank)
  const { currency } = bank
  try {
    await add(ctx, { kind: 'bank', network: 'fiat', currency, label, address: null, bank })
  } catch (cause) {
    if (violatedConstraint(cause) !== 'employer_account_bank') throw cause
    throw new Problem('CONFLICT', 'payments.problems.sameCompanyAccount', {
      params: { label },
      cause,
    })
  }
}

/** Adds a wallet of the acting company after really checking its address; the same one again is WALLET_ALREADY_EXISTS. */
export async function addEmployerWallet(ctx: Ctx, input: WalletInput): Promise<void> {
  const wallet = await acceptWallet(ctx, input)
  try {
    await add(ctx, wallet)
  } catch (cause) {
    if (violatedConstraint(cause) !== 'employer_account_wallet') throw cause
    throw new Problem('WALLET_ALREADY_EXISTS', 'payments.problems.sameCompanyWallet', {
      params: { label: wallet.label },
      cause,
    })
  }
}

async function add(
  ctx: Ctx,
  account: Omit<EmployerAccountRow, 'account_uuid' | 'employer_uuid' | 'created_at'>,
): Promise<void> {
  const account_uuid = newUuid()
  const employer_uuid = employerOf(ctx.actor)
  const row = { ...account, account_uuid, employer_uuid, created_at: ctx.now }
  await insertEmployerAccount(ctx, row, ctx.actor.sub)
  const { kind, currency, network } = account
  ctx.audit({
    action: 'add',
    entity: 'employer_account',
    entity_uuids: [account_uuid],
    employer_uuid,
    after: { kind, currency, network },
  })
  ctx.announce('destinations.company_account_added', { account_uuid })
}

/** Closes an account or wallet of the acting company: nothing is asked of it any more. Again changes nothing; another's is NOT_FOUND. */
export async function closeEmployerAccount(ctx: Ctx, account_uuid: string): Promise<void> {
  const employer_uuid = employerOf(ctx.actor)
  const closed = { by: ctx.actor.sub, at: ctx.now }
  const done = await closeAccount(ctx.tx, { employer_uuid, account_uuid }, closed)
  if (done === undefined) throw new Problem('NOT_FOUND', 'payments.problems.noSuchCompanyAccount')
  if (!done) return
  ctx.audit({
    action: 'close',
    entity: 'employer_account',
    entity_uuids: [account_uuid],
    employer_uuid,
  })
}
