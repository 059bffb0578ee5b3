/** States of people and contracts that no pay leads to, one after the other in the demo after its last moment; each with who looks at it, and where. */
import type { Api } from '#contract/api.ts'
import type { HandlerInput } from '#contract/kernel/endpoint.ts'
import { actorOf, call, type Person, signUpEmployer } from '#db/seed/cast.ts'
import { newUuid } from '#server/kernel/ids.ts'
import type { Demo } from './demo.ts'
import { PEOPLE } from './moments.ts'

/** Where somebody looks: the screen as `web/routes.ts` has it, and its address. */
export type Look = { readonly email: string; readonly path: string; readonly address: string }

export type PeopleMoment = {
  readonly name: string
  /** Whether what is looked for is not there, and the page is to say so. */
  readonly is_gone?: boolean
  /** Answers who looks where. */
  come(demo: Demo): Promise<readonly Look[]>
}

export const PEOPLE_MOMENTS: readonly PeopleMoment[] = [
  { name: 'revision offered', come: revised },
  { name: 'offer withdrawn', come: demo => withOffer(demo, 'Illustrator', discard) },
  { name: 'contract ends today', come: demo => withOffer(demo, 'Interpreter', endToday) },
  { name: 'no such document', is_gone: true, come: missing },
  { name: 'offer outdated', come: demo => withOffer(demo, 'Narrator', rename) },
  { name: 'nameless company', come: nameless },
  { name: 'company suspended', come: suspended },
]

const EMPLOYER = PEOPLE.employer.email
const CONTRACTOR = PEOPLE.contractor.email
const OWEN = PEOPLE.owen.email
const NEWCOMER = 'nadia@newcomer.test'
const PASSWORD = 'Corridor-demo-2026!'

type Offer = { readonly id: string; readonly pdf_sha256: string }

/** An offer of the demo's employer to its contractor, of which something becomes; looked at by both sides. */
async function withOffer(
  demo: Demo,
  role: string,
  then: (demo: Demo, offer: Offer) => Promise<unknown>,
): Promise<Look[]> {
  const [employer, contractor] = [await demo.person(EMPLOYER), await demo.person(CONTRACTOR)]
  const offer = await offered(demo, employer, contractor, role)
  await then(demo, offer)
  return looksAt(contractor.sub, offer.id)
}

type Terms = HandlerInput<Api['putContract']>['body']

function offered(
  demo: Demo,
  employer: Person,
  { sub: contractor_sub }: Person,
  role: string,
): Promise<Offer> {
  const start = todayIn(demo)
  return put(demo, employer, {
    ...{ contractor_sub, role, effective_date: start, contract_start_date: start },
    ...{ contract_end_date: null, paid: false, pay_policy_uuid: null, currency: 'USD' },
    ...{ hourly_rate: null, scheduled_hours: null, exhibit_a: 'A trial of a week.' },
  })
}

/** The next revision of what runs, with another rate and more words in its exhibit: what differs is read before it is signed. */
async function revised(demo: Demo): Promise<Look[]> {
  const { runtime, person, named } = demo
  const [employer, contractor] = [await person(EMPLOYER), await person(CONTRACTOR)]
  const { contract } = await named(EMPLOYER)
  const params = { id: contract }
  const runs = await call(runtime, employer, 'getContract', { params })
  const { currency, hourly_rate, exhibit_a } = runs
  const offer = await put(demo, employer, {
    ...{ contractor_sub: runs.contractor_sub, role: runs.role, paid: runs.paid, currency },
    ...{ pay_policy_uuid: runs.pay_policy_uuid, scheduled_hours: runs.scheduled_hours },
    ...{ contract_start_date: runs.contract_start_date, effective_date: todayIn(demo) },
    contract_end_date: `${todayIn(demo).slice(0, 4)}-12-31`,
    hourly_rate: { currency, minor: (hourly_rate?.minor ?? 0n) + 250n },
    exhibit_a: `${exhibit_a}\n\nThe models are kept in a repository of the client, with their tests.`,
    exhibit_format: runs.exhibit_format,
  })
  return looksAt(contractor.sub, offer.id)
}

function todayIn({ runtime }: Demo): string {
  return runtime.kernel.clock.now().toISOString().slice(0, 10)
}

/** Draws a contract up and offers it. */
async function put({ runtime }: Demo, employer: Person, body: Terms): Promise<Offer> {
  const id = newUuid()
  await call(runtime, employer, 'putContract', { params: { id }, body })
  const draft = await call(runtime, employer, 'makeContractPdf', { params: { id } })
  const { pdf_sha256 } = await call(runtime, employer, 'approveContract', {
    params: { id },
    body: {
      employer_signer_email: employer.email,
      employer_signer_name: (await actorOf(runtime, employer)).name,
      employer_signer_title: 'Director',
      pdf_sha256: draft.pdf_sha256 ?? '',
    },
  })
  return { id, pdf_sha256: pdf_sha256 ?? '' }
}

