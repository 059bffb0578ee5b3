import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { CountryField, useSubdivisions } from './country-field.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const SAID = 'The list could not be loaded. Open it again to try again.'

/** A server whose lists fail until they are mended. */
function brokenServer() {
  const state = { fails: true }
  fakeServer(({ path }) => {
    const iat = Math.floor(Date.now() / 1000)
    if (path.startsWith('/api/auth/token'))
      return { body: { token: tokenOf({ sub: 'ana', iat, exp: iat + 3600 }) } }
    if (state.fails) return { status: 500, body: {} }
    if (path.endsWith('/subdivisions')) return { body: [{ code: 'CA-ON', name: 'Ontario' }] }
    return { body: [{ countryCode: 'CA', name: 'Canada' }] }
  })
  return state
}

it('is said by a list that could not be loaded, which is asked for when it is opened again', async () => {
  const server = brokenServer()
  openPages('/form', {
    '/form': () => <CountryField id="land" label="Country" value="" onChange={() => {}} />,
  })
  const field = await screen.findByRole('combobox')
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(await screen.findByText(SAID)).toBeTruthy()
  expect(screen.queryByText('No options')).toBeNull()
  server.fails = false
  fireEvent.blur(field)
  await expect.poll(() => screen.queryByText(SAID)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(await screen.findByRole('option', { name: 'Canada' })).toBeTruthy()
})

it('keeps the field of the parts of a country that could not be loaded', async () => {
  brokenServer()
  function Part() {
    const { comes, options, state } = useSubdivisions('CA')
    if (!comes && options.length === 0) return <p>no field</p>
    return (
      <SelectField
        id="part"
        label="Province"
        value=""
        options={options}
        missing={state.missing}
        onChange={() => {}}
      />
    )
  }
  openPages('/form', { '/form': Part })
  fireEvent.click(await screen.findByRole('combobox'))
  expect(await screen.findByText(SAID)).toBeTruthy()
})

it('is said beside what may be chosen without the list', async () => {
  openPages('/form', {
    '/form': () => (
      <SelectField
        id="policy"
        label="Policy"
        value=""
        options={[{ value: 'none', label: 'None' }]}
        missing={() => {}}
        onChange={() => {}}
      />
    ),
  })
  fireEvent.click(await screen.findByRole('combobox'))
  expect(await screen.findByText(SAID)).toBeTruthy()
  expect(screen.getByRole('option', { name: 'None' })).toBeTruthy()
})
