import type { z } from 'zod'
import { api } from '#contract/api.ts'
import type { FirstPay } from '#contract/first-pay.ts'
import type { OnboardingStep } from '#domain/identity/onboarding.ts'
import { addDays, dateOf } from '#domain/kernel/plain-date.ts'
import {
  type ContractFact,
  contractorWay,
  employerWay,
  type FirstPayFacts,
  type FirstPayStep,
  type FirstPayStepKey,
  firstPayDate,
  firstPayPlan,
} from '#domain/payroll/first-pay.ts'
import { statusesIn } from '#domain/payroll/review-marks.ts'
import { onboardingOf } from '../identity/index.ts'
import { mayCall } from '../kernel/may-call.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { getEmployerRecord, listInvitations } from '../people/index.ts'
import { cycleActions } from './cycle-actions.ts'
import { cyclePath, mayAct, payStatesOf, toldOfCycle } from './cycle-pay-states.ts'
import { firstCostOf } from './first-cost.ts'
import {
  type FirstItem,
  findFirstItem,
  hasSettledPay,
  readContractorWay,
  readEmployerWay,
  type WayFacts,
} from './first-pay.report.store.ts'
import { standingsOf } from './pay-standings.ts'
import { comingPeriods } from './policies.ts'
import { listApprovedPolicies } from './policy.report.store.ts'

/** How many pay dates of each policy are looked through for the first that can be made. */
const LOOKED_THROUGH = 6

/**
 * The way of the acting company, or contractor, to a first pay: every step until that has settled, then none but what
 * is left of the verification of a company that is verified no more. A step that the actor may not take has no link.
 */
export async function getFirstPay(ctx: Ctx): Promise<z.output<typeof FirstPay>> {
  const { sub, employer_uuid, role } = ctx.actor
  const of = { sub, employer_uuid: role === 'employer' ? employer_uuid : null }
  if (await hasSettledPay(ctx.tx, of))
    return { ...SETTLED, steps: await stepsReopened(ctx, of.employer_uuid) }
  const [onboarding, item] = await Promise.all([onboardingOf(ctx), findFirstItem(ctx.tx, of)])
  if (of.employer_uuid === null) {
    const pay_state = item ? await stateOfPay(ctx, item) : null
    const steps = await stepsOfContractor(ctx, onboarding, payOf(item, pay_state))
    return {
      settled: false,
      steps,
      pay_state,
      pay_date: item?.pay_date ?? null,
      plan: [],
      cost: null,
    }
  }
  const pay_state = item ? await stateOfCycle(ctx, item) : null
  const facts = await readEmployerWay(ctx.tx, ctx.actor)
  const steps = stepsOfEmployer(ctx, facts, onboarding, payOf(item, pay_state))
  const pay_date = item?.pay_date ?? (await firstDate(ctx, of.employer_uuid, steps))
  return {
    settled: false,
    pay_state,
    steps: steps.map(step => asMayBeTaken(ctx, step)),
    pay_date,
    plan: pay_date === null ? [] : firstPayPlan(steps, pay_date, ctx.today),
    cost: item ? null : await firstCostOf(ctx, of.employer_uuid, facts, pay_date),
  }
}

const SETTLED = { settled: true, steps: [], pay_state: null, pay_date: null, plan: [], cost: null }

type ShownState = NonNullable<z.output<typeof FirstPay>['pay_state']>

/** Where the contractor's pay stands, as their home says it. */
async function stateOfPay(ctx: Ctx, item: FirstItem): Promise<ShownState> {
  const { pay_state } = (await standingsOf(ctx, [item]))(item)
  return { ...pay_state, count: 1 }
}

/** Where the pays of the cycle stand, the worst first, as its page says it. */
async function stateOfCycle(ctx: Ctx, item: FirstItem): Promise<ShownState | null> {
  const { shortage, places, payments, counts, pay_states } = (
    await payStatesOf(ctx, item.employer_uuid, [item])
  )(item)
  const actions = cycleActions(ctx.actor, statusesIn(counts), payments, item.kind)
  const [first] = toldOfCycle(ctx, pay_states, {
    ...{ reader: 'EMPLOYER', pay_date: item.pay_date, shortage },
    places: { ...places, cycle: cyclePath(item) },
    may: mayAct(ctx, { approves: actions.includes('approve'), shortage }),
  })
  return first ?? null
}

const VERIFICATION: readonly FirstPayStepKey[] = ['documents', 'verification']

/** What is to be done again of the verification of a company, as after its legal name changed. */
async function stepsReopened(ctx: Ctx, employer_uuid: string | null): Promise<FirstPayStep[]> {
  if (employer_uuid === null) return []
  const { verification } = await getEmployerRecord(ctx, employer_uuid)
  if (verification === 'VERIFIED') return []
  const facts = await readEmployerWay(ctx.tx, ctx.actor)
  const steps = stepsOfEmployer(ctx, facts, await onboardingOf(ctx), null)
  return steps
    .filter(({ key, state }) => VERIFICATION.includes(key) && state !== 'DONE')
    .map(step => asMayBeTaken(ctx, step))
}

