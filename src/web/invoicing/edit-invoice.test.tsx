import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { ContractorEditInvoicePage } from './contractor-edit-invoice-page.tsx'

const ID = 'e1715a0a-be47-47a7-b729-bf381ee4aae0'
const AT = '2026-11-26T09:00:00Z'
const usd = (amount_in_smallest_unit: number) => ({ currency: 'USD', amount_in_smallest_unit })

let kept: Record<string, unknown>
/** Of which versions the pages were asked for. */
let pictured: unknown[]
let clients: { readonly uuid: string; readonly [field: string]: string }[]
let ways: object[]

beforeEach(() => {
  pictured = []
  clients = []
  ways = []
  onScreen({ narrow: true })
  kept = {
    ...{ invoice_uuid: ID, status: 'CREATED', version: 1, saved_at: AT, credits: null },
    ...{ client_uuid: null, currency: 'USD', client_pays_transaction_fees: false },
    ...{ start_date: null, end_date: null, due_date: null, line_item_uuid: null },
    pay_differs: false,
    ...{ transaction_fee: usd(0), tax_percentage: 7.5, tax_number: '', note: '' },
    ...{ tax_category: null, tax_reason: '' },
    invoice_items: [{ description: 'Firmware', amount: usd(100), apply_taxes: true }],
  }
  fakeServer(({ method, path, body }) => {
    const at = path.replace('/api/v1', '').split('?')[0]
    if (at === '/api/auth/token')
      return {
        body: {
          token: tokenOf({
            sub: 'ana',
            iat: Math.floor(Date.now() / 1000),
            exp: Math.floor(Date.now() / 1000) + 3600,
          }),
        },
      }
    if (at === '/user/me') return { body: { sub: 'ana', allowed_calls: [], held_calls: [] } }
    if (at === '/user/app-config') return { body: { today: '2026-11-26' } }
    if (at === '/user/contract_currencies' || at?.endsWith('currencies'))
      return { body: [{ code: 'USD', name: 'US Dollar' }] }
    if (at?.endsWith('/clients')) {
      const search = new URLSearchParams(path.split('?')[1]).get('search')
      const items = clients.filter(of => !search || JSON.stringify(of).includes(search))
      return { body: { items: items.slice(0, 1), next_cursor: null } }
    }
    if (at?.startsWith('/contractor/clients/'))
      return { body: clients.find(({ uuid }) => at.endsWith(uuid)) }
    if (at === '/contractor/invoice-defaults') {
      const from = { name: 'Amara Okafor', address_lines: [], tax_number: '' }
      return { body: { from, next_number: 'AO-1', tax_percentage: 7.5, tax_number: '', ways } }
    }
    if (method === 'PUT') kept = { ...kept, ...JSON.parse(body ?? ''), version: 2 }
    if (at?.endsWith('/preview')) {
      pictured.push(kept.version)
      const svg = '<svg data-pages="2" data-rows="[[1,269.1],[2,62.5]]"></svg>'
      return { body: svg, file: 'image/svg+xml' }
    }
    if (at?.includes(ID)) return { body: kept }
    throw new Error(`The test has no answer to ${method} ${path}`)
  })
})

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

function onScreen({ narrow }: { narrow: boolean }): void {
  vi.stubGlobal('matchMedia', () => ({
    ...{ matches: narrow, addEventListener: () => {}, removeEventListener: () => {} },
  }))
}

function openEditor(): void {
  openPages(`/contractor/invoice/create-invoice?invoice=${ID}`, {
    '/contractor/invoice/create-invoice': ContractorEditInvoicePage,
    '/contractor/send-invoice/$uuid': () => <h1>To be sent</h1>,
  })
}

const FIELDS = [
  [/^Amount of item 1/, '1250.505'],
  [/^Fee, USD/, '2,500'],
  [/^Tax/, '123'],
] as const

it.each(FIELDS)(
  'what is typed into %s and cannot be read is neither sent nor lost',
  async (label, typed) => {
    openEditor()
    const field = async () => (await screen.findAllByLabelText(label))[0] as HTMLInputElement
    fireEvent.change(await field(), { target: { value: typed } })
    fireEvent.change(screen.getByLabelText('Description of item 1'), { target: { value: 'Tests' } })
    await screen.findByText(/but for what is marked/)
    fireEvent.click(screen.getByRole('button', { name: 'Review and send' }))
    await screen.findByRole('alert')
    expect(screen.queryByText('To be sent')).toBeNull()
    openEditor()
    expect((await field()).value).toBe(typed)
  },
)

const DAYS = [
  [
    'Work until',
    { 'Work from': '2026-10-16', 'Work until': '2026-10-05' },
    /ends before it begins/,
  ],
  ['Due', { Due: '2026-11-25' }, /is past/],
] as const

