/** What a text finds for whoever is signed in: people, cycles, payments and contracts, each with where it stands. */
import type { z } from 'zod'
import { FOUND_OF_A_KIND, type Found } from '#contract/search.ts'
import { employerName, legalName, personName } from '#domain/kernel/names.ts'
import { cycleStatus, isLive } from '#domain/payroll/line-item.ts'
import { liveItems, statusesIn, totalsOf } from '#domain/payroll/review-marks.ts'
import { employerOf } from '../kernel/actor.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { readCounts } from '../payroll/index.ts'
import {
  selectContractors,
  selectContractorsForReview,
  selectEmployersForReview,
} from '../people/index.ts'
import {
  type FoundContract,
  type FoundCycle,
  type FoundPayment,
  findContracts,
  findCycles,
  findCyclesOf,
  findOffered,
  findPaymentsOf,
  findWrongPayments,
} from './search.report.store.ts'

type Answer = z.output<typeof Found>

const NOTHING: Answer = { people: [], cycles: [], payments: [], contracts: [] }

/** How many of a kind are worth showing to somebody who has typed nothing yet. */
const OFFERED = 4

/** The best of each kind that the actor may see; of an empty text what is newest or waits. */
export async function search(ctx: Ctx, text: string): Promise<Answer> {
  const q = text.trim()
  const limit = q === '' ? OFFERED : FOUND_OF_A_KIND
  if (ctx.actor.role === 'operator') return forOperator(ctx, q, limit)
  if (ctx.actor.role === 'employer') return forEmployer(ctx, q, limit)
  const offered = await findOffered(ctx.tx, { sub: ctx.actor.sub, q, limit })
  return {
    ...NOTHING,
    contracts: offered.map(of =>
      presentContract(of, `/contractor/contracts?contract=${of.contract_uuid}`),
    ),
  }
}

async function forEmployer(ctx: Ctx, q: string, limit: number): Promise<Answer> {
  const employer_uuid = employerOf(ctx.actor)
  const page = { status: undefined, search: q || null, after: undefined, limit }
  const [listed, cycles] = await Promise.all([
    selectContractors(ctx.tx, page),
    findCycles(ctx.tx, { employer_uuid, q, limit }),
  ])
  const people = listed.slice(0, limit)
  const subs = people.flatMap(({ contractor_sub }) => contractor_sub ?? [])
  const [contracts, shown] = await Promise.all([
    findContracts(ctx.tx, { employer_uuid, subs, q, limit }),
    presentCycles(ctx, cycles, ({ policy_uuid, cycle_uuid, status }) => {
      const running = ['PENDING_APPROVAL', 'APPROVED', 'EMPTY'].includes(status)
      const list = running ? 'payroll-run' : 'payroll-historical'
      return `/employer/${list}/paycycle/${policy_uuid}/${cycle_uuid}/${status}`
    }),
  ])
  return {
    ...NOTHING,
    people: people.map(person => {
      const id = person.contractor_sub ?? person.invitation_uuid
      return {
        ...{ kind: 'contractor', id, role: person.role, email: person.contractor_email },
        name: personName(person, person.contractor_email),
        link: `/employer/contractors/${encodeURIComponent(id)}/profile/read`,
      }
    }),
    cycles: shown.map(cycle => ({ ...cycle, company_name: null })),
    contracts: contracts.map(of =>
      presentContract(
        of,
        `/employer/contractors/${encodeURIComponent(of.contractor_sub)}/contract/${of.contract_uuid}/read`,
      ),
    ),
  }
}

async function forOperator(ctx: Ctx, q: string, limit: number): Promise<Answer> {
  const asked = { search: q || undefined, verification: undefined, after: undefined, limit }
  const [foundEmployers, foundContractors] = await Promise.all([
    selectEmployersForReview(ctx, asked),
    selectContractorsForReview(ctx, asked),
  ])
  const employers = foundEmployers.slice(0, limit)
  const contractors = foundContractors.slice(0, limit)
  const [cycles, payments] = await Promise.all([
    findCyclesOf(
      ctx.tx,
      q === '' ? [] : employers.map(({ employer_uuid }) => employer_uuid),
      limit,
    ).then(found =>
      presentCycles(
        ctx,
        found,
        ({ domain, employer_uuid }) =>
          `/operations/employers/${encodeURIComponent(domain ?? employer_uuid)}/payroll`,
      ),
    ),
    q === ''
      ? findWrongPayments(ctx.tx, limit)
      : findPaymentsOf(
          ctx.tx,
          contractors.map(({ sub }) => sub),
          limit,
        ),
  ])
  return {
    people: [
      ...employers.map(employer => presentEmployer(employer)),
      ...contractors.map(({ sub, email, ...person }) => ({
        ...{ kind: 'contractor' as const, id: sub, role: '', email },
        name: personName(person, email),
        link: placeInList('contractors', email, sub),
      })),
    ].slice(0, FOUND_OF_A_KIND),
    cycles,
    payments: payments.map(presentPayment),
    contracts: [],
  }
}

function presentEmployer(
  employer: Awaited<ReturnType<typeof selectEmployersForReview>>[number],
): Answer['people'][number] {
  const { employer_uuid: id, domain, contact_email } = employer
  const email = domain ?? contact_email
  return {
    ...{ kind: 'employer', id, role: '', email },
    name: employerName(employer) || legalName(employer) || contact_email,
    link: placeInList('employers', email, id),
  }
}

/** A row of the operators' lists, opened. */
function placeInList(list: 'employers' | 'contractors', said: string, id: string): string {
  return `/operations/${list}?${new URLSearchParams({ search: said, open: id })}`
}

type Cycle = FoundCycle & { readonly status: Answer['cycles'][number]['status'] }

async function presentCycles(
  ctx: Ctx,
  found: readonly FoundCycle[],
  linkOf: (cycle: Cycle) => string,
): Promise<Answer['cycles']> {
  const counts = await readCounts(
    ctx.tx,
    found.map(({ cycle_uuid }) => cycle_uuid),
  )
  return found.map(cycle => {
    const counted = counts.get(cycle.cycle_uuid) ?? []
    const status = cycleStatus(statusesIn(counted))
    const { cycle_uuid, label, pay_date, company_name } = cycle
    return {
      ...{ cycle_uuid, label, pay_date, company_name, status },
      contractors: liveItems(counted),
      totals: totalsOf(counted, isLive),
      link: linkOf({ ...cycle, status }),
    }
  })
}

function presentPayment({
  currency,
  minor,
  is_over,
  ...payment
}: FoundPayment): Answer['payments'][number] {
  const where = is_over ? { tab: 'history' } : { search: payment.contractor_name }
  return {
    ...payment,
    amount: { currency, minor },
    link: `/operations/transactions?${new URLSearchParams(where)}`,
  }
}

function presentContract(
  { contract_uuid, role, name, status }: FoundContract,
  link: string,
): Answer['contracts'][number] {
  return { contract_uuid, role, name, status, link }
}
