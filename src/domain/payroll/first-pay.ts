/**
 * The way to the first pay: what has to happen until the first pay has settled, for an employer and for a contractor, in order. It is
 * read off facts and never stored; each step says who acts, where that is done, and since when it waits for them once it is open.
 */
import { addDays, type PlainDateString } from '#domain/kernel/plain-date.ts'
import { WHO_ACTS } from '#domain/payments/blockers.ts'
import type { PayState } from '#domain/payments/pay-state.ts'
import type { PaySays } from '#domain/payments/pay-words.ts'
import { reviewBy, type VerificationStatus } from '#domain/people/verification.ts'
import { approveBy, fundBy } from './deadlines.ts'

export const FIRST_PAY_STEPS = [
  'agreements',
  'company',
  'personal_information',
  'documents',
  'verification',
  'payment_method',
  'payroll',
  'invitation',
  'contract',
  'funding',
  'first_pay',
] as const
export type FirstPayStepKey = (typeof FIRST_PAY_STEPS)[number]

/** DONE; OPEN to whoever acts on it; BEHIND another step that comes first. */
export const FIRST_PAY_STATES = ['DONE', 'OPEN', 'BEHIND'] as const
export type FirstPayState = (typeof FIRST_PAY_STATES)[number]

/** NOBODY where time alone passes. */
export const FIRST_PAY_ACTORS = WHO_ACTS
export type FirstPayActor = (typeof FIRST_PAY_ACTORS)[number]

export type FirstPayStep = {
  readonly key: FirstPayStepKey
  readonly state: FirstPayState
  /** Who takes it. */
  readonly who: FirstPayActor
  /** About how long that takes, in minutes, where somebody sits down to it; else null. */
  readonly minutes: number | null
  /** Where it is done, or looked at again; null where there is nothing to open. */
  readonly link: string | null
  /** When it was done; null where that is not known, or it is not. */
  readonly done_at: Date | null
  /** Since when it waits for who acts; null where that is not known, or it waits for nobody, as it is DONE or BEHIND another. */
  readonly since: Date | null
  /** The day by which who acts means to have done it; null where nobody said one. */
  readonly by: PlainDateString | null
  /** When it opens by itself, where what keeps it has an end; else null. */
  readonly until: string | null
  /** The step that comes first, where it is BEHIND one; of several the last. */
  readonly after: FirstPayStepKey | null
}

export type ContractFact = {
  readonly contract_uuid: string
  readonly contractor_sub: string
  readonly status: 'DRAFT' | 'AWAITING_SIGNATURE' | 'ACTIVE' | 'COMPLETED'
  /** Since when it is a draft, or waits for the contractor. */
  readonly since: Date
  /** When the contractor signed it. */
  readonly signed_at: Date | null
}

/** What both sides' ways are judged by. Of several contracts, invitations or pays, the one that is furthest on. */
export type FirstPayFacts = {
  readonly today: PlainDateString
  /** When the reader came to Corridor: since then waits what comes after nothing. */
  readonly began_at: Date
  /** The day on which documents that were handed in are looked at at the latest is a working day after this one. */
  readonly handed_in: { readonly at: Date; readonly on: PlainDateString } | null
  readonly verification: VerificationStatus
  readonly verified_at: Date | null
  /** When the last of the documents that were sent back was. */
  readonly refused_at: Date | null
  readonly agreed_at: Date | null
  readonly invited_at: Date | null
  readonly accepted: { readonly contractor_sub: string; readonly at: Date | null } | null
  readonly contract: ContractFact | null
  /** The pay that comes first: live, and not paid. */
  readonly pay: {
    /** Where it stands, and what the reader is told of that. */
    readonly state: PayState
    readonly says: PaySays
    readonly pay_date: PlainDateString
  } | null
}

export type EmployerWay = FirstPayFacts & {
  readonly is_partner: boolean
  readonly agreements: Done
  readonly company: DoneAt
  readonly documents: Done
  readonly payroll: DoneAt
  /** What is with Corridor for this employer; `announced_at`: when the employer said that money is on its way. */
  readonly funding: { readonly received_at: Date | null; readonly announced_at: Date | null }
}

export type ContractorWay = FirstPayFacts & {
  /** Whether who pays them is a partner, who pays by batches and without a contract. */
  readonly by_partner: boolean
  readonly agreements: Done
  readonly personal_information: DoneAt
  readonly documents: Done
  readonly payment_method: DoneAt
  /** Where an invitation is read that waits for an answer; else null. */
  readonly invitation_link: string | null
}

type Done = { readonly done: boolean; readonly link: string }
type DoneAt = Done & { readonly done_at: Date | null }

const FUNDS = '/employer/fund-payroll'

