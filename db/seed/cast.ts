/** People and companies made by the same use cases that the screens call. The demo's story and the tests are told with them. */
import { type Api, api } from '#contract/api.ts'
import type { Endpoint, HandlerInput, HandlerOutput } from '#contract/kernel/endpoint.ts'
import { LEGAL_VERSIONS } from '#domain/identity/legal.ts'
import { Problem } from '#domain/kernel/problem.ts'
import type { PayPolicyTerms } from '#domain/payroll/pay-policy.ts'
import type { ApiHandlers } from '#server/handlers.ts'
import { forgetActor, personAsActor } from '#server/identity/index.ts'
import { type Actor, ANONYMOUS, scopeOfCall } from '#server/kernel/actor.ts'
import { SYSTEM, transact } from '#server/kernel/db.ts'
import type { EventType, Payload } from '#server/kernel/events.ts'
import { newRequestId, uuidOf } from '#server/kernel/ids.ts'
import { type Ctx, type Kernel, unitOfWork } from '#server/kernel/unit-of-work.ts'
import { namesOwnFields } from './own-fields.ts'
import { samplePdf } from './sample-pdf.ts'

/** Where a story is told: a kernel with its handlers. */
export type Stage = { readonly kernel: Kernel; readonly handlers: ApiHandlers }

export type Person = { readonly sub: string; readonly email: string }
/** Listens to what is announced, before it is known whether it happened. */
type Heard = (type: EventType, payload: Payload) => void
type Input<K extends keyof Api> = Partial<HandlerInput<Api[K]>>

/** Calls a use case of the API as a person, in a unit of work of its own, with decoded values and without HTTP. */
export async function call<K extends keyof Api>(
  stage: Stage,
  person: Person,
  name: K,
  input: Input<K> = {},
): Promise<HandlerOutput<Api[K]>> {
  return callAs(stage, await actorOf(stage, person), name, input)
}

/** Like `call`, as an actor: one who is nobody yet, or whose session is another. */
export function callAs<K extends keyof Api>(
  stage: Stage,
  actor: Actor,
  name: K,
  input: Input<K> = {},
  heard: Heard = () => {},
): Promise<HandlerOutput<Api[K]>> {
  const whole = { params: undefined, query: {}, body: undefined, ...input } as HandlerInput<Api[K]>
  const handler = stage.handlers[name] as (
    input: HandlerInput<Api[K]>,
    ctx: unknown,
  ) => Promise<HandlerOutput<Api[K]>>
  const worked = unitOfWork(
    stage.kernel,
    actor,
    { request_id: newRequestId(), address: '203.0.113.7' },
    ctx => {
      const announce: Ctx['announce'] = (type, payload) => {
        heard(type, payload)
        ctx.announce(type, payload)
      }
      return handler(whole, { ...ctx, announce })
    },
    { scope: scopeOfCall(api[name] as Endpoint, actor) },
  )
  return worked.catch(error => {
    if (error instanceof Problem) namesOwnFields(name, error)
    throw error
  })
}

/** The person as an actor whose e-mail is verified and who just proved who they are. */
export function actorOf({ kernel }: Stage, { sub, email }: Person): Promise<Actor> {
  forgetActor(kernel, sub)
  const claims = {
    sub,
    email,
    email_verified: true,
    session_id: `story of ${sub}`,
    // Whenever the story is told, they did so a moment ago.
    authenticated_at_ms: Number.MAX_SAFE_INTEGER,
    second_factor: true,
  }
  return transact(kernel.db, SYSTEM, tx => personAsActor({ tx, fields: kernel.fields }, claims), {
    readonly: true,
  })
}

export type PersonDetails = {
  readonly first_name: string
  readonly last_name: string
  readonly preferred_name?: string
  readonly country_code: string
  readonly subdivision_code?: string | undefined
  readonly phone_number: string
  readonly street: string
  readonly city: string
  readonly postal_code?: string
}

export type CompanyDetails = PersonDetails & {
  readonly corporation_name: string
  readonly business_name?: string
  readonly is_partner?: boolean
}

/** Signs a person up as an employer who accepted the terms, named the company and handed in its articles. */
export async function signUpEmployer(
  stage: Stage,
  person: Person,
  details: CompanyDetails,
): Promise<void> {
  const { corporation_name, business_name = '', is_partner = false } = details
  await call(stage, person, 'signUp', {
    body: {
      type: 'employer',
      ...detailsOf(details),
      is_partner,
      how_did_you_hear_about_us: 'Referral',
    },
  })
  await acceptTerms(stage, person)
  const { country_code: _, subdivision_code: __, ...names } = detailsOf(details)
  const contact = {
    ...names,
    middle_name: '',
    mailing_address: addressOf(details),
    has_authorization: true,
  }
  await call(stage, person, 'putContactDetails', { body: contact })
  await call(stage, person, 'putEmployerName', { body: { corporation_name, business_name } })
  await call(stage, person, 'putEmployerKyc', { body: kycOf(details) })
  const documents = {
    articles_of_incorporation: upload(
      'articles-of-incorporation.pdf',
      `Sample: articles of ${corporation_name}`,
    ),
  }
  await call(stage, person, 'putCompanyDocuments', { body: documents })
}

