import type { z } from 'zod'
import { type ContractView, contracts } from '#contract/contracts.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { contractMachine } from '#domain/contracts/contract.ts'
import type { Actor } from '../kernel/actor.ts'
import { mayCall } from '../kernel/may-call.ts'
import type { ContractRow } from './contract.report.store.ts'
import type { ContractItem } from './contract-items.report.store.ts'

type View = z.output<typeof ContractView>

/** The contract as its employer or its contractor sees it, with what it earned and what this one may do. */
export function presentContract(
  actor: Actor,
  row: ContractRow,
  items: readonly ContractItem[],
): View {
  const { hourly_rate_minor: minor } = row
  return {
    ...row,
    approved: row.approved_at !== null,
    hourly_rate: minor === null ? null : { currency: row.currency, minor },
    scheduled_hours: row.scheduled_hours_hundredths,
    signatures: [...row.signatures],
    line_items: items
      .filter(item => item.contract_uuid === row.contract_uuid)
      .map(({ currency, amount_minor, ...item }) => ({
        ...item,
        amount: { currency, minor: amount_minor },
      })),
    allowed_actions: actionsOf(actor, row),
  }
}

const CALLS: Readonly<Record<View['allowed_actions'][number], Endpoint>> = {
  edit: contracts.putContract,
  approve: contracts.approveContract,
  complete: contracts.completeContract,
  discard: contracts.discardContract,
  sign: contracts.signContract,
  decline: contracts.declineContract,
}

function actionsOf(actor: Actor, { status }: ContractRow): View['allowed_actions'] {
  const edit = status === 'DRAFT' ? ['edit'] : []
  const allowed = [...edit, ...contractMachine.actions(status)].filter(isOffered)
  return allowed.filter(action => mayCall(actor, CALLS[action]))
}

/** What expires a contract is the clock, and nobody's to do. */
function isOffered(action: string): action is View['allowed_actions'][number] {
  return action in CALLS
}