/** The steps of an employer, a partner's without a calendar and contracts, of which it has none. */
export function employerWay(facts: EmployerWay): FirstPayStep[] {
  const { agreements, company, documents, payroll, funding, pay } = facts
  const theirs = facts.is_partner ? [] : [policyStep(payroll)]
  const signed = facts.is_partner ? [] : [contractOfEmployer(facts)]
  return inOrder(facts.began_at, [
    { key: 'agreements', who: 'EMPLOYER', minutes: 2, ...agreements, done_at: facts.agreed_at },
    { key: 'company', who: 'EMPLOYER', minutes: 4, ...company, after: ['agreements'] },
    {
      key: 'documents',
      who: 'EMPLOYER',
      minutes: 4,
      ...documents,
      done_at: facts.handed_in?.at ?? null,
      after: ['agreements'],
    },
    verificationStep(facts, 'EMPLOYER', documents),
    ...theirs,
    {
      key: 'invitation',
      minutes: 1,
      done: facts.accepted !== null,
      done_at: facts.accepted?.at ?? null,
      who: facts.invited_at ? 'CONTRACTOR' : 'EMPLOYER',
      ...(facts.invited_at ? { since: facts.invited_at } : {}),
      // Who is paid by a partner is invited by its first batch.
      link: facts.invited_at
        ? '/employer/contractors/invited'
        : facts.is_partner
          ? '/employer/partner/payments'
          : '/employer/contractors/invite',
      after: ['agreements', 'company'],
    },
    ...signed,
    {
      key: 'funding',
      minutes: 3,
      done: funding.received_at !== null,
      done_at: funding.received_at,
      who: funding.announced_at ? 'CORRIDOR' : 'EMPLOYER',
      ...(funding.announced_at ? { since: funding.announced_at } : {}),
      link: FUNDS,
      // Account details are shown to companies that are known.
      after: ['verification'],
    },
    {
      key: 'first_pay',
      ...payStep(facts, 'EMPLOYER'),
      after: pay ? [] : [facts.is_partner ? 'invitation' : 'contract', 'funding'],
    },
  ])
}

/** It names days, which asks for nothing but the agreements. */
function policyStep(payroll: DoneAt): Planned {
  return { key: 'payroll', who: 'EMPLOYER', minutes: 2, ...payroll, after: ['agreements'] }
}

function contractOfEmployer({ contract, accepted }: FirstPayFacts): Planned {
  const sub = contract?.contractor_sub ?? accepted?.contractor_sub
  const base = sub ? `/employer/contractors/${encodeURIComponent(sub)}` : null
  const done = contract?.status === 'ACTIVE' || contract?.status === 'COMPLETED'
  return {
    key: 'contract',
    minutes: 5,
    done,
    done_at: contract?.signed_at ?? null,
    who: contract?.status === 'AWAITING_SIGNATURE' ? 'CONTRACTOR' : 'EMPLOYER',
    ...(contract ? { since: contract.since } : {}),
    link: base && `${base}/contract/${contract ? `${contract.contract_uuid}/read` : 'new'}`,
    after: contract ? [] : ['payroll', 'invitation'],
  }
}

/** The steps of a contractor. */
export function contractorWay(facts: ContractorWay): FirstPayStep[] {
  const { accepted, pay, agreements, documents } = facts
  const signed = facts.by_partner ? [] : [contractOfContractor(facts)]
  return inOrder(facts.began_at, [
    { key: 'agreements', who: 'CONTRACTOR', minutes: 2, ...agreements, done_at: facts.agreed_at },
    {
      key: 'personal_information',
      who: 'CONTRACTOR',
      minutes: 3,
      ...facts.personal_information,
      after: ['agreements'],
    },
    {
      key: 'documents',
      who: 'CONTRACTOR',
      minutes: 3,
      ...documents,
      done_at: facts.handed_in?.at ?? null,
      after: ['agreements', 'personal_information'],
    },
    verificationStep(facts, 'CONTRACTOR', documents),
    {
      key: 'payment_method',
      who: 'CONTRACTOR',
      minutes: 2,
      ...facts.payment_method,
      after: ['agreements'],
    },
    {
      key: 'invitation',
      minutes: facts.invitation_link ? 1 : null,
      done: accepted !== null,
      done_at: accepted?.at ?? null,
      who: facts.invitation_link ? 'CONTRACTOR' : 'EMPLOYER',
      // Nobody is to say since when an employer has them in mind: it waits since they are there.
      ...(facts.invitation_link ? { since: facts.invited_at } : {}),
      link: facts.invitation_link,
    },
    ...signed,
    {
      key: 'first_pay',
      ...payStep(facts, 'CONTRACTOR'),
      after: pay ? [] : [facts.by_partner ? 'invitation' : 'contract'],
    },
  ])
}

function contractOfContractor({ contract }: ContractorWay): Planned {
  const offered = contract?.status === 'AWAITING_SIGNATURE'
  return {
    key: 'contract',
    minutes: 5,
    done: contract?.status === 'ACTIVE' || contract?.status === 'COMPLETED',
    done_at: contract?.signed_at ?? null,
    who: offered ? 'CONTRACTOR' : 'EMPLOYER',
    ...(offered ? { since: contract.since } : {}),
    link: contract ? `/contractor/contracts?contract=${contract.contract_uuid}` : null,
    after: offered ? ['agreements'] : ['invitation'],
  }
}

