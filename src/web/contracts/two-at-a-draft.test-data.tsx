/** A server of one draft for tests of its form, which keeps terms and what is typed as ours does, and the page of the form with what it stands in. */
import { type Asked, fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { EmployerContractPage } from './employer-contract-page.tsx'

export const ID = '8d0f6f3e-5f0c-4a57-9b4f-1f5b5a2f0a11'
const POLICY = '5a1c2f4e-0d0b-4c5e-8a2b-3c4d5e6f7081'
const PAGE = `/employer/contractors/amara/contract/${ID}`
const AT = '2026-11-16T09:00:00Z'

type Person = 'Dana Whitfield' | 'Ada Lovelace'
export type Entry = Readonly<Record<string, string>>

export const ENTRY: Entry = {
  role: 'Painter',
  engagement: 'paid',
  pay_policy_uuid: POLICY,
  currency: 'CAD',
  hourly_rate: '65.00',
  scheduled_hours: '80.00',
  contract_start_date: '2026-11-23',
  contract_end_date: '',
  effective_date: '2026-11-23',
  exhibit_a: '',
  exhibit_format: 'PLAIN',
  country_clauses: '',
}

type Terms = { readonly version: number; readonly entry: Entry; readonly by: Person }
type Typed = Terms & { readonly terms_version: number }

/** What the server has of the draft; `offline` answers nothing, and `before` is waited for before terms are put. */
export type Draft = {
  terms: Terms | undefined
  typed: Typed | undefined
  count: number
  offline: boolean
  before: Promise<unknown>
  readonly puts: { readonly seen: unknown; readonly role: string }[]
}

/** Another version of what is typed. */
export function type(draft: Draft, role: string, by: Person, terms_version: number): void {
  draft.count += 1
  draft.typed = { version: draft.count, entry: { ...ENTRY, role }, by, terms_version }
}

/** Other terms, put by a colleague. */
export function putByAda(draft: Draft, entry: Entry): void {
  draft.terms = {
    version: (draft.terms?.version ?? 0) + 1,
    entry: { ...ENTRY, ...entry },
    by: 'Ada Lovelace',
  }
}

function contractOf({ version, entry, by }: Terms) {
  const { role, currency, contract_start_date, effective_date, exhibit_a, exhibit_format } = entry
  return {
    ...{ role, currency, contract_start_date, effective_date, exhibit_a, exhibit_format },
    contract_uuid: ID,
    contractor_sub: 'amara',
    contractor_name: 'Amara Okafor',
    status: 'DRAFT',
    paid: true,
    pay_policy_uuid: entry.pay_policy_uuid,
    hourly_rate: { currency, amount_in_smallest_unit: Math.round(Number(entry.hourly_rate) * 100) },
    scheduled_hours: Number(entry.scheduled_hours),
    contract_end_date: null,
    country_clauses: null,
    terms_version: version,
    terms_changed: { at: AT, by_name: by, mine: by === 'Dana Whitfield' },
    allowed_actions: ['edit'],
  }
}

function draftOf({ version, terms_version, entry, by }: Typed) {
  const mine = by === 'Dana Whitfield'
  return { contract_uuid: ID, version, terms_version, entry, saved_at: AT, saved_by_name: by, mine }
}

const CHANGED = { status: 409, body: { code: 'CONTRACT_CHANGED', detail: 'Changed.' } }
const NOWHERE = { status: 404, body: { code: 'NOT_FOUND', detail: 'Nothing is there.' } }

function keep(
  draft: Draft,
  { version, terms, entry }: { version: number; terms: number; entry: Entry },
) {
  const { typed } = draft
  const isSame =
    typed?.terms_version === terms && JSON.stringify(typed.entry) === JSON.stringify(entry)
  if (!isSame) {
    if (version !== (typed?.version ?? 0)) return CHANGED
    draft.count += 1
    draft.typed = { version: draft.count, terms_version: terms, entry, by: 'Dana Whitfield' }
  }
  return { body: draft.typed && draftOf(draft.typed) }
}

type Put = { readonly seen: { terms: number; typed: number }; readonly role: string } & Entry

async function put(draft: Draft, body: Put) {
  await draft.before
  const { seen, role } = body
  if (seen.terms !== (draft.terms?.version ?? 0)) return CHANGED
  if (draft.typed && draft.typed.version !== seen.typed) return CHANGED
  draft.puts.push({ seen, role })
  draft.terms = { version: seen.terms + 1, entry: { ...ENTRY, role }, by: 'Dana Whitfield' }
  draft.typed = undefined
  return { body: contractOf(draft.terms) }
}

function contractor(draft: Draft) {
  const contracts = draft.terms ? [{ contract_uuid: ID }] : []
  const of = { contractor_sub: 'amara', contractor_email: 'amara@okafor.test', role: 'Painter' }
  const person = { first_name: 'Amara', last_name: 'Okafor', country_code: 'CA', contract: null }
  return { ...of, ...person, contracts, allowed_actions: ['draft_contract'] }
}

function answer(draft: Draft, { method, path, body }: Asked) {
  const [at = '', query = ''] = path.replace('/api/v1', '').split('?')
  const sent = body ? JSON.parse(body) : {}
  switch (`${method} ${at}`) {
    case 'GET /api/auth/token':
      return { body: { token: tokenOf({ sub: 'ana', iat: 0, exp: 4_000_000_000 }) } }
    case 'GET /user/me':
      return { body: { sub: 'ana', allowed_calls: ['putContract'], held_calls: [] } }
    case 'GET /user/app-config':
      return { body: { today: '2026-11-16' } }
    case 'GET /user/contract_currencies':
      return { body: [{ code: 'CAD', name: 'Canadian dollar' }] }
    case 'GET /employer':
      return {
        body: { currency: 'CAD', approved_payroll_policies: [{ uuid: POLICY, label: 'Biweekly' }] },
      }
    case 'GET /employer/contract-clauses':
      return { body: [] }
    case 'GET /employer/contractors/amara':
      return { body: contractor(draft) }
    case 'GET /employer/contractors/amara/contract-drafts':
      return { body: draft.typed ? [draftOf(draft.typed)] : [] }
    case `GET /contracts/${ID}`:
      return draft.terms ? { body: contractOf(draft.terms) } : NOWHERE
    case `PUT /contracts/${ID}`:
      return put(draft, sent)
    case `PUT /contracts/${ID}/pdf`:
      return draft.terms ? { body: contractOf(draft.terms) } : NOWHERE
    case `PUT /contracts/${ID}/draft`:
      return keep(draft, sent)
    case `DELETE /contracts/${ID}/draft`:
      if (!draft.typed) return NOWHERE
      if (query !== `seen=${draft.typed.version}`) return CHANGED
      draft.typed = undefined
      return { body: { ok: true } }
    default:
      throw new Error(`The test has no answer to ${method} ${path}`)
  }
}

/** A draft with terms, or a contract that has none yet. */
export function givenDraft(terms: boolean): Draft {
  const first: Terms = { version: 1, entry: ENTRY, by: 'Dana Whitfield' }
  const draft: Draft = {
    terms: terms ? first : undefined,
    typed: undefined,
    count: 0,
    offline: false,
    before: Promise.resolve(),
    puts: [],
  }
  fakeServer(asked => {
    if (draft.offline && !asked.path.includes('/auth/')) throw new TypeError('Failed to fetch')
    return answer(draft, asked)
  })
  return draft
}

/** Opens the page of the draft as a browser does: nothing is known but what the device kept. */
export function openDraft(): void {
  const base = '/employer/contractors/$contractorId/contract/$contractId'
  openPages(PAGE, {
    [base]: EmployerContractPage,
    [`${base}/read`]: () => <h1>The contract to read</h1>,
  })
}
