import type { FundingAccountDetails } from '#domain/ledger/funding-account.ts'
import type { Tx } from '../kernel/db.ts'

export type FundingAccountRow = FundingAccountDetails & {
  readonly account_uuid: string
  readonly proposed_by: string
  readonly proposed_at: Date
  readonly confirmed_at: Date | null
}

const DETAILS = [
  'account_uuid',
  'currency',
  'account_name',
  'bank_name',
  'bank_address',
  'iban',
  'account_number',
  'routing_number',
  'swift_code',
  'proposed_by',
  'proposed_at',
  'confirmed_at',
] as const

/** The account that stands for each currency, the one confirmed last; by currency. */
export async function listStandingAccounts(tx: Tx): Promise<FundingAccountRow[]> {
  return tx
    .selectFrom('funding_account')
    .select(DETAILS)
    .distinctOn('currency')
    .where('confirmed_at', 'is not', null)
    .orderBy('currency')
    .orderBy('confirmed_at', 'desc')
    .orderBy('account_uuid', 'desc')
    .execute()
}

/** By which numbers a bank may call our accounts that stand or once stood, by currency. */
export async function listOwnNumbers(
  tx: Tx,
): Promise<{ readonly currency: string; readonly numbers: readonly string[] }[]> {
  const rows = await tx
    .selectFrom('funding_account')
    .select(['currency', 'iban', 'account_number'])
    .where('confirmed_at', 'is not', null)
    .execute()
  return rows.map(({ currency, iban, account_number }) => ({
    currency,
    numbers: [iban, account_number].filter(number => number !== ''),
  }))
}

/** One account, whatever became of it, and nobody else answers it until the transaction ends. */
export async function lockFundingAccount(tx: Tx, account_uuid: string) {
  return tx
    .selectFrom('funding_account')
    .select([...DETAILS, 'confirmed_by', 'withdrawn_at'])
    .where('account_uuid', '=', account_uuid)
    .forUpdate()
    .executeTakeFirst()
}

/** Inserts a proposal; a second one of its currency violates `funding_account_waiting`. */
export async function insertFundingAccount(
  tx: Tx,
  row: Omit<FundingAccountRow, 'confirmed_at'>,
): Promise<void> {
  await tx.insertInto('funding_account').values(row).execute()
}

/** Keeps the answer to a proposal. */
export async function answerFundingAccount(
  tx: Tx,
  account_uuid: string,
  answer:
    | { readonly confirmed_by: string; readonly confirmed_at: Date }
    | { readonly withdrawn_by: string; readonly withdrawn_at: Date },
): Promise<void> {
  await tx
    .updateTable('funding_account')
    .set(answer)
    .where('account_uuid', '=', account_uuid)
    .execute()
}
