/** Above which sum approving asks for a proof, what a company is called, who acts for it, and where a contractor lives, saved by two. */

import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { EndAbsence } from '#web/identity/parts/absence.tsx'
import { AbsenceDialog } from '#web/identity/parts/absence-dialog.tsx'
import { ApprovalLimitCard } from '#web/identity/parts/approval-limit-card.tsx'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { query } from '#web/kernel/queries.ts'
import { type Answers, press, savedByTwo, typeInto } from '#web/kernel/two-savers.test-data.tsx'
import { EmployerOnboardingPage } from './employer-onboarding-page.tsx'
import { AddressDialog } from './parts/address-dialog.tsx'

const addressAt = (street: string) => ({
  ...{ street_number_and_name: street, apartment_or_unit_number: '' },
  ...{ city_or_municipality: 'Warszawa', postal_code: '00-001', subdivision: null },
  country: { alpha_2: 'PL', name: 'Poland' },
})

const LEE = {
  ...{ sub: 'lee', first_name: 'Lee', last_name: 'Park', email: 'lee@latarnia.test' },
  ...{ role: 'approver', absence: null, is_me: false },
}
const absent = (two: boolean) => ({
  ...{ ...LEE, sub: 'dana', first_name: 'Dana' },
  absence: {
    ...{ substitute_sub: 'lee', substitute_name: 'Lee Park', now: true },
    ...{ from: '2026-11-26', until: two ? '2026-12-24' : '2026-12-01' },
  },
})
const close = () => {}

const answers: Answers = (path, two) => {
  const version = two ? 'two' : 'one'
  if (path === '/employer' || path === '/employer/name' || path === '/employer/approval-limit')
    return {
      ...{ country_code: 'PL', subdivision_code: null, currency: 'USD' },
      approval_limit: { currency: 'USD', amount_in_smallest_unit: two ? 70_000 : 10_000 },
      ...{ approval_bands: [], bands_version: 'b', verification_status: 'UNVERIFIED' },
      kyc_info: {
        ...{ corporation_name: two ? 'Latarnia B2' : 'Latarnia', business_name: '' },
        ...{ names_version: version, details: null, documents: [] },
      },
    }
  if (path === '/user/me' || path === '/user/contact-details')
    return {
      ...{ first_name: 'Ana', middle_name: '', last_name: 'Nowak', preferred_name: 'Ana' },
      ...{ phone_number: '+48512345678', mailing_address: addressAt('Prosta 1'), country: 'PL' },
      ...{ has_authorization_to_act_for_employer: true, contact_version: version },
    }
  if (path.startsWith('/contractor'))
    return {
      ...{ first_name: 'Ana', middle_name: '', last_name: 'Nowak', preferred_name: 'Ana' },
      ...{ phone_number: '+48512345678', mailing_address: null, documents: [] },
      permanent_address: addressAt(two ? 'Krzywa 2' : 'Prosta 1'),
      address_versions: { permanent: version, mailing: 'none' },
    }
  if (path.endsWith('/members')) return { members: [absent(two), LEE], invitations: [] }
  if (path.endsWith('/substitute')) return absent(two)
  return path.endsWith('countries') ? [{ alpha_2: 'PL', name: 'Poland' }] : undefined
}

function Address() {
  const { data } = useQuery(query('getContractorSelf', {}))
  return data ? <AddressDialog self={data} kind="permanent_address" onClose={() => {}} /> : null
}

function Absence() {
  const members = useQuery(query('listMembers', {})).data?.members ?? []
  const [member] = members
  return member ? <AbsenceDialog member={member} team={members} onClose={close} /> : null
}

function Ending() {
  const member = useQuery(query('listMembers', {})).data?.members[0]
  return member ? <EndAbsence member={member} onClose={close} /> : null
}

savedByTwo(
  {
    'the sum above which approving asks': {
      open: async () => {
        openPages('/team', { '/team': ApprovalLimitCard })
        await press('Change the limit')
        await typeInto(/^Ask above/, '300.00')
      },
      ...{ save: 'Save', field: /^Ask above/, now: '700.00' },
    },
    'where somebody lives': {
      open: async () => {
        openPages('/profile', { '/profile': Address })
        await typeInto(/^Street/, 'Prosta 3')
      },
      ...{ save: 'Save address', field: /^Street/, now: 'Krzywa 2' },
    },
    'who stands in for somebody': {
      open: async () => {
        openPages('/team', { '/team': Absence })
        await typeInto(/^Last day/, '2026-12-10')
      },
      ...{ save: 'Save', field: /^Last day/, now: 'Dec 24, 2026' },
    },
    'what a company is called': {
      open: async () => {
        openPages('/employer', { '/employer': EmployerOnboardingPage, '/dashboard': () => null })
        await typeInto(/^Corporation name/, 'Latarnia C3')
      },
      ...{ save: 'Save', field: /^Corporation name/, now: 'Latarnia B2' },
    },
  },
  ['putEmployerName', 'putApprovalLimit'],
  answers,
)

it('who ends that somebody stands in is shown what a colleague made of it, and ends that', async () => {
  const sent: { seen: unknown }[] = []
  fakeServer(({ method, path, body }) => {
    const at = path.replace('/api/v1', '').split('?')[0] ?? ''
    if (at === '/api/auth/token')
      return { body: { token: tokenOf({ sub: 'ana', iat: 0, exp: 9_999_999_999 }) } }
    if (method !== 'PUT') return { body: answers(at, sent.length > 0) ?? [] }
    sent.push(JSON.parse(body ?? '{}'))
    if (sent.length === 1)
      return { status: 409, body: { code: 'CONFLICT', detail: 'Changed.', fields: [] } }
    return { body: absent(true) }
  })
  openPages('/team', { '/team': Ending })
  await press('End the substitute')
  expect(await screen.findByText(/until December 24, 2026/)).toBeTruthy()
  await press('End the substitute')
  await waitFor(() => expect(sent).toHaveLength(2))
  const seen = { substitute_sub: 'lee', from: '2026-11-26' }
  expect(sent.map(body => body.seen)).toEqual([
    { ...seen, until: '2026-12-01' },
    { ...seen, until: '2026-12-24' },
  ])
})