it.each(DAYS)('what is wrong with the day of %s is said there', async (label, typed, said) => {
  openEditor()
  const field = (name: string) => screen.findByLabelText<HTMLInputElement>(new RegExp(`^${name}`))
  for (const [name, value] of Object.entries(typed)) {
    fireEvent.change(await field(name), { target: { value } })
    fireEvent.blur(await field(name))
  }
  await screen.findByText(said)
  if (label === 'Due') expect(screen.queryByText(/^In .* day/)).toBeNull()
  expect((await field(label)).getAttribute('aria-invalid')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: 'Review and send' }))
  expect(screen.queryByText('To be sent')).toBeNull()
  for (const name of Object.keys(typed)) {
    fireEvent.change(await field(name), { target: { value: '2026-12-04' } })
  }
  await waitFor(() => expect(screen.queryByText(said)).toBeNull())
  // What saves itself has done so before the next test begins.
  await waitFor(() => expect(Object.values(kept)).toContain('2026-12-04'))
})

it('a day on which the work begins is as wrong as one on which it ends: what is mended is either', async () => {
  openEditor()
  const field = (name: RegExp) => screen.findByLabelText<HTMLInputElement>(name)
  for (const [name, value] of [
    [/^Work until/, '2026-10-05'],
    [/^Work from/, '2026-10-16'],
  ] as const) {
    fireEvent.change(await field(name), { target: { value } })
    fireEvent.blur(await field(name))
  }
  await screen.findByText(/ends before it begins/)
  fireEvent.change(await field(/^Work from/), { target: { value: '2026-10-01' } })
  await waitFor(() => expect(screen.queryByText(/ends before it begins/)).toBeNull())
  await waitFor(() => expect(kept.start_date).toBe('2026-10-01'))
})

it('goes on to what is sent once everything can be read', async () => {
  openEditor()
  const amount = await screen.findByLabelText('Amount of item 1, USD')
  fireEvent.change(amount, { target: { value: '1250.505' } })
  fireEvent.change(amount, { target: { value: '1250.50' } })
  await waitFor(() => expect(kept.version).toBe(2))
  fireEvent.click(screen.getByRole('button', { name: 'Review and send' }))
  await screen.findByText('To be sent')
})

it('shows the pages of the PDF of each version that is kept, and on a phone leaves them to the file', async () => {
  openEditor()
  await screen.findByText(/The PDF has the page/)
  cleanup()
  expect(pictured).toEqual([])
  onScreen({ narrow: false })
  const [create, revoke] = [vi.fn(() => `blob:${pictured.length}`), vi.fn()]
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: create, revokeObjectURL: revoke }))
  openEditor()
  const page = await screen.findByAltText<HTMLImageElement>(
    'Page 1 of 2 of the PDF, as the client gets it',
  )
  expect([page.src, pictured]).toEqual(['blob:1', [1]])
  fireEvent.change(screen.getByLabelText('Description of item 1'), { target: { value: 'Tests' } })
  await waitFor(() => expect(pictured).toEqual([1, 2]), { timeout: 60_000 })
  // The page of before stays where it is until the newer one is there.
  await waitFor(() =>
    expect(screen.getByAltText<HTMLImageElement>(/^Page 1 of 2/).src).toBe('blob:2'),
  )
  expect(screen.getByAltText(/^Page 1 of 2/)).toBe(page)
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
  screen.getByAltText('Page 2 of 2 of the PDF, as the client gets it')
})

const way = (usable: boolean) => ({
  ...{ destination_uuid: ID, kind: 'bank', network: 'fiat', currency: 'USD', usable },
  ...{ label: 'Zenith Bank •• 3391', usable_from: '2026-11-27T09:00:00Z' },
})

it('says why a client would not be told where to pay: there is nowhere, or it was changed within the last day', async () => {
  openEditor()
  await screen.findByText(/no account in USD/)
  cleanup()
  ways = [way(false)]
  openEditor()
  await screen.findByText(/changed within the last day/)
  expect(screen.queryByText(/no account in USD/)).toBeNull()
  cleanup()
  ways = [way(true)]
  openEditor()
  await screen.findByText(/Client pays by Zenith Bank/)
})

it('leads to the client that it is for, to be changed', async () => {
  clients = [{ uuid: ID, client_name: 'Magda', company_name: '', email: 'm@a.test' }]
  openEditor()
  await screen.findByRole('link', { name: 'New client' })
  expect(screen.queryByRole('link', { name: 'Change client' })).toBeNull()
  cleanup()
  kept = { ...kept, client_uuid: ID }
  openEditor()
  const link = await screen.findByRole('link', { name: 'Change client' })
  expect(link.getAttribute('href')).toBe(`/contractor/create-client?client=${ID}`)
})

it('finds a client that the first page of the list does not have, and keeps naming the chosen one', async () => {
  const other = 'e1715a0a-be47-47a7-b729-bf381ee4aae9'
  clients = [
    { uuid: other, client_name: 'Ewa', company_name: '', email: 'e@a.test', currency: 'USD' },
    { uuid: ID, client_name: 'Magda', company_name: '', email: 'm@a.test', currency: 'USD' },
  ]
  openEditor()
  const field = await screen.findByRole('combobox', { name: /^Client/ })
  await userEvent.type(field, 'Magd')
  await userEvent.click(await screen.findByRole('option', { name: /Magda/ }))
  const link = await screen.findByRole('link', { name: 'Change client' })
  expect(link.getAttribute('href')).toBe(`/contractor/create-client?client=${ID}`)
})
