import type { z } from 'zod'
import type { ContractView } from '#contract/contracts.ts'
import { type ContractAction, contractMachine } from '#domain/contracts/contract.ts'
import type { Actor } from '../kernel/actor.ts'
import type { ContractRow } from './contract.store.ts'

type View = z.output<typeof ContractView>

/** The contract as its employer or its contractor sees it, with what this one may do. */
export function presentContract(actor: Actor, row: ContractRow): View {
  return {
    ...row,
    hourly_rate: { currency: row.currency, minor: row.hourly_rate_minor },
    scheduled_hours: row.scheduled_hours_hundredths,
    signatures: [...row.signatures],
    allowed_actions: actionsOf(actor, row),
  }
}

const OF_EMPLOYER: readonly ContractAction[] = ['approve', 'complete', 'discard']
const OF_CONTRACTOR: readonly ContractAction[] = ['sign', 'decline']

function actionsOf({ role }: Actor, { status }: ContractRow): View['allowed_actions'] {
  const own = role === 'employer' ? OF_EMPLOYER : role === 'contractor' ? OF_CONTRACTOR : []
  const allowed = contractMachine.actions(status).filter(action => own.includes(action))
  const edit = role === 'employer' && status === 'DRAFT' ? ['edit'] : []
  return [...edit, ...allowed] as View['allowed_actions']
}
