/** What the frame of every page asks: what a text finds, and what waits for whoever is signed in. */
import { z } from 'zod'
import { CONTRACT_KINDS } from '#domain/contracts/contract.ts'
import { ContractStatus } from './contract-shapes.ts'
import { Money, PlainDate, Uuid } from './kernel/codecs.ts'
import { endpoint } from './kernel/endpoint.ts'
import { PaymentStatus } from './payments.ts'
import { CycleStatus } from './payroll-shapes.ts'

/** The calls that the search offers to begin from any page. */
export const BEGUN_ANYWHERE = [
  'inviteContractor',
  'approveCycle',
  'announceFunding',
  'putPolicy',
  'inviteMember',
  'putBankingInformation',
  'signContract',
  'bulkExecute',
  'putBalances',
  'inviteOperator',
] as const

const EVERYONE = ['employer', 'contractor', 'operator'] as const

/** The best of each kind, each with the path of the web where it stands. What a role has no page for is empty. */
export const Found = z.object({
  /** The lists that show all people who were found, where those that are answered are not all. A process of before does not say. */
  more: z
    .array(z.object({ list: z.enum(['contractors', 'employers']), link: z.string() }))
    .optional(),
  people: z.array(
    z.object({
      kind: z.enum(['employer', 'contractor']),
      id: z.string(),
      name: z.string(),
      /** What they do, where that is known. */
      role: z.string(),
      /** The address of mail, or of a company its domain. */
      email: z.string(),
      link: z.string(),
    }),
  ),
  cycles: z.array(
    z.object({
      cycle_uuid: Uuid,
      label: z.string(),
      /** Whose it is, for who sees those of many. */
      company_name: z.string().nullable(),
      pay_date: PlainDate,
      status: CycleStatus,
      contractors: z.int(),
      totals: z.array(Money),
      link: z.string(),
    }),
  ),
  payments: z.array(
    z.object({
      payment_uuid: Uuid,
      contractor_name: z.string(),
      company_name: z.string(),
      pay_date: PlainDate,
      amount: Money,
      status: PaymentStatus,
      link: z.string(),
    }),
  ),
  contracts: z.array(
    z.object({
      contract_uuid: Uuid,
      role: z.string(),
      /** The other side. */
      name: z.string(),
      kind: z.enum(CONTRACT_KINDS),
      status: ContractStatus,
      /** The first day on which it holds; null of a draft that does not say. */
      start_date: PlainDate.nullable(),
      /** The last day, where it has one. */
      end_date: PlainDate.nullable(),
      link: z.string(),
    }),
  ),
})

export const search = {
  search: endpoint({
    method: 'GET',
    path: '/user/search',
    summary:
      'People, cycles, payments and contracts of which a text is said; without one those that are newest or wait',
    access: EVERYONE,
    query: z.object({ q: z.string().max(200).default('') }),
    response: Found,
  }),
  getWaiting: endpoint({
    method: 'GET',
    path: '/user/waiting',
    summary: 'How much waits for the person to act, by the path of the web where it is done',
    access: EVERYONE,
    /** Paths where nothing waits, or nothing that the person may do, are left out. */
    response: z.object({
      counts: z.record(z.string(), z.int()),
      /** Of `BEGUN_ANYWHERE` what would be let through now: the person may, and there is something to do it to. */
      begin: z.array(z.enum(BEGUN_ANYWHERE)),
    }),
  }),
}
