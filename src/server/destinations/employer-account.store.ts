import { accountIdentity, accountLabel } from '#domain/destinations/destination.ts'
import type { Tx } from '../kernel/db.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import type { BankRecord } from './destination.store.ts'

/** An account or wallet that a company funds from and is refunded to. */
export type EmployerAccountRow = {
  readonly account_uuid: string
  readonly employer_uuid: string
  readonly kind: 'bank' | 'wallet'
  readonly network: string
  readonly currency: string
  readonly label: string
  readonly address: string | null
  readonly bank: BankRecord | null
  readonly created_at: Date
}

const BANK = 'employer_account.bank'

/** A company's accounts and wallets that are not closed, in the order in which they were added. */
export async function listEmployerAccounts(
  { tx, fields }: PrivateTx,
  employer_uuid: string,
): Promise<EmployerAccountRow[]> {
  const rows = await tx
    .selectFrom('employer_account')
    .select([
      ...(['account_uuid', 'employer_uuid', 'kind', 'network', 'currency'] as const),
      ...(['label', 'address', 'bank', 'created_at'] as const),
    ])
    .where('employer_uuid', '=', employer_uuid)
    .where('closed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('account_uuid')
    .execute()
  return rows.map(row => {
    const bank = row.bank === null ? null : openBank(fields, row.account_uuid, row.bank)
    const label = bank ? accountLabel(bank) : row.label
    return { ...row, kind: row.kind as EmployerAccountRow['kind'], bank, label }
  })
}

function openBank(fields: PrivateTx['fields'], account_uuid: string, sealed: string): BankRecord {
  return JSON.parse(fields.open(BANK, account_uuid, sealed)) as BankRecord
}

/**
 * Inserts an account. One that the company has and did not close violates the index `employer_account_bank`, a wallet
 * `employer_account_wallet`.
 */
export async function insertEmployerAccount(
  { tx, fields }: PrivateTx,
  { bank, ...row }: EmployerAccountRow,
  created_by: string,
): Promise<void> {
  await tx
    .insertInto('employer_account')
    .values({
      ...row,
      created_by,
      bank: bank && fields.seal(BANK, row.account_uuid, JSON.stringify(bank)),
      bank_index: bank && fields.blindIndex('employer_account.bank_index', accountIdentity(bank)),
    })
    .execute()
}

/** Closes an account of the company; answers whether this did, which it does once, or undefined where the company never had it. */
export async function closeAccount(
  tx: Tx,
  of: Pick<EmployerAccountRow, 'employer_uuid' | 'account_uuid'>,
  closed: { readonly by: string; readonly at: Date },
): Promise<boolean | undefined> {
  const done = await tx
    .updateTable('employer_account')
    .set({ closed_by: closed.by, closed_at: closed.at })
    .where('account_uuid', '=', of.account_uuid)
    .where('employer_uuid', '=', of.employer_uuid)
    .where('closed_at', 'is', null)
    .returning('account_uuid')
    .executeTakeFirst()
  if (done) return true
  const known = await tx
    .selectFrom('employer_account')
    .select('account_uuid')
    .where('account_uuid', '=', of.account_uuid)
    .where('employer_uuid', '=', of.employer_uuid)
    .executeTakeFirst()
  return known && false
}
