/** What a company says of itself, who approves its pay, and who a contractor is, saved elsewhere meanwhile: what is typed stays, both are shown, and one is chosen. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApprovalLimitCard } from '#web/identity/parts/approval-limit-card.tsx'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { createQueryClient } from '#web/kernel/queries.ts'
import { ContractorCompleteProfilePage } from './contractor-complete-profile-page.tsx'
import { EmployerKycPage } from './employer-kyc-page.tsx'

const ADDRESS = {
  ...{ street_number_and_name: 'Prosta 1', apartment_or_unit_number: '' },
  ...{ city_or_municipality: 'Warszawa', postal_code: '00-001', subdivision: null },
  country: { alpha_2: 'PL', name: 'Poland' },
}
const ARTICLES = {
  ...{ document_uuid: 'd6f2a7a1-6a39-4d0c-a8a5-0d6f2a7a16a3', kind: 'articles_of_incorporation' },
  ...{ file_name: 'articles.pdf', uploaded_at: '2026-03-02T10:00:00Z', status: 'PENDING_REVIEW' },
  ...{ reason: null, reads: [] },
}
const MAY = ['putEmployerKyc', 'putApprovalBands']

let version: string
let name: string
let above: number
let sent: Record<string, unknown>[]
/** Whether the company has said something of itself. */
let said: boolean

const employer = () => ({
  ...{ country_code: 'PL', subdivision_code: null, currency: 'USD', approval_limit: null },
  ...{ verification_status: 'UNVERIFIED', verification_reason: null, bands_version: version },
  approval_bands: [
    {
      above: { currency: 'USD', amount_in_smallest_unit: above },
      ...{ approvers: 1, among: 'OWNER', named: [] },
    },
  ],
  kyc_info: {
    ...{ corporation_name: 'Latarnia', business_name: '', documents: [ARTICLES], version },
    details: !said
      ? null
      : {
          ...{ registration_number: name, country_of_incorporation: 'PL', tax_number: '' },
          ...{ date_of_incorporation: '2019-04-01', registered_address: ADDRESS, industry: 'J' },
          ...{
            website: '',
            beneficial_owners: [],
            given_by: 'Ana',
            given_at: '2026-03-02T10:00:00Z',
          },
        },
  },
})

/** Whose first words were saved elsewhere has an address by then. */
const contractor = () => ({
  ...{ first_name: name, middle_name: '', last_name: 'Nowak', preferred_name: 'Ana', version },
  ...{ email: 'ana@latarnia.test', phone_number: '+48512345678', country_code: 'PL' },
  ...{ subdivision_code: null, mailing_address: null, documents: [] },
  permanent_address: version === 'one' ? null : ADDRESS,
  ...{ verification_status: 'UNVERIFIED', verification_reason: null },
})

beforeEach(() => {
  version = 'one'
  name = 'A1'
  above = 100
  sent = []
  said = true
  fakeServer(({ method, path, body }) => {
    const at = path.replace('/api/v1', '').split('?')[0]
    if (at === '/api/auth/token') {
      const iat = Math.floor(Date.now() / 1000)
      return { body: { token: tokenOf({ sub: 'ana', iat, exp: iat + 3600 }) } }
    }
    if (at === '/user/me')
      return {
        body: { sub: 'ana', type: 'employer', allowed_calls: MAY, held_calls: [] },
      }
    if (at === '/user/app-config') return { body: { today: '2026-11-26' } }
    if (method === 'PUT') {
      const given = JSON.parse(body ?? '{}')
      sent.push(given)
      if (given.seen !== version)
        return { status: 409, body: { code: 'CONFLICT', detail: 'Changed.', fields: [] } }
      return { body: at?.startsWith('/contractor') ? contractor() : employer() }
    }
    if (at === '/contractor') return { body: contractor() }
    if (at === '/employer') return { body: employer() }
    if (at?.endsWith('/members')) return { body: { members: [], invitations: [] } }
    if (at?.endsWith('countries')) return { body: [{ alpha_2: 'PL', name: 'Poland' }] }
    return { body: [] }
  })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

/** Another tab saves meanwhile. */
function savedElsewhere(): void {
  ;[version, name, above] = ['two', 'B2', 700]
}
const type = async (label: RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }))

const FORMS: Record<string, { open(): Promise<void>; save: string; label: RegExp; now: string }> = {
  'what a company says of itself': {
    open: async () => {
      openPages('/employer/kyc', { '/employer/kyc': EmployerKycPage })
      await press('Change')
      await type(/^Registration number/, 'C3')
      fireEvent.click(screen.getByRole('checkbox'))
    },
    ...{ save: 'Save details', label: /^Registration number/, now: 'B2' },
  },
  'who somebody is': {
    open: async () => {
      openPages('/profile', { '/profile': ContractorCompleteProfilePage })
      await type(/^Legal first name/, 'Anastazja')
      await type(/^Street/, 'Prosta 2')
      await type(/^City/, 'Warszawa')
      await type(/^Postal/, '00-001')
    },
    ...{ save: 'Save and continue', label: /^Legal first name/, now: 'B2' },
  },
  'who approves pay': {
    open: async () => {
      openPages('/team', { '/team': ApprovalLimitCard })
      await press('Change who approves')
      await type(/^Above/, '3.00')
    },
    ...{ save: 'Save', label: /^Above/, now: '7.00' },
  },
}

it.each(Object.entries(FORMS))('%s: what stands here is kept', async (_what, { open, save }) => {
  await open()
  savedElsewhere()
  await press(save)
  const asked = (await screen.findByText(/changed elsewhere/)).closest('[role=alert]')
  expect(document.activeElement).toBe(asked)
  expect(screen.queryByText('Changed.')).toBeNull()
  await press('Keep what stands here')
  await waitFor(() => expect(sent.map(({ seen }) => seen)).toEqual(['one', 'two']))
  expect({ ...sent[1], seen: '' }).toEqual({ ...sent[0], seen: '' })
})

it.each(Object.entries(FORMS))('%s: what is saved is taken', async (_what, form) => {
  await form.open()
  savedElsewhere()
  await press(form.save)
  await screen.findByText(/changed elsewhere/)
  await press('Show what is saved')
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>(form.label).value).toBe(form.now),
  )
  expect(sent).toHaveLength(1)
})

it('the first details stay with who types them once a colleague has given some, and lead home from there no more', async () => {
  said = false
  const client = createQueryClient()
  const Home = () => <h1>Home</h1>
  openPages('/employer/kyc', { '/employer/kyc': EmployerKycPage, '/dashboard': Home }, client)
  await type(/^Registration number/, 'C3')
  said = true
  await client.invalidateQueries({ queryKey: ['getEmployer'] })
  // With details there is something to go back to.
  await screen.findByRole('button', { name: 'Cancel' })
  expect(screen.getByLabelText<HTMLInputElement>(/^Registration number/).value).toBe('C3')
  expect(screen.queryByRole('heading', { name: 'Home' })).toBeNull()
})
