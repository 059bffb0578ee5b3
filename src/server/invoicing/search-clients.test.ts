/** Of many clients those are found whose names or address of mail say what is looked for, page by page. */
import { beforeAll, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import type { World } from '#test/harness/world.ts'
import { outcome } from '../identity/team.test-data.ts'
import { clientBody, withInvoices } from './invoicing.test-data.ts'

let world: World
let amara: Person
let kwame: Person
let client_uuid: string

withInvoices(told => {
  ;({ world, amara, kwame, client_uuid } = told)
})
beforeAll(async () => {
  for (let at = 0; at < 12; at++)
    await call(world, amara, 'createClient', {
      body: clientBody({
        ...{ client_name: `José Núñez ${at}`, company_name: at % 2 ? 'Harbour Ltd' : '' },
        email: `pay${at}@harbour.test`,
      }),
    })
})

const list = async (search?: string, limit = 50, cursor?: string) =>
  call(world, amara, 'listClients', { query: { limit, ...(search && { search }), cursor } })

it('finds by any part of a name, a company or an address of mail, however it is put together', async () => {
  expect((await list()).items).toHaveLength(13)
  expect((await list('nunez')).items).toHaveLength(12)
  expect((await list('NÚÑEZ harbour')).items).toHaveLength(12)
  expect((await list('harbour ltd')).items).toHaveLength(6)
  expect((await list('pay11@')).items.map(of => of.client_name)).toEqual(['José Núñez 11'])
  expect((await list('latarnia magda')).items.map(({ uuid }) => uuid)).toEqual([client_uuid])
  expect((await list('100%_')).items).toEqual([])
})

it('goes on where a page ended', async () => {
  const first = await list('harbour ltd', 4)
  const rest = await list('harbour ltd', 4, first.next_cursor ?? undefined)
  const all = [...first.items, ...rest.items].map(({ uuid }) => uuid)
  expect([first.items.length, rest.items.length, new Set(all).size]).toEqual([4, 2, 6])
  expect(rest.next_cursor).toBeNull()
})

it('shows one to whose it is alone, and none that was taken out of the list', async () => {
  const params = { id: client_uuid }
  expect(await call(world, amara, 'getClient', { params })).toMatchObject({ uuid: client_uuid })
  expect(await outcome(call(world, kwame, 'getClient', { params }))).toBe('NOT_FOUND')
  await call(world, amara, 'archiveClient', { params })
  expect(await outcome(call(world, amara, 'getClient', { params }))).toBe('NOT_FOUND')
})
