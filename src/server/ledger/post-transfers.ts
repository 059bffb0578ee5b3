import { assert } from '#domain/kernel/assert.ts'
import type { Money } from '#domain/kernel/money.ts'
import { Problem } from '#domain/kernel/problem.ts'
import type { TransferCode } from '#domain/ledger/transfer-codes.ts'
import { databaseCode, violatedConstraint } from '../kernel/db.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { openAccounts } from './account.store.ts'
import type { AccountRef } from './accounts.ts'
import { findPending, insertTransfers, type TransferRow } from './transfer.store.ts'

/** Moves one amount between two accounts of its currency. `transfer_uuid` is minted by the caller and is the idempotency key. */
export type Transfer = {
  readonly transfer_uuid: string
  readonly from: AccountRef
  readonly to: AccountRef
  readonly amount: Money
  /** Why, in one stable word that people can be told. */
  readonly code: TransferCode
  /** What it is about: a funding, a line item, a payment. */
  readonly subject_uuid: string | null
  /** A pending transfer holds the amount until it is posted or voided. */
  readonly pending?: boolean
}

/**
 * Posts a batch, all of it or nothing; answers how many transfers are new. The same id with the same content is passed over,
 * with other content it is TRANSFER_REUSED. An account that may not go negative is never overdrawn: FUNDS_SHORT.
 */
export async function postTransfers(ctx: Ctx, transfers: readonly Transfer[]): Promise<number> {
  if (transfers.length === 0) return 0
  const ids = await accountIds(ctx, transfers)
  const rows = transfers.map((transfer): TransferRow => {
    assert(
      transfer.from.currency === transfer.amount.currency,
      'the paying account holds the currency',
    )
    assert(
      transfer.to.currency === transfer.amount.currency,
      'the receiving account holds the currency',
    )
    return {
      transfer_uuid: transfer.transfer_uuid,
      from_account: ids(transfer.from),
      to_account: ids(transfer.to),
      amount_minor: transfer.amount.minor,
      state: transfer.pending ? 'PENDING' : 'POSTED',
      of_uuid: null,
      code: transfer.code,
      subject_uuid: transfer.subject_uuid,
      employer_uuid: transfer.from.employer_uuid ?? transfer.to.employer_uuid,
    }
  })
  return translate(() => insertTransfers(ctx.tx, rows, ctx.now))
}

/**
 * Resolves a pending transfer once: posts it (all of it, or `amount_minor` of it) or voids it. `transfer_uuid` is the
 * resolution's own id; resolving again under it answers the same.
 */
export async function resolveTransfer(
  ctx: Ctx,
  resolution: {
    transfer_uuid: string
    of_uuid: string
    as: 'POST' | 'VOID'
    amount_minor?: bigint
    code: TransferCode
  },
): Promise<void> {
  const pending = await findPending(ctx.tx, resolution.of_uuid)
  if (!pending) throw new Problem('NOT_FOUND', 'ledger.problems.noSuchPending')
  const row: TransferRow = {
    ...pending,
    transfer_uuid: resolution.transfer_uuid,
    amount_minor: resolution.amount_minor ?? pending.amount_minor,
    state: resolution.as,
    of_uuid: resolution.of_uuid,
    code: resolution.code,
  }
  await translate(() => insertTransfers(ctx.tx, [row], ctx.now))
}

async function accountIds(
  ctx: Ctx,
  transfers: readonly Transfer[],
): Promise<(ref: AccountRef) => bigint> {
  const nameOf = (ref: AccountRef) => `${ref.owner}/${ref.kind}/${ref.currency}`
  const refs = new Map(
    transfers.flatMap(({ from, to }) => [
      [nameOf(from), from],
      [nameOf(to), to],
    ]),
  )
  const opened = await openAccounts(ctx.tx, [...refs.values()])
  const ids = new Map([...refs.keys()].map((name, index) => [name, opened[index]]))
  return ref => {
    const id = ids.get(nameOf(ref))
    assert(id !== undefined, `account ${nameOf(ref)} was opened`)
    return id
  }
}

async function translate<T>(post: () => Promise<T>): Promise<T> {
  try {
    return await post()
  } catch (cause) {
    if (violatedConstraint(cause) === 'no_overdraft')
      throw new Problem('FUNDS_SHORT', 'ledger.problems.notCovered', {
        cause,
      })
    if (violatedConstraint(cause) === 'balance_fits_json')
      throw new Problem('VALIDATION', 'ledger.problems.balanceTooLarge', { cause })
    const code = databaseCode(cause)
    if (code === 'C0001' || violatedConstraint(cause) === 'ledger_transfer_resolution')
      throw new Problem('TRANSFER_REUSED', 'ledger.problems.transferReused', { cause })
    if (code === 'C0003')
      throw new Problem('TRANSITION_NOT_ALLOWED', 'ledger.problems.notPending', { cause })
    throw cause
  }
}
