/** The platform's accounts into which employers pay: proposed by one operator, confirmed by another, then told to companies. */
import type { z } from 'zod'
import { type FundingAccount, type FundingAccounts, funding } from '#contract/funding.ts'
import { operatorsOf } from '#contract/kernel/endpoint.ts'
import { invalidField, Problem, requireValid } from '#domain/kernel/problem.ts'
import { proposalStands } from '#domain/kernel/proposal.ts'
import {
  checkFundingAccount,
  type FundingAccountDetails,
  normalAccount,
} from '#domain/ledger/funding-account.ts'
import { violatedConstraint } from '../kernel/db.ts'
import { newUuid } from '../kernel/ids.ts'
import { mayCall } from '../kernel/may-call.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { findCurrency } from '../reference/currencies.ts'
import { listProposedAccounts, type ProposedAccountRow } from './funding-account.report.store.ts'
import {
  answerFundingAccount,
  type FundingAccountRow,
  insertFundingAccount,
  listStandingAccounts,
  lockFundingAccount,
} from './funding-account.store.ts'

type View = z.output<typeof FundingAccounts>

/** What stands and what waits. */
export async function listFundingAccounts(ctx: Ctx): Promise<View> {
  const [accounts, proposals] = await Promise.all([
    listStandingAccounts(ctx.tx),
    listProposedAccounts(ctx.tx),
  ])
  return {
    accounts: accounts.map(presentAccount),
    proposals: proposals.map(row => {
      const is_me = row.proposed_by === ctx.actor.sub
      const may = mayCall(ctx.actor, funding.confirmFundingAccount)
      const stands = stillStands(ctx, row)
      return {
        ...presentAccount(row),
        proposed_by: { name: row.proposed_by_name, is_me },
        proposed_at: row.proposed_at,
        stands,
        allowed_actions: may ? (is_me || !stands ? ['withdraw'] : ['confirm', 'withdraw']) : [],
      }
    }),
  }
}

function stillStands({ today }: Ctx, row: ProposedAccountRow): boolean {
  return proposalStands(row, operatorsOf(funding.proposeFundingAccount), today)
}

/** Proposes the account of a currency; the same again changes nothing. CONFLICT while another proposal of it waits. */
export async function proposeFundingAccount(ctx: Ctx, input: FundingAccountDetails): Promise<void> {
  const details = normalAccount(input)
  requireValid(checkFundingAccount(details))
  if (!findCurrency(details.currency))
    throw invalidField('currency', 'ledger.fundingFile.noCurrency', { currency: details.currency })
  const waiting = (await listProposedAccounts(ctx.tx)).find(of => of.currency === details.currency)
  if (waiting && waiting.proposed_by === ctx.actor.sub && isSame(waiting, details)) return
  const account_uuid = newUuid()
  const { sub: proposed_by } = ctx.actor
  try {
    await insertFundingAccount(ctx.tx, {
      ...details,
      account_uuid,
      proposed_by,
      proposed_at: ctx.now,
    })
  } catch (cause) {
    if (violatedConstraint(cause) !== 'funding_account_waiting') throw cause
    throw new Problem('CONFLICT', 'ledger.problems.proposalWaits', {
      params: { currency: details.currency },
      cause,
    })
  }
  audit(ctx, 'propose', account_uuid, details)
}

/**
 * Says yes to what another operator proposed; again changes nothing. SECOND_PERSON_NEEDED for who proposed it,
 * TRANSITION_NOT_ALLOWED where its time is over or who proposed it is no admin any more.
 */
export async function confirmFundingAccount(ctx: Ctx, account_uuid: string): Promise<void> {
  const row = await lockFundingAccount(ctx.tx, account_uuid)
  if (!row) throw new Problem('NOT_FOUND', 'ledger.problems.noSuchProposal')
  if (row.withdrawn_at) throw new Problem('TRANSITION_NOT_ALLOWED', 'ledger.problems.proposalGone')
  if (row.proposed_by === ctx.actor.sub)
    throw new Problem('SECOND_PERSON_NEEDED', 'ledger.problems.proposedYourself')
  if (row.confirmed_at) return
  const proposal = (await listProposedAccounts(ctx.tx)).find(of => of.account_uuid === account_uuid)
  if (!proposal || !stillStands(ctx, proposal))
    throw new Problem('TRANSITION_NOT_ALLOWED', 'ledger.problems.proposalTooOld')
  await answerFundingAccount(ctx.tx, account_uuid, {
    confirmed_by: ctx.actor.sub,
    confirmed_at: ctx.now,
  })
  audit(ctx, 'confirm', account_uuid, { currency: row.currency })
}

/** Takes a proposal back, or says no to it; again changes nothing. */
export async function withdrawFundingAccount(ctx: Ctx, account_uuid: string): Promise<void> {
  const row = await lockFundingAccount(ctx.tx, account_uuid)
  if (!row) throw new Problem('NOT_FOUND', 'ledger.problems.noSuchProposal')
  if (row.confirmed_at) throw new Problem('TRANSITION_NOT_ALLOWED', 'ledger.problems.accountStands')
  if (row.withdrawn_at) return
  await answerFundingAccount(ctx.tx, account_uuid, {
    withdrawn_by: ctx.actor.sub,
    withdrawn_at: ctx.now,
  })
  audit(ctx, 'withdraw', account_uuid, { currency: row.currency })
}

/** An account as people read it. */
export function presentAccount(row: FundingAccountRow): z.output<typeof FundingAccount> {
  const { account_uuid, currency, account_name, bank_name, bank_address } = row
  const { iban, account_number, routing_number, swift_code } = row
  return {
    ...{ account_uuid, currency, account_name, bank_name, bank_address },
    ...{ iban, account_number, routing_number, swift_code },
  }
}

function isSame(row: FundingAccountRow, details: FundingAccountDetails): boolean {
  return (Object.keys(details) as (keyof FundingAccountDetails)[]).every(
    name => row[name] === details[name],
  )
}

function audit(ctx: Ctx, action: string, account_uuid: string, after: object): void {
  ctx.audit({
    action,
    entity: 'funding_account',
    entity_uuids: [account_uuid],
    employer_uuid: null,
    after,
  })
}
