/** Offers do not outlive what they were made in: with the relation ends what waits for a signature (decision 0135). */
import { contractMachine } from '#domain/contracts/contract.ts'
import { transition } from '#domain/kernel/machine.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { withdrawOffered } from './contract-set.store.ts'
import { selectStrandedOffers } from './stranded-offers.report.store.ts'

/**
 * Withdraws the employer's offers that wait for somebody who does not work with them, or does so anew since the offer was made; of one
 * person where they are named. Nobody can sign them any more, and each contractor is told.
 */
export async function withdrawStranded(
  ctx: Ctx,
  employer_uuid: string,
  contractor_sub?: string,
): Promise<void> {
  const stranded = await selectStrandedOffers(ctx.tx, { employer_uuid, contractor_sub })
  const withdrawn = await withdrawOffered(ctx.tx, stranded, ctx.now)
  ctx.audit({
    action: 'withdraw',
    entity: 'contract',
    entity_uuids: withdrawn,
    employer_uuid,
    before: { status: 'AWAITING_SIGNATURE' },
    after: { status: transition(contractMachine, 'contract', 'AWAITING_SIGNATURE', 'discard') },
  })
  for (const contract_uuid of withdrawn)
    ctx.announce('contracts.offer_withdrawn', { contract_uuid })
}