/** A company that the person who signs it up owns alone. */
function kycOf(details: CompanyDetails) {
  return {
    registration_number: 'SAMPLE-4711',
    country_of_incorporation: details.country_code,
    date_of_incorporation: '2019-04-01',
    registered_address: addressOf(details),
    tax_number: '',
    industry: 'J' as const,
    website: '',
    beneficial_owners: [
      {
        name: `${details.first_name} ${details.last_name}`,
        birth_date: '1984-02-29',
        country_code: details.country_code,
        share: 10_000,
      },
    ],
    owners_complete: true as const,
  }
}

/** Signs a person up as a contractor who accepted the terms and handed in profile and documents. */
export async function signUpContractor(
  stage: Stage,
  person: Person,
  details: PersonDetails,
): Promise<void> {
  await call(stage, person, 'signUp', {
    body: {
      type: 'contractor',
      ...detailsOf(details),
      is_partner: false,
      how_did_you_hear_about_us: 'Friends',
    },
  })
  await acceptTerms(stage, person)
  const { country_code: _, subdivision_code: __, ...names } = detailsOf(details)
  const body = { ...names, middle_name: '', permanent_address: addressOf(details) }
  await call(stage, person, 'putPersonalInformation', { body })
  const documents = {
    id_document_type: 'PASSPORT' as const,
    residency: 'CITIZEN' as const,
    identification_document: upload('passport.pdf', `Sample passport of ${person.email}`),
    permanent_address_document: upload(
      'utility-bill.pdf',
      `Sample proof of address of ${person.email}`,
    ),
  }
  await call(stage, person, 'putPersonalDocuments', { body: documents })
}

/** Saves and approves a policy under a stable id; answers it. */
export async function addPolicy(
  stage: Stage,
  employer: Person,
  label: string,
  terms: PayPolicyTerms,
): Promise<string> {
  const policy_uuid = uuidOf(`policy:${employer.email}:${label}`)
  const full = {
    preferred_pay_day: null,
    week_of_month: null,
    day_of_week: null,
    monthly_business_day: null,
    semi_monthly_preferred_pay_day: null,
    ...terms,
  }
  await call(stage, employer, 'putPolicy', {
    params: { id: policy_uuid },
    body: { label, ...full } as HandlerInput<Api['putPolicy']>['body'],
  })
  await call(stage, employer, 'approvePolicy', { params: { id: policy_uuid } })
  return policy_uuid
}

export type Engagement = {
  readonly role: string
  readonly hourly_rate: { readonly currency: string; readonly minor: bigint }
  readonly hours: number
  readonly policy_uuid: string
  readonly start_date: string
  readonly signer_title: string
}

/** Invites a contractor, lets them accept, and signs a contract on both sides; answers its id. */
export async function engage(
  stage: Stage,
  employer: Person,
  contractor: Person,
  engagement: Engagement,
): Promise<string> {
  const { role, hourly_rate, hours, policy_uuid, start_date } = engagement
  const invited = await call(stage, employer, 'inviteContractor', {
    body: { email: contractor.email, role },
  })
  await call(stage, contractor, 'acceptInvitation', { params: { id: invited.invitation_uuid } })
  const id = uuidOf(`contract:${employer.email}:${contractor.email}:${start_date}`)
  const terms = {
    contractor_sub: contractor.sub,
    effective_date: start_date,
    contract_start_date: start_date,
    contract_end_date: null,
  }
  const body = {
    ...terms,
    role,
    paid: true,
    pay_policy_uuid: policy_uuid,
    currency: hourly_rate.currency,
    hourly_rate,
    scheduled_hours: hours * 100,
    exhibit_a: '',
  }
  await call(stage, employer, 'putContract', { params: { id }, body })
  const draft = await call(stage, employer, 'makeContractPdf', { params: { id } })
  const signer = {
    employer_signer_email: employer.email,
    employer_signer_name: (await actorOf(stage, employer)).name,
    employer_signer_title: engagement.signer_title,
  }
  const offered = await call(stage, employer, 'approveContract', {
    params: { id },
    body: { ...signer, pdf_sha256: draft.pdf_sha256 ?? '' },
  })
  await call(stage, contractor, 'getContractText', { params: { id } })
  await call(stage, contractor, 'signContract', {
    params: { id },
    body: {
      name: (await actorOf(stage, contractor)).name,
      pdf_sha256: offered.pdf_sha256 ?? '',
    },
  })
  return id
}

