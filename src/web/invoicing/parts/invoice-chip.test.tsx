import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { InvoiceChip } from './invoice-chip.tsx'

afterEach(cleanup)

const usd = (amount_in_smallest_unit: number) => ({ currency: 'USD', amount_in_smallest_unit })
const sent = { kind: 'INVOICE', status: 'SENT', credited: usd(0), total: usd(304000) } as const

it('says of an invoice whose pay is for another sum that it differs, also once it is late', async () => {
  openPages('/', {
    '/': () => <InvoiceChip of={{ ...sent, overdue: true, pay_differs: true }} />,
  })
  expect(await screen.findByText('Pay differs')).toBeTruthy()
  expect(screen.queryByText('Overdue')).toBeNull()
})

it('says of any other where it stands', async () => {
  openPages('/', {
    '/': () => <InvoiceChip of={{ ...sent, overdue: false, pay_differs: false }} />,
  })
  expect(await screen.findByText('Sent')).toBeTruthy()
})
