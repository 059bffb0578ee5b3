/** A revision of one month: it takes the place of what ran before for good, by the calendar of pay as by the papers, and says so before it is offered and signed (decision 0135). */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SYSTEM_ACTOR } from '../kernel/actor.ts'
import { contractsOnPolicy, expireContracts } from './index.ts'
import { offersWorld } from './offers-world.test-data.ts'

let stage: Awaited<ReturnType<typeof offersWorld>>
beforeAll(async () => {
  stage = await offersWorld()
})
afterAll(() => stage?.world.end())

it('pays its month, and after it nobody is paid by either until another contract is signed', async () => {
  const { world, employer } = stage
  const person = await stage.colleague()
  const first = await stage.offered(person)
  await stage.sign(person, first.contract_uuid)
  const month = { effective_date: '2026-12-05', contract_end_date: '2027-01-01' }
  const id = await stage.draft(person, month)
  await world.call('makeContractPdf', employer, { params: { id } })
  const ends = { on: '2027-01-01', was: null }
  expect((await stage.read(employer, id)).since?.ends).toEqual(ends)
  await stage.approve(id)
  expect((await stage.read(person, id)).since?.ends).toEqual(ends)
  await stage.sign(person, id)
  expect((await stage.read(person, id)).since?.ends).toBeNull()
  // The biweekly periods of the policy end on November 20 and each second Friday after.
  const paid = (start_date: string, end_date: string) =>
    world.unit(SYSTEM_ACTOR, async ctx => {
      const rows = await contractsOnPolicy(ctx, stage.policy_uuid, { start_date, end_date }, [
        person.sub,
      ])
      return rows.map(row => [row.revision, row.contract_start_date, row.contract_end_date]).sort()
    })
  const was = [1, '2026-11-23', '2026-12-04']
  const revised = [2, '2026-12-05', '2027-01-01']
  expect(await paid('2026-11-21', '2026-12-04')).toEqual([was])
  expect(await paid('2026-11-28', '2026-12-11')).toEqual([was, revised])
  expect(await paid('2026-12-19', '2027-01-01')).toEqual([revised])
  expect(await paid('2027-01-02', '2027-01-15')).toEqual([])
  world.clock.set('2027-01-02T09:00:00Z')
  await world.unit(SYSTEM_ACTOR, ctx => expireContracts(ctx, employer.employer_uuid))
  for (const contract_uuid of [first.contract_uuid, id])
    expect(await stage.get(person, contract_uuid)).toMatchObject({ status: 'COMPLETED' })
  expect(await paid('2027-01-02', '2027-01-15')).toEqual([])
  const next = await stage.offered(person, { effective_date: '2027-01-02' })
  await stage.sign(person, next.contract_uuid)
  expect(await paid('2027-01-02', '2027-01-15')).toEqual([[1, '2027-01-02', null]])
})
