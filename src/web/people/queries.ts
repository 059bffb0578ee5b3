import { keepPreviousData } from '@tanstack/react-query'
import { personName } from '#domain/kernel/names.ts'
import { query } from '#web/kernel/queries.ts'
import type { ClientInput, ClientOutput } from '#web/kernel/types.ts'

export type Employer = ClientOutput<'getEmployer'>
export type ContractorRow = ClientOutput<'listContractors'>['items'][number]
export type ContractorRecord = ClientOutput<'getContractor'>
export type InvitationStatus = ContractorRow['status']

/** The company, its documents and its policies. */
export const employerQuery = query('getEmployer', {})

/** One page of the contractors; the page before stays while the next one loads. */
export function contractorsQuery(filter: NonNullable<ClientInput<'listContractors'>['query']>) {
  return { ...query('listContractors', { query: filter }), placeholderData: keepPreviousData }
}

/** One contractor, by `contractor_sub` or by the invitation's uuid. */
export function contractorQuery(id: string) {
  return query('getContractor', { params: { id } })
}

/** What a contractor is called: the name once they have given it, else the e-mail. */
export function contractorName(row: {
  readonly first_name: string
  readonly last_name: string
  readonly contractor_email: string
}): string {
  return personName(row, row.contractor_email)
}

/** The id by which pages and calls name a contractor: the person once there is one, else the invitation. */
export function contractorId(row: ContractorRow): string {
  return row.contractor_sub ?? row.invitation_uuid
}