function stepsOfEmployer(
  ctx: Ctx,
  facts: WayFacts,
  onboarding: readonly OnboardingStep[],
  pay: FirstPayFacts['pay'],
): FirstPayStep[] {
  return employerWay({
    ...factsOf(ctx, facts),
    is_partner: facts.is_partner,
    agreements: agreementsOf(onboarding),
    company: { ...doneOf(onboarding, 'company'), done_at: facts.named_at },
    documents: doneOf(onboarding, 'documents'),
    payroll: { ...doneOf(onboarding, 'payroll'), done_at: facts.policy_at },
    funding: {
      received_at: facts.funded_at,
      announced_at: facts.announced_at,
    },
    pay,
  })
}

async function stepsOfContractor(
  ctx: Ctx,
  onboarding: readonly OnboardingStep[],
  pay: FirstPayFacts['pay'],
): Promise<FirstPayStep[]> {
  const [facts, invitations] = await Promise.all([
    readContractorWay(ctx.tx, ctx.actor.sub),
    listInvitations(ctx),
  ])
  const open = invitations.find(({ status, expired }) => status === 'INVITED' && !expired)
  return contractorWay({
    ...factsOf(ctx, facts),
    // Whoever has or was offered a contract is on that way, whoever else pays them.
    by_partner: facts.is_partner && facts.contract_uuid === null,
    invited_at: open?.datetime_invited ?? null,
    agreements: agreementsOf(onboarding),
    personal_information: {
      ...doneOf(onboarding, 'personal_information'),
      done_at: facts.named_at,
    },
    documents: doneOf(onboarding, 'documents'),
    payment_method: { ...doneOf(onboarding, 'payment_method'), done_at: facts.destination_at },
    invitation_link: open
      ? `/contractor/invitations/${encodeURIComponent(open.employer_domain_name)}`
      : null,
    pay,
  })
}

function payOf(item: FirstItem | undefined, state: ShownState | null): FirstPayFacts['pay'] {
  return item && state ? { pay_date: item.pay_date, state, says: state.says } : null
}

function factsOf(ctx: Ctx, facts: WayFacts): Omit<FirstPayFacts, 'pay'> {
  const { contract_uuid, contract_sub, contract_status, contract_since, signed_at } = facts
  const contract: ContractFact | null =
    contract_uuid && contract_sub && contract_status && contract_since
      ? {
          contract_uuid,
          contractor_sub: contract_sub,
          status: contract_status,
          since: contract_since,
          signed_at,
        }
      : null
  return {
    today: ctx.today,
    verification: facts.verification,
    handed_in: facts.documents_at && { at: facts.documents_at, on: dateOf(facts.documents_at) },
    verified_at: facts.verified_at,
    refused_at: facts.refused_at,
    began_at: facts.began_at,
    agreed_at: facts.agreed_at,
    invited_at: facts.invited_at,
    accepted: facts.accepted_sub
      ? { contractor_sub: facts.accepted_sub, at: facts.accepted_at }
      : null,
    contract,
  }
}

function doneOf(onboarding: readonly OnboardingStep[], key: OnboardingStep['key']) {
  const step = onboarding.find(of => of.key === key)
  return { done: step?.done ?? true, link: step?.link ?? '' }
}

/** Both agreements as one step, which leads to the one that is missing. */
function agreementsOf(onboarding: readonly OnboardingStep[]) {
  const both = onboarding.filter(
    ({ key }) => key === 'terms_of_service' || key === 'privacy_policy',
  )
  const open = both.find(({ done }) => !done)
  return { done: open === undefined, link: (open ?? both[0])?.link ?? '' }
}

/** The call that each of an employer's steps comes to. */
const CALLS = {
  company: api.putEmployerName,
  documents: api.putCompanyDocuments,
  payroll: api.putPolicy,
  invitation: api.inviteContractor,
  contract: api.putContract,
  funding: api.announceFunding,
} as const

function asMayBeTaken(ctx: Ctx, step: FirstPayStep): FirstPayStep {
  return mayTake(ctx, step) ? step : { ...step, link: null }
}

function mayTake(ctx: Ctx, { key, state }: FirstPayStep): boolean {
  const call = key in CALLS ? CALLS[key as keyof typeof CALLS] : undefined
  return call === undefined || state === 'DONE' || mayCall(ctx.actor, call)
}

/** The first pay date of the approved policies that can still be made. */
async function firstDate(
  ctx: Ctx,
  employer_uuid: string,
  steps: readonly FirstPayStep[],
): Promise<string | null> {
  const policies = await listApprovedPolicies(ctx.tx, employer_uuid)
  const dates = policies.flatMap(policy =>
    comingPeriods(policy, policy, addDays(ctx.today, -LOOKED_BACK_DAYS), LOOKED_THROUGH).map(
      ({ pay_date }) => pay_date,
    ),
  )
  return firstPayDate(dates.toSorted(), steps, ctx.today) ?? null
}

/** A period that ended lately may be paid yet. */
const LOOKED_BACK_DAYS = 14
