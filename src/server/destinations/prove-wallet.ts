import { isProvable, isSignedBy } from '#domain/destinations/ownership.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import { textOf } from '#domain/kernel/words.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say } from '../kernel/words.ts'
import {
  type DestinationRow,
  insertChange,
  lockDestinations,
  markProved,
} from './destination.store.ts'
import { listLooks } from './wallet-look.store.ts'

type Wallet = Pick<DestinationRow, 'destination_uuid' | 'contractor_sub' | 'network' | 'address'>

/**
 * What the owner of a wallet signs to prove that it is theirs, by the key that its network has for it where the address does not say it; null where a message proves nothing. Its code is of this wallet and this
 * contractor alone, so that nothing signed elsewhere, or for somebody else, is a proof here.
 */
export function messageToSign(
  { fields }: Pick<Ctx, 'fields'>,
  { destination_uuid, contractor_sub, network, address }: Wallet,
  key: string | null,
): string | null {
  if (!address || !isProvable(network, key)) return null
  const parts = JSON.stringify([contractor_sub, destination_uuid, address])
  const code = fields.blindIndex('destination.proof', parts).toString('hex').slice(0, 16)
  return say('payments.ownership.message', { address, code })
}

/**
 * Keeps that the contractor holds the key of a wallet, by a signature of its message; again is as once. VALIDATION where it is not signed by
 * that wallet, NOT_FOUND for none of theirs. Nothing else changes: what is new waits as long, and approvals hold.
 */
export async function proveWallet(ctx: Ctx, id: string, signature: string): Promise<void> {
  const rows = await lockDestinations(ctx, ctx.actor.sub)
  const wallet = rows.find(row => row.destination_uuid === id)
  const looks = await listLooks(ctx.tx, ctx.actor.sub)
  const key = looks.find(of => of.destination_uuid === id)?.key ?? null
  const message = wallet && messageToSign(ctx, wallet, key)
  if (!wallet?.address || !message)
    throw new Problem('NOT_FOUND', 'payments.problems.noWalletToProve')
  if (!isSignedBy(wallet.network, { address: wallet.address, message, signature, key }))
    throw invalidField('signature', 'payments.problems.notSignedByWallet')
  if (!(await markProved(ctx.tx, id, ctx.now))) return
  const { contractor_sub, label } = wallet
  await insertChange(ctx.tx, {
    contractor_sub,
    said: textOf('payments.destinationChanges.proved', { label }),
    at: ctx.now,
  })
  ctx.audit({
    action: 'prove_wallet',
    entity: 'destination',
    entity_uuids: [id],
    employer_uuid: null,
    after: { contractor_sub, network: wallet.network },
  })
}