export type Newcomer = {
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly password: string
}

/** Invites an address into the employer's team, and answers the token of the mailed link. */
export async function inviteToTeam(
  stage: Stage,
  inviter: Person,
  body: HandlerInput<Api['inviteMember']>['body'],
): Promise<string> {
  let token = ''
  const hear: Heard = (type, { secret }) => {
    if (type === 'identity.teammate_invited' && secret) token = secret
  }
  await callAs(stage, await actorOf(stage, inviter), 'inviteMember', { body }, hear)
  return token
}

/** Invites an operator by one admin, confirms them by another, and answers the token of the mailed link. */
export async function inviteOperator(
  stage: Stage,
  { inviter, confirmer }: { readonly inviter: Person; readonly confirmer: Person },
  body: HandlerInput<Api['inviteOperator']>['body'],
): Promise<string> {
  const { invitation_uuid: id } = await call(stage, inviter, 'inviteOperator', { body })
  let token = ''
  const hear: Heard = (type, { secret }) => {
    if (type === 'identity.teammate_invited' && secret) token = secret
  }
  const actor = await actorOf(stage, confirmer)
  await callAs(stage, actor, 'confirmOperatorInvitation', { params: { id } }, hear)
  return token
}

/** Joins a team by the token of a link, with an account of one's own; an employer's person accepts the terms. */
export async function joinTeam(stage: Stage, token: string, newcomer: Newcomer): Promise<Person> {
  const { email, ...rest } = newcomer
  const { kind } = await callAs(stage, ANONYMOUS, 'findTeamInvitation', { params: { token } })
  const names = { ...rest, preferred_name: newcomer.first_name, phone_number: '+14165550150' }
  await callAs(stage, ANONYMOUS, 'joinTeam', { body: { token, ...names } })
  const { sub } = await transact(stage.kernel.db, SYSTEM, tx =>
    tx.selectFrom('person').select('sub').where('email', '=', email).executeTakeFirstOrThrow(),
  )
  if (kind === 'employer') await acceptTerms(stage, { sub, email })
  return { sub, email }
}

type CycleId = { readonly policy_uuid: string; readonly cycle_uuid: string }

/** What approving a cycle as it stands sends, with everything unusual acknowledged: by name, or by its kind where it is much. */
export async function approvalOf(
  stage: Stage,
  employer: Person,
  id: CycleId,
): Promise<HandlerInput<Api['approveCycle']>['body']> {
  const { preview } = await call(stage, employer, 'getCycle', { params: id, query: { limit: 1 } })
  const { digest, unusual, unusual_kinds } = preview
  // A cycle of many is worked out by and by, some of it with each look.
  if (digest === null) return approvalOf(stage, employer, id)
  return {
    digest,
    acknowledged: unusual.map(({ line_item_uuid, code }) => ({ line_item_uuid, code })),
    acknowledged_kinds: unusual.length > 0 ? [] : unusual_kinds,
    ahead_of_funding: false,
  }
}

/** Approves what waits in a cycle as it stands, acknowledging what is unusual. */
export async function approveAll(
  stage: Stage,
  employer: Person,
  id: CycleId,
  ahead_of_funding = false,
) {
  const body = { ...(await approvalOf(stage, employer, id)), ahead_of_funding }
  return call(stage, employer, 'approveCycle', { params: id, body })
}

/** Accepts both legal documents in force; one that was accepted before is no error. */
export async function acceptTerms(stage: Stage, person: Person): Promise<void> {
  for (const [id, version] of Object.entries(LEGAL_VERSIONS)) {
    const params = { id: id as keyof typeof LEGAL_VERSIONS }
    await call(stage, person, 'acceptAgreement', { params, body: { version } }).catch(
      unlessCode('AGREEMENT_ALREADY_ACCEPTED'),
    )
  }
}

/** For `catch`: passes over a problem of this code, which says that the work was done before. */
export function unlessCode(code: string): (error: unknown) => undefined {
  return error => {
    if (error instanceof Problem && error.code === code) return undefined
    throw error
  }
}

/** A document as it is uploaded. */
export function upload(file_name: string, text: string) {
  return {
    file_name,
    mime_type: 'application/pdf' as const,
    content: samplePdf(text).toString('base64'),
  }
}

function detailsOf(details: PersonDetails) {
  const { first_name, last_name, country_code, subdivision_code, phone_number } = details
  const preferred_name = details.preferred_name ?? first_name
  return { first_name, last_name, preferred_name, country_code, subdivision_code, phone_number }
}

function addressOf({ street, city, postal_code = '', ...details }: PersonDetails) {
  return {
    street_number_and_name: street,
    apartment_or_unit_number: '',
    city_or_municipality: city,
    postal_code,
    country_code: details.country_code,
    subdivision_code: details.subdivision_code,
  }
}
