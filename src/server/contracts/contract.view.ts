import type { z } from 'zod'
import type { ContractView } from '#contract/contract-shapes.ts'
import { contracts } from '#contract/contracts.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { contractMachine, noticeEnds } from '#domain/contracts/contract.ts'
import { isShareable, shareState } from '#domain/contracts/share.ts'
import type { Actor } from '../kernel/actor.ts'
import { mayCall } from '../kernel/may-call.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import type { ContractRow } from './contract.report.store.ts'
import type { ContractItem } from './contract-items.report.store.ts'
import type { ShareRow } from './share.store.ts'

type View = z.output<typeof ContractView>

/** What stands beside contracts: what they earned, and who was sent links to them. */
export type Beside = {
  readonly items: readonly ContractItem[]
  readonly shares: readonly ShareRow[]
  /** What people of the own company are called, by their ids. */
  readonly names: ReadonlyMap<string, string>
}

/** The contract as its employer or its contractor sees it, with what it earned, who else reads it and what this one may do. */
export function presentContract(
  { actor, now, today }: Pick<Ctx, 'actor' | 'now' | 'today'>,
  row: ContractRow,
  { items, shares, names }: Beside,
): View {
  const { hourly_rate_minor: minor, terms_at, terms_by } = row
  return {
    ...row,
    terms_changed:
      terms_at && terms_by && actor.role === 'employer'
        ? { at: terms_at, by_name: names.get(terms_by) ?? '', mine: terms_by === actor.sub }
        : null,
    superseded_on: row.superseded_from,
    notice_ends_on: noticeEnds(row.kind, today),
    approved: row.approved_at !== null,
    hourly_rate: minor === null ? null : { currency: row.currency, minor },
    scheduled_hours: row.scheduled_hours_hundredths,
    signatures: [...row.signatures],
    shared_with: shares
      .filter(share => share.contract_uuid === row.contract_uuid)
      .map(share => viewerOf(actor, row, share, now)),
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
  share: contracts.shareContract,
}

function viewerOf(
  actor: Actor,
  row: ContractRow,
  share: ShareRow,
  now: Date,
): View['shared_with'][number] {
  const state = shareState(share, row.status, now)
  const again = mayShow(row) && mayCall(actor, contracts.shareContract)
  const stops = state === 'OPEN' && mayCall(actor, contracts.revokeShare)
  return {
    ...share,
    email: share.viewer_email,
    state,
    viewed_at: share.viewed_at.map(at => new Date(at)),
    allowed_actions: [
      ...(again ? (['share'] as const) : []),
      ...(stops ? (['revoke'] as const) : []),
    ],
  }
}

function mayShow({ status, pdf_file_uuid }: ContractRow): boolean {
  return isShareable(status, pdf_file_uuid !== null)
}

function actionsOf(actor: Actor, row: ContractRow): View['allowed_actions'] {
  const { status } = row
  const edit = status === 'DRAFT' ? ['edit'] : []
  const share = mayShow(row) ? ['share'] : []
  const allowed = [...edit, ...contractMachine.actions(status), ...share].filter(isOffered)
  return allowed.filter(action => mayCall(actor, CALLS[action]))
}

/** What expires a contract is the clock, and nobody's to do. */
function isOffered(action: string): action is View['allowed_actions'][number] {
  return action in CALLS
}
