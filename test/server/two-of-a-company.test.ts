/** What two people of a company change as a whole, each over what they saw of it. */
import { afterAll, beforeAll } from 'vitest'
import type { api } from '#contract/api.ts'
import type { HandlerInput } from '#contract/kernel/endpoint.ts'
import { addPolicy, call, type Person } from '#db/seed/cast.ts'
import { addDays } from '#domain/kernel/plain-date.ts'
import { added } from '#server/identity/team.test-data.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import {
  biweekly,
  type CycleStage,
  givenApprovableCycle,
  plainWorld,
  type World,
} from '#test/harness/world.ts'
import { type Edited, savedOverWhatWasSeen } from './two-savers.ts'

let world: World
let admin: Admin
let stage: CycleStage
let owner: Person
let approvers: readonly [Person, Person]
let policy_uuid: string
let serial = 0

beforeAll(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
  stage = await givenApprovableCycle(world)
  owner = stage.employer
  approvers = [
    await added(world, owner, 'lee@northwind.test', 'approver'),
    await added(world, owner, 'noor@northwind.test', 'approver'),
  ]
  policy_uuid = await addPolicy(world, owner, 'Free', biweekly('2026-03-29'))
})
afterAll(async () => {
  await admin?.close()
  await world?.close()
})

type Company = Awaited<ReturnType<typeof company>>
const company = () => call(world, owner, 'getEmployer')

const FORMS: Record<string, () => Promise<Edited>> = {
  'the terms of a policy': async () => ({
    table: 'payroll_policy',
    read: () => call(world, owner, 'getPolicy', { params: { id: policy_uuid } }),
    seen: read => (read as { version: string }).version,
    save: (which, seen) =>
      call(world, owner, 'putPolicy', {
        params: { id: policy_uuid },
        body: {
          ...{ ...TERMS, label: `Free ${++serial}-${which}` },
          seen: seen as string,
        },
      }),
  }),
  'above which sum approving asks for a proof': async () => ({
    table: 'employer',
    read: company,
    seen: read => (read as Company).approval_limit,
    save: (which, seen) =>
      call(world, owner, 'putApprovalLimit', {
        body: {
          amount: { currency: 'USD', minor: BigInt(++serial * 2 + which) },
          seen: seen as Company['approval_limit'],
        },
      }),
  }),
  'what a company is called': async () => ({
    table: 'employer',
    read: company,
    seen: read => (read as Company).kyc_info.names_version,
    save: (which, seen) =>
      call(world, owner, 'putEmployerName', {
        body: {
          corporation_name: 'Company of boss',
          business_name: `Northwind ${++serial} ${which}`,
          seen: seen as string,
        },
      }),
  }),
  'which holidays are kept': async () => ({
    table: 'holiday_calendar',
    read: () => call(world, owner, 'getHolidayPolicy'),
    seen: read => (read as { version: number }).version,
    save: (which, seen) =>
      call(world, owner, 'putHolidayPolicy', {
        body: {
          holidays: [{ date: '2026-05-04', label: `Closed ${++serial}-${which}` }],
          version: seen as number,
        },
      }),
  }),
  'how the books are called': async () => ({
    table: 'journal_account',
    read: () => call(world, owner, 'getJournalAccounts'),
    seen: read => (read as { version: string }).version,
    save: (which, seen) =>
      call(world, owner, 'putJournalAccounts', {
        body: {
          accounts: [{ account: 'FEES', name: `Charges ${++serial}-${which}`, code: '7000' }],
          seen: seen as string,
        },
      }),
  }),
  'who stands in for somebody': async () => {
    const { sub } = owner
    return {
      table: 'approval_substitute',
      read: async () =>
        (await call(world, owner, 'listMembers')).members.find(of => of.sub === sub),
      seen: read => {
        const { absence } = read as { absence: Away | null }
        return absence && of(absence)
      },
      save: (which, seen) =>
        call(world, owner, 'putSubstitute', {
          params: { sub },
          body: {
            absence: {
              substitute_sub: approvers[which].sub,
              ...{ from: '2026-03-18', until: addDays('2026-03-20', ++serial) },
            },
            seen: seen as Away | null,
          },
        }),
    }
  },
  'the hours of a line item': async () => {
    const { items } = await call(world, owner, 'getCycle', {
      params: stage.id,
      query: { limit: 1 },
    })
    const params = { ...stage.id, line_item_uuid: items[0]?.line_item_uuid ?? '' }
    return {
      table: 'line_item',
      read: async () => (await call(world, owner, 'getLineItem', { params })).item.hours,
      seen: read => read,
      save: (which, seen) =>
        call(world, owner, 'editLineItem', {
          params,
          body: { hours: 1000 + ++serial * 2 + which, seen: seen as number },
        }),
    }
  },
  'what a company is charged': async () => {
    const { employer_uuid: id } = await company()
    const listed = async () =>
      (await call(world, stage.operator, 'listPrices', { query: { limit: 50 } })).items
    return {
      table: 'price_list',
      read: async () => (await listed()).find(({ employer_uuid }) => employer_uuid === id),
      seen: read => (read as { version: string }).version,
      save: (which, seen) =>
        call(world, stage.operator, 'putPrices', {
          params: { id },
          body: {
            ...{ currency: 'USD', per_payment: {}, margin: 0, tax: 0 },
            ...{ per_contractor: ++serial * 2 + which, seen: seen as string },
          },
        }),
    }
  },
  'how one of its people is reached': async () => ({
    table: 'person',
    read: () => call(world, owner, 'getMe'),
    seen: read => (read as { contact_version: string }).contact_version,
    save: (which, seen) =>
      call(world, owner, 'putContactDetails', {
        body: {
          ...{ first_name: 'Ingrid', last_name: 'Solberg', middle_name: '', preferred_name: 'I' },
          ...{ phone_number: `+1416555${1000 + ++serial * 2 + which}`, has_authorization: true },
          seen: seen as string,
        },
      }),
  }),
}

type Away = Readonly<Record<'substitute_sub' | 'from' | 'until', string>>
const of = ({ substitute_sub, from, until }: Away): Away => ({ substitute_sub, from, until })

const TERMS = {
  ...{ preferred_pay_day: null, week_of_month: null, day_of_week: null },
  ...{ monthly_business_day: null, semi_monthly_preferred_pay_day: null },
  ...biweekly('2026-03-29'),
} as HandlerInput<(typeof api)['putPolicy']>['body']

savedOverWhatWasSeen(FORMS, () => ({ world, admin }))