/** The pay itself, as every screen says where it stands. */
function payStep(facts: FirstPayFacts, reader: FirstPayActor) {
  const { pay } = facts
  // What is planned waits for its employer once its period is over.
  const who = !pay || pay.state.state === 'PLANNED' ? 'EMPLOYER' : pay.state.acts
  return {
    done: false,
    who,
    minutes: who === reader ? 2 : null,
    link: pay?.says.next?.link ?? null,
    // Since when it stands where it does the pay itself says.
    since: null,
    by: dayAhead(facts),
    until: pay?.state.until ?? null,
  }
}

/** The pay date while it is ahead: what is late is said where the pay itself is. */
function dayAhead({ pay, today }: FirstPayFacts): PlainDateString | null {
  return pay && pay.pay_date >= today ? pay.pay_date : null
}

/** Nothing is looked at before all of it was sent: a company's details with its papers. */
function verificationStep(
  { verification, handed_in, verified_at, refused_at }: FirstPayFacts,
  reader: FirstPayActor,
  { done: sent, link }: Done,
): Planned {
  const refused = verification === 'REJECTED'
  const waits = verification === 'PENDING_REVIEW' && sent && handed_in !== null
  return {
    key: 'verification',
    minutes: null,
    done: verification === 'VERIFIED',
    done_at: verified_at,
    who: refused ? reader : 'CORRIDOR',
    since: waits ? handed_in.at : refused ? refused_at : null,
    by: waits ? reviewBy(handed_in.on) : null,
    link: refused ? link : null,
    after: waits || refused ? [] : ['documents'],
  }
}

type Planned = Pick<FirstPayStep, 'key' | 'who' | 'minutes' | 'link'> &
  Partial<Pick<FirstPayStep, 'done_at' | 'since' | 'by' | 'until'>> & {
    readonly done: boolean
    /** What comes first, in order. */
    readonly after?: readonly FirstPayStepKey[]
  }

function inOrder(began_at: Date, planned: readonly Planned[]): FirstPayStep[] {
  const open = new Map(planned.filter(({ done }) => !done).map(step => [step.key, step]))
  const keptBy = ({ after = [] }: Planned) => after.findLast(key => open.has(key)) ?? null
  /** Since when a step is open, where nothing else is said: since the last of what came first was done. */
  const sinceOf = ({ since, after = [] }: Planned): Date | null => {
    if (since !== undefined) return since
    const before = planned.filter(({ key }) => after.includes(key)).map(({ done_at }) => done_at)
    if (before.length === 0) return began_at
    return before.some(at => !at) ? null : latest(before.filter(at => at instanceof Date))
  }
  return planned.map(step => {
    const { done, after: _, ...shown } = step
    const ahead = { by: null, until: null, ...shown, done_at: null, since: null, after: null }
    if (done) return { ...ahead, state: 'DONE', done_at: step.done_at ?? null }
    const after = keptBy(step)
    if (after) return { ...ahead, state: 'BEHIND', link: null, after }
    return { ...ahead, state: 'OPEN', since: sinceOf(step) }
  })
}

function latest(times: readonly Date[]): Date {
  return new Date(Math.max(...times.map(at => at.getTime())))
}

/** Days that signing and a transfer take where they are still ahead. */
const LEAD_DAYS = 3

/** The first of these pay dates, in order, that can still be made from where the way stands; undefined where none is. */
export function firstPayDate(
  pay_dates: readonly PlainDateString[],
  steps: readonly FirstPayStep[],
  today: PlainDateString,
): PlainDateString | undefined {
  const ahead = steps.some(({ key, state }) => key !== 'first_pay' && state !== 'DONE')
  const earliest = ahead ? addDays(today, LEAD_DAYS) : today
  return pay_dates.find(date => date >= earliest)
}

/** What has to have happened until when, for a pay date: of the steps that are not done, and the pay itself last. */
export type PlanRow = { readonly key: FirstPayStepKey | 'leaves'; readonly date: PlainDateString }

/** By when each step that is not done has to be, today at the earliest, for a pay to leave on its date. */
export function firstPayPlan(
  steps: readonly FirstPayStep[],
  pay_date: PlainDateString,
  today: PlainDateString,
): PlanRow[] {
  const open = (key: FirstPayStepKey) =>
    steps.find(step => step.key === key && step.state !== 'DONE')
  const verification = open('verification')
  const reviewed = verification?.by ?? reviewBy(today)
  const sent = fundBy(pay_date, today)
  return [
    ...(open('documents') ? [{ key: 'documents', date: today } as const] : []),
    ...(verification ? [{ key: 'verification', date: reviewed } as const] : []),
    ...(open('contract') ? [{ key: 'contract', date: sent } as const] : []),
    ...(open('funding') ? [{ key: 'funding', date: sent } as const] : []),
    ...(open('first_pay') ? [{ key: 'first_pay', date: approveBy(pay_date, today) } as const] : []),
    { key: 'leaves', date: pay_date },
  ]
}