function looksAt(contractor: string, id: string): Look[] {
  const of = `/employer/contractors/${encodeURIComponent(contractor)}`
  const screen = '/employer/contractors/$contractorId'
  return [
    { email: EMPLOYER, path: `${screen}/contracts`, address: `${of}/contracts` },
    {
      email: EMPLOYER,
      path: `${screen}/contract/$contractId/read`,
      address: `${of}/contract/${id}/read`,
    },
    { email: CONTRACTOR, path: '/contractor/contracts', address: '/contractor/contracts' },
    {
      email: CONTRACTOR,
      path: '/contractor/contracts',
      address: `/contractor/contracts?contract=${id}`,
    },
  ]
}

async function discard({ runtime, person }: Demo, { id }: Offer): Promise<void> {
  await call(runtime, await person(EMPLOYER), 'discardContract', { params: { id }, query: {} })
}

async function endToday(demo: Demo, { id, pdf_sha256 }: Offer): Promise<void> {
  const { runtime, person } = demo
  const contractor = await person(CONTRACTOR)
  const { name } = await actorOf(runtime, contractor)
  await call(runtime, contractor, 'getContractText', { params: { id } })
  await call(runtime, contractor, 'signContract', { params: { id }, body: { name, pdf_sha256 } })
  await call(runtime, await person(EMPLOYER), 'completeContract', {
    params: { id },
    body: {
      desired_completion_date: todayIn(demo),
      reason: 'The trial is over.',
    },
  })
}

async function missing({ person }: Demo): Promise<Look[]> {
  const { sub } = await person(CONTRACTOR)
  return looksAt(sub, newUuid()).filter(({ address }) => /contract[/=]/.test(address))
}

/** The contractor takes another name after the offer was made. */
async function rename({ runtime, person }: Demo): Promise<void> {
  const contractor = await person(CONTRACTOR)
  const self = await call(runtime, contractor, 'getContractorSelf')
  const { permanent_address: home } = self
  if (!home) throw new Error('the contractor of the demo has an address')
  const { country, subdivision, ...lines } = home
  await call(runtime, contractor, 'putPersonalInformation', {
    body: {
      ...{ first_name: self.first_name, last_name: `${self.last_name} Adeyemi` },
      ...{ middle_name: self.middle_name, preferred_name: self.preferred_name },
      phone_number: self.phone_number,
      permanent_address: {
        ...lines,
        country_code: country.alpha_2,
        subdivision_code: subdivision?.code,
      },
    },
  })
}

/** A company that has said no name, and somebody whom it invited before that was asked for. */
async function nameless(demo: Demo): Promise<Look[]> {
  const { runtime, rows } = demo
  const { provider } = runtime
  const account = { email: NEWCOMER, password: PASSWORD, name: NEWCOMER }
  const newcomer = { email: NEWCOMER, ...(await provider.createVerifiedAccount(account)) }
  await signUpEmployer(runtime, newcomer, {
    ...{ first_name: 'Nadia', last_name: 'Newcomer', corporation_name: 'To be named' },
    ...{ country_code: 'CA', subdivision_code: 'CA-ON', phone_number: '+14165550188' },
    ...{ street: '1 King Street', city: 'Toronto', postal_code: 'M5H 1A1' },
  })
  const { invitation_uuid } = await call(runtime, newcomer, 'inviteContractor', {
    body: { email: OWEN, role: 'Researcher' },
  })
  await rows(
    "update employer set corporation_name = '', business_name = '', domain = null where corporation_name = 'To be named'",
  )
  return [
    { email: NEWCOMER, path: '/dashboard', address: '/dashboard' },
    {
      email: NEWCOMER,
      path: '/employer/contractors/$pageMode',
      address: '/employer/contractors/invite',
    },
    {
      email: OWEN,
      path: '/contractor/invitations/$domainName',
      address: `/contractor/invitations/${invitation_uuid}`,
    },
  ]
}

/** The demo's company is suspended while somebody has an invitation of it, and an offer. */
async function suspended({ runtime, person }: Demo): Promise<Look[]> {
  const employer = await person(EMPLOYER)
  await call(runtime, employer, 'inviteContractor', { body: { email: OWEN, role: 'Analyst' } })
  const { employer_uuid } = await call(runtime, employer, 'getEmployer')
  await call(runtime, await person(PEOPLE.operator.email), 'changeStanding', {
    params: { userTypes: 'employers', sub: employer_uuid, operation: 'suspend' },
    body: { reason: 'Its bank asks who owns it.' },
  })
  return [
    {
      email: OWEN,
      path: '/contractor/invitations/$domainName',
      address: '/contractor/invitations/demo.corridor.test',
    },
    { email: CONTRACTOR, path: '/contractor/contracts', address: '/contractor/contracts' },
  ]
}
