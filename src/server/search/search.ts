/** What a text finds for whoever is signed in: people, cycles, payments and contracts, each with where it stands. */
import type { z } from 'zod'
import type { Found } from '#contract/search.ts'
import { FOUND_OF_A_KIND } from '#domain/kernel/found.ts'
import { employerName, legalName, personName } from '#domain/kernel/names.ts'
import { typedAmount } from '#domain/kernel/typed-amount.ts'
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
  findPaymentsFrom,
  findPaymentsOf,
  findPaymentsOfAmount,
  findWrongPayments,
} from './search.report.store.ts'

type Answer = z.output<typeof Found>

const NOTHING: Answer = { more: [], people: [], cycles: [], payments: [], contracts: [] }

/** How many of a kind are worth showing to somebody who has typed nothing yet. */
const OFFERED = 4

/** The best of each kind that the actor may see; of an empty text what is newest or waits. */
export async function search(ctx: Ctx, text: string): Promise<Answer> {
  const q = text.trim()
  const limit = q === '' ? OFFERED : FOUND_OF_A_KIND
  if (ctx.actor.role === 'operator') return forOperator(ctx, q, limit)
  if (ctx.actor.role === 'employer') return forEmployer(ctx, q, limit)
  const { sub } = ctx.actor
  const amount = typedAmount(q)
  const [offered, payments, theirs] = await Promise.all([
    findOffered(ctx.tx, { sub, q, limit }),
    amount ? findPaymentsOfAmount(ctx.tx, amount, { sub, limit }) : [],
    findPaymentsFrom(ctx.tx, { sub, q, limit }),
  ])
  return {
    ...NOTHING,
    payments: once(
      [...payments, ...theirs].map(of =>
        presentPayment(of, of.is_over ? '/contractor/reports' : '/dashboard'),
      ),
    ).slice(0, limit),
    contracts: offered.map(of =>
      presentContract(of, `/contractor/contracts?contract=${of.contract_uuid}`),
    ),
  }
}

async function forEmployer(ctx: Ctx, q: string, limit: number): Promise<Answer> {
  const employer_uuid = employerOf(ctx.actor)
  const page = { status: undefined, search: q || null, after: undefined, limit }
  const amount = typedAmount(q)
  const [listed, cycles, payments] = await Promise.all([
    selectContractors(ctx.tx, page),
    findCycles(ctx.tx, { employer_uuid, q, limit }),
    amount ? findPaymentsOfAmount(ctx.tx, amount, { employer_uuid, limit }) : [],
  ])
  const people = listed.slice(0, limit)
  const subs = people.flatMap(({ contractor_sub }) => contractor_sub ?? [])
  const [contracts, theirs, shown] = await Promise.all([
    findContracts(ctx.tx, { employer_uuid, subs, q, limit }),
    q === '' ? [] : findPaymentsOf(ctx.tx, subs, limit),
    presentCycles(ctx, cycles, ({ kind, policy_uuid, cycle_uuid, status }) => {
      if (kind === 'BATCH') return `/employer/partner/payments/${cycle_uuid}`
      const running = ['PENDING_APPROVAL', 'APPROVED', 'EMPTY'].includes(status)
      const list = running ? 'payroll-run' : 'payroll-historical'
      return `/employer/${list}/paycycle/${policy_uuid}/${cycle_uuid}/${status}`
    }),
  ])
  return {
    ...NOTHING,
    more:
      q !== '' && listed.length > limit
        ? [{ list: 'contractors', link: listOf('/employer/contractors', q) }]
        : [],
    people: people.map(person => {
      const id = person.contractor_sub ?? person.invitation_uuid
      return {
        ...{ kind: 'contractor', id, role: person.role, email: person.contractor_email },
        name: personName(person, person.contractor_email),
        link: `/employer/contractors/${encodeURIComponent(id)}/profile/read`,
      }
    }),
    cycles: shown.map(cycle => ({ ...cycle, company_name: null })),
    payments: once([...payments, ...theirs].map(of => presentPayment(of, placeInCycle(of)))).slice(
      0,
      limit,
    ),
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
  const amount = typedAmount(q)
  const [cycles, payments, ofAmount] = await Promise.all([
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
    amount ? findPaymentsOfAmount(ctx.tx, amount, { limit }) : [],
  ])
  const people = [
    ...employers.map(employer => presentEmployer(employer)),
    ...contractors.map(({ sub, email, ...person }) => ({
      ...{ kind: 'contractor' as const, id: sub, role: '', email },
      name: personName(person, email),
      link: placeInList('contractors', email, sub),
    })),
  ].slice(0, FOUND_OF_A_KIND)
  const shown = (kind: 'employer' | 'contractor') => people.filter(of => of.kind === kind).length
  const cut = {
    employers: foundEmployers.length > shown('employer'),
    contractors: foundContractors.length > shown('contractor'),
  }
  return {
    more: (['employers', 'contractors'] as const)
      .filter(list => q !== '' && cut[list])
      .map(list => ({ list, link: listOf(`/operations/${list}`, q) })),
    people,
    cycles,
    payments: once([
      ...ofAmount.map(of => presentPayment(of, placeInPayments(of, q))),
      ...payments.map(of => presentPayment(of, placeInPayments(of, of.contractor_name))),
    ]).slice(0, FOUND_OF_A_KIND),
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

/** A list of people with what was looked for. */
function listOf(path: string, search: string): string {
  return `${path}?${new URLSearchParams({ search })}`
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

function presentPayment(of: FoundPayment, link: string): Answer['payments'][number] {
  const { payment_uuid, contractor_name, company_name, pay_date, status, currency, minor } = of
  const amount = { currency, minor }
  return { payment_uuid, contractor_name, company_name, pay_date, status, amount, link }
}

/** Where an operator finds a payment: among those that are over, else by what says it. */
function placeInPayments({ is_over }: FoundPayment, search: string): string {
  const where = is_over ? { tab: 'history' } : { search }
  return `/operations/transactions?${new URLSearchParams(where)}`
}

/** Its line item, in the cycle of its employer. */
function placeInCycle({ policy_uuid, cycle_uuid, line_item_uuid, is_over }: FoundPayment): string {
  const [list, status] = is_over ? ['payroll-historical', 'PAID'] : ['payroll-run', 'APPROVED']
  return `/employer/${list}/paycycle/${policy_uuid}/${cycle_uuid}/${status}#item-${line_item_uuid}`
}

/** Each payment once, however it was found. */
function once(payments: Answer['payments']): Answer['payments'] {
  return [...new Map(payments.map(of => [of.payment_uuid, of])).values()]
}

function presentContract(
  { contract_uuid, role, name, kind, status, start_date, end_date }: FoundContract,
  link: string,
): Answer['contracts'][number] {
  return { contract_uuid, role, name, kind, status, start_date, end_date, link }
}
