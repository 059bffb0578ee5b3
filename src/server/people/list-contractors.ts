/** An employer's contractors: those who work for it, those who were invited, and those who left. */
import type { z } from 'zod'
import { contracts as contractCalls } from '#contract/contracts.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { type Contractor, type ContractorRow, people } from '#contract/people.ts'
import { avatarColor } from '#domain/kernel/avatar.ts'
import { personName } from '#domain/kernel/names.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { invitationMachine } from '#domain/people/invitation.ts'
import { type Actor, employerOf } from '../kernel/actor.ts'
import { mayCall } from '../kernel/may-call.ts'
import { decodeCursor, InstantKey, pageOf } from '../kernel/paging.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { presentAddress } from '../reference/addresses.ts'
import { selectContractor } from './contractor.store.ts'
import {
  countContractors,
  type ListedContractor,
  selectContractorRow,
  selectContractors,
  selectContractsOf,
} from './contractor-list.report.store.ts'
import { selectEndedRecord } from './ended-relation.store.ts'
import { payrollConfigurations } from './payroll-configurations.ts'
import { countEnding } from './people-needs.report.store.ts'
import { endsSoonBefore } from './people-needs.ts'

type Row = z.output<typeof ContractorRow>
type One = z.output<typeof Contractor>
type Query = z.output<(typeof people)['listContractors']['query']>
type Page = z.output<(typeof people)['listContractors']['response']>

/** One page, newest invitations first, with how many have each status and how many invitations end soon. */
export async function listContractors(ctx: Ctx, query: Query): Promise<Page> {
  const employer_uuid = employerOf(ctx.actor)
  const [found, counted, ending] = await Promise.all([
    selectContractors(ctx.tx, {
      status: query.status,
      search: query.search?.trim() || null,
      after: decodeCursor(query.cursor, InstantKey),
      limit: query.limit,
    }),
    countContractors(ctx.tx, employer_uuid),
    countEnding(ctx.tx, employer_uuid, endsSoonBefore(ctx.today)),
  ])
  const { rows, next_cursor } = pageOf(found, query.limit, row => [
    row.datetime_invited.toISOString(),
    row.invitation_uuid,
  ])
  return {
    items: rows.map(row => present(ctx.actor, row)),
    next_cursor,
    ...counted,
    ending,
  }
}

/** One row, by `contractor_sub` or the invitation's uuid; NOT_FOUND for another employer's. */
export async function getContractorRow(ctx: Ctx, id: string): Promise<Row> {
  return present(ctx.actor, await getListed(ctx, id))
}

/** One contractor with addresses and contracts. Who has not accepted has shared neither. */
export async function getContractor(ctx: Ctx, id: string): Promise<One> {
  const employer_uuid = employerOf(ctx.actor)
  const listed = await getListed(ctx, id)
  const { contractor_sub } = listed
  // Who left shares what was there at the end, and nothing new.
  const profile =
    contractor_sub === null
      ? undefined
      : ((await selectEndedRecord(ctx, employer_uuid, contractor_sub)) ??
        (await selectContractor(ctx, contractor_sub)))
  const [contracts, [configuration]] = contractor_sub
    ? await Promise.all([
        selectContractsOf(ctx, employer_uuid, contractor_sub),
        payrollConfigurations(ctx, employer_uuid, contractor_sub),
      ])
    : [[], []]
  return {
    ...present(ctx.actor, listed),
    phone_number: profile?.phone_number ?? '',
    preferred_name: profile?.preferred_name ?? '',
    permanent_address: presentAddress(profile?.permanent_address ?? null),
    mailing_address: presentAddress(profile?.mailing_address ?? null),
    contracts: contracts.map(contract => {
      const { hourly_rate_minor, scheduled_hours_hundredths, ...shown } = contract
      return {
        ...shown,
        hourly_rate_minor: Number(hourly_rate_minor),
        scheduled_hours: Number(scheduled_hours_hundredths) / 100,
      }
    }),
    payroll_configuration: configuration ?? null,
  }
}

async function getListed(ctx: Ctx, id: string): Promise<ListedContractor> {
  const row = await selectContractorRow(ctx.tx, employerOf(ctx.actor), id)
  if (!row) throw new Problem('NOT_FOUND', 'people.problems.noSuchContractor')
  return row
}

function present(
  actor: Actor,
  {
    contract_uuid,
    contract_status,
    currency,
    hourly_rate_minor,
    subdivision_code,
    ...row
  }: ListedContractor,
): Row {
  const contract = contract_uuid &&
    contract_status &&
    currency && {
      contract_uuid,
      status: contract_status,
      currency,
      hourly_rate_minor: Number(hourly_rate_minor),
    }
  return {
    ...row,
    iso_3166_2_code: subdivision_code,
    avatar_color: avatarColor(personName(row, row.contractor_email)),
    contract: contract || null,
    allowed_actions: actionsOf(row.status, contract_status).filter(action =>
      mayCall(actor, CALLS[action]),
    ),
  }
}

const CALLS: Readonly<Record<Row['allowed_actions'][number], Endpoint>> = {
  resend: people.resendInvitation,
  delete: people.deleteContractor,
  prepare_offboarding: people.deleteContractor,
  offboard: people.deleteContractor,
  draft_contract: contractCalls.putContract,
}

function actionsOf(status: Row['status'], contract_status: string | null): Row['allowed_actions'] {
  const may = (action: 'resend' | 'offboard') =>
    invitationMachine.next(status, action) !== undefined
  return [
    ...(may('resend') ? (['resend', 'delete'] as const) : []),
    ...(may('offboard') ? (['prepare_offboarding'] as const) : []),
    ...(may('offboard') && contract_status !== 'ACTIVE' ? (['offboard'] as const) : []),
    ...(status === 'ACCEPTED' ? (['draft_contract'] as const) : []),
  ]
}
