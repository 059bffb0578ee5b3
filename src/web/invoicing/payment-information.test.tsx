import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { PaymentInformationPage } from './payment-information-page.tsx'

const usd = (amount_in_smallest_unit: number) => ({ currency: 'USD', amount_in_smallest_unit })

/** An invoice of a pay, as its link shows it. */
const ofPay = (status: 'SENT' | 'VOID', pay_differs: boolean) => ({
  ...{ number: 'AO-2026-004', kind: 'INVOICE', status, by_corridor: true, ways: [] },
  pay_differs,
  ...{ issued_on: '2026-11-26', due_date: '2026-12-04' },
  ...{ start_date: '2026-11-16', end_date: '2026-11-29' },
  from: {
    ...{ name: 'Amara Okafor', email: 'amara@okafor.test', verified: true },
    ...{ address_lines: ['Nigeria'], tax_number: '' },
  },
  to: { name: 'Northwind Robotics', address_lines: [], tax_number: '' },
  invoice_items: [{ description: 'Firmware', amount: usd(304000), apply_taxes: false }],
  ...{ tax_percentage: 0, net: usd(304000), taxed: usd(0), tax: usd(0), fee: usd(0) },
  ...{ total: usd(304000), paid: usd(0), credited: usd(0), credits: null, owed: usd(0) },
  ...{ overdue: false, note: '', tax_note: '', said_sent: null },
})

/** What was said to be sent. */
const told: unknown[] = []

function openLink(status: 'SENT' | 'VOID', pay_differs = false, more = {}): void {
  fakeServer(({ method, path, body }) => {
    if (path.endsWith('/user/app-config')) return { body: { today: '2026-11-28' } }
    if (path.endsWith('/invoices/open/sent')) {
      const { token: _, ...said_sent } = JSON.parse(body ?? '{}')
      told.push(said_sent)
      more = { ...more, said_sent }
    }
    if (path.includes('/invoices/open')) return { body: { ...ofPay(status, pay_differs), ...more } }
    throw new Error(`The test has no answer to ${method} ${path}`)
  })
  window.location.hash = '#token'
  openPages('/payment-information#token', { '/payment-information': PaymentInformationPage })
}

afterEach(() => {
  cleanup()
  window.location.hash = ''
  vi.unstubAllGlobals()
})

it('says of an invoice of a pay that the pay is paid through Corridor, and by when', async () => {
  openLink('SENT')
  expect(await screen.findByText(/paid through Corridor\. There is nothing to pay/)).toBeTruthy()
  expect(screen.getByText(/The pay is due on/)).toBeTruthy()
})

it('and of one that was taken back, as of any other, that nothing is paid on it', async () => {
  openLink('VOID')
  expect(await screen.findByText(/was taken back/)).toBeTruthy()
  expect(screen.queryByText(/paid through Corridor|The pay is due on|To pay/)).toBeNull()
})

it('and of one whose pay is for another sum, that the pay does not pay it, and what to do', async () => {
  openLink('SENT', true)
  expect(await screen.findByText(/so Corridor does not pay this invoice/)).toBeTruthy()
  expect(screen.queryByText(/paid through Corridor|The pay is due on/)).toBeNull()
})

it('tells two accounts apart that are paid by the same kind of transfer', async () => {
  const way = (iban: string) => ({
    ...{
      kind: 'bank',
      network: '',
      currency: 'USD',
      amount: usd(304000),
      rate: null,
      address: null,
    },
    bank: {
      ...{ account_name: 'Amara Okafor', account_number: '', iban, swift_code: null },
      ...{ transit_number: null, institution_number: null, bank_code: null, interac_email: null },
    },
  })
  const ways = [way('DE89370400440532013000'), way('FR7630006000011234567890189')]
  openLink('SENT', false, { by_corridor: false, owed: usd(304000), ways })
  expect(await screen.findByText('Bank transfer Germany •• 3000')).toBeTruthy()
  expect(screen.getByText('Bank transfer France •• 0189')).toBeTruthy()
})

it('lets a client say that they sent it, which changes nothing that is owed', async () => {
  openLink('SENT', false, { by_corridor: false, owed: usd(304000) })
  fireEvent.click(await screen.findByRole('button', { name: 'I have sent it' }))
  fireEvent.change(await screen.findByLabelText(/^Reference/), { target: { value: 'WIRE 7' } })
  fireEvent.click(screen.getByRole('button', { name: 'Tell Amara Okafor' }))
  await screen.findByText(/You said that you sent it on Saturday, November 28/)
  expect(screen.getByText(/With the reference “WIRE 7”/)).toBeTruthy()
  expect(told).toEqual([{ sent_on: '2026-11-28', reference: 'WIRE 7' }])
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('3040.00')
})

it('fills what was said of one invoice into no other', async () => {
  told.length = 0
  const open = { by_corridor: false, owed: usd(304000) }
  const reference = async () =>
    screen.findByLabelText<HTMLInputElement>(/^Reference/).then(({ value }) => value)
  const begin = async () =>
    fireEvent.click(await screen.findByRole('button', { name: 'I have sent it' }))
  openLink('SENT', false, open)
  await begin()
  fireEvent.change(await screen.findByLabelText(/^Reference/), { target: { value: 'WIRE 8' } })
  cleanup()
  // What was typed and not sent waits for who comes back to this one.
  openLink('SENT', false, open)
  await begin()
  expect(await reference()).toBe('WIRE 8')
  cleanup()
  openLink('SENT', false, { ...open, number: 'AO-2026-005' })
  await begin()
  expect(await reference()).toBe('')
  cleanup()
  openLink('SENT', false, open)
  await begin()
  fireEvent.click(await screen.findByRole('button', { name: 'Tell Amara Okafor' }))
  await screen.findByText(/You said that you sent it/)
  cleanup()
  // Its contractor said that nothing came.
  openLink('SENT', false, open)
  await begin()
  expect(await reference()).toBe('')
})
