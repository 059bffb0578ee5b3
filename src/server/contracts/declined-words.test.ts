/** The words of who declined an offer or ended a contract stay with it, and go with what a process of before writes, which knows of no sealed ones. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SYSTEM_ACTOR } from '../kernel/actor.ts'
import { offersWorld } from './offers-world.test-data.ts'

let offers: Awaited<ReturnType<typeof offersWorld>>
beforeAll(async () => {
  offers = await offersWorld()
})
afterAll(() => offers?.world.end())

it('are read of a declined and of a discarded one, and are never those of before', async () => {
  const { world, employer, get } = offers
  const person = await offers.colleague()
  const { contract_uuid: id } = await offers.offered(person)
  await world.call('declineContract', person, { params: { id }, body: { reason: 'The rate.' } })
  const reason = async () => (await get(employer, id)).decline_reason
  const writes = (set: object) =>
    world.unit(SYSTEM_ACTOR, ({ tx }) =>
      tx.updateTable('contract').set(set).where('contract_uuid', '=', id).execute(),
    )
  expect(await reason()).toBe('The rate.')
  await writes({ status: 'DISCARDED' })
  expect(await reason()).toBe('The rate.')
  await writes({ decline_reason: 'The hours.' })
  expect(await reason()).toBe('The hours.')
  await writes({ decline_reason: '' })
  expect(await reason()).toBe('')
})

it('of an end are read by both, and are never those of another end', async () => {
  const { world, employer, get } = offers
  const person = await offers.colleague()
  const { contract_uuid: id } = await offers.offered(person)
  await offers.sign(person, id)
  const read = async () => [
    (await get(employer, id)).end_reason,
    (await world.call('listContractorContracts', person))[0]?.end_reason,
  ]
  const end = (desired_completion_date: string, reason?: string) =>
    world.call('completeContract', employer, {
      params: { id },
      body: { desired_completion_date, ...(reason ? { reason } : {}) },
    })
  expect(await read()).toEqual(['', ''])
  await end('2027-06-30', 'The project ends.')
  expect(await read()).toEqual(['The project ends.', 'The project ends.'])
  await end('2027-06-15')
  expect(await read()).toEqual(['', ''])
  await end('2027-06-10', 'No funds.')
  await world.unit(SYSTEM_ACTOR, ({ tx }) =>
    tx
      .updateTable('contract')
      .set({ contract_end_date: '2027-06-05' })
      .where('contract_uuid', '=', id)
      .execute(),
  )
  expect(await read()).toEqual(['', ''])
})

it('of an end on the day that stood already are read and told as well; the same once more is nothing new', async () => {
  const { world, employer, get } = offers
  const person = await offers.colleague()
  const terms = { contract_end_date: '2027-06-30' }
  const { contract_uuid: id } = await offers.offered(person, terms)
  await offers.sign(person, id)
  const told = () =>
    world.unit(SYSTEM_ACTOR, async ({ tx }) => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int n from audit_entry where action = 'complete' and ${id} = any(entity_uuids)`.execute(
        tx,
      )
      return rows[0]?.n
    })
  const end = async (reason: string) => {
    const body = { desired_completion_date: '2027-06-30', reason }
    await world.call('completeContract', employer, { params: { id }, body })
    return [(await get(employer, id)).end_reason, await told()]
  }
  expect(await end('')).toEqual(['', 0])
  expect(await end('The budget ends.')).toEqual(['The budget ends.', 1])
  expect(await end('The budget ends.')).toEqual(['The budget ends.', 1])
  expect(await end('The plant closes.')).toEqual(['The plant closes.', 2])
  // Closed once more without words: those that were said stay.
  expect(await end('')).toEqual(['The plant closes.', 2])
})
