import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeServer } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { AddressFields } from './address-fields.tsx'
import { addressForm } from './address-form.ts'

const PARTS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  CA: [['CA-ON', 'Ontario']],
  NG: [['NG-LA', 'Lagos']],
  PL: [['PL-12', 'Małopolskie']],
}

let sent: unknown

beforeEach(() => {
  sent = undefined
  fakeServer(({ path }) => {
    const country = /countries\/(..)\/subdivisions/.exec(path)?.[1]
    if (country) return { body: PARTS[country]?.map(([code, name]) => ({ code, name })) }
    return { body: Object.keys(PARTS).map(code => ({ countryCode: code, name: `Land ${code}` })) }
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open(country: string, subdivision = '', kept = false): void {
  const known = kept
    ? {
        ...{ street_number_and_name: 'ul. Morska 7', apartment_or_unit_number: '' },
        ...{ city_or_municipality: 'Gdynia', postal_code: '' },
        country: { alpha_2: country, name: '' },
        subdivision: { code: subdivision, name: '' },
      }
    : null
  openPages('/here', {
    '/here': function Here() {
      const client_address = {
        ...addressForm(known, country, subdivision),
        ...{ street_number_and_name: 'ul. Morska 7', city_or_municipality: 'Gdynia' },
      }
      const form = useForm({ defaultValues: { client_address } })
      const keep = form.handleSubmit(values => {
        sent = values.client_address.subdivision_code ?? ''
      })
      return (
        <FormProvider {...form}>
          <form onSubmit={event => void keep(event)}>
            <AddressFields at="client_address" />
            <button type="submit">Save</button>
          </form>
        </FormProvider>
      )
    },
  })
}
const save = async () => userEvent.click(await screen.findByRole('button', { name: 'Save' }))
const part = () => screen.queryByRole('combobox', { name: /Province|State|Region/ })

it('asks for no part of a country whose addresses have none', async () => {
  open('PL', 'PL-12')
  await waitFor(() => expect(screen.getByDisplayValue('Land PL')).toBeTruthy())
  expect(part()).toBeNull()
  await save()
  await waitFor(() => expect(sent).toBe(''))
})

it('shows the one that was kept in such a country, and lets it go', async () => {
  open('PL', 'PL-12', true)
  expect(await screen.findByDisplayValue('Małopolskie')).toBeTruthy()
  await userEvent.clear(part() as HTMLElement)
  await save()
  await waitFor(() => expect(sent).toBe(''))
})

it('leaves it to who writes where it may stand, and insists where it must', async () => {
  open('NG')
  await waitFor(() => expect(part()).not.toBeNull())
  await save()
  await waitFor(() => expect(sent).toBe(''))
  sent = undefined
  open('CA')
  await waitFor(() => expect(part()).not.toBeNull())
  await save()
  expect(await screen.findByText(/Province is required/)).toBeTruthy()
  expect(sent).toBeUndefined()
})
