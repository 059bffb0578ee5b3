import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { approveAll, call, type Person } from '#db/seed/cast.ts'
import { verify } from '#db/seed/papers.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { givenOperator } from '#test/harness/people.ts'
import {
  fund,
  givenApprovableCycle,
  givenDuePayments,
  givenEmployer,
  plainWorld,
  type World,
} from '#test/harness/world.ts'
import { transact } from '../kernel/db.ts'
import { decide, importFtm, invented, screenAll, waitingHits } from './lists.test-data.ts'

let world: World
let admin: Admin
let stage: Awaited<ReturnType<typeof givenDuePayments>>
let second: Person
beforeEach(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
  stage = await givenDuePayments(world)
  second = await givenOperator(world, 'second@corridor.test')
})
afterEach(async () => {
  await admin.close()
  await world.close()
})

const PAY_DATE = '2026-03-20'
const AMARA = { id: 'inv-1', name: 'OKAFOR AMARA1, Amara', country: ['ng'] }
const execute = () =>
  call(world, stage.operator, 'bulkExecute', {
    body: { pay_date: PAY_DATE, payment_uuids: stage.payment_uuids },
  })
const blockers = async () => {
  const { items } = await call(world, stage.operator, 'listUnpaid', { query: { limit: 50 } })
  return [...new Set(items.flatMap(item => item.blockers.map(({ code }) => code)))]
}
const statuses = async () =>
  (await admin.rows<{ status: string }>('select distinct status from payment order by 1')).map(
    row => row.status,
  )
const hit = async () => {
  const [found] = await waitingHits(world, stage.operator)
  if (!found) throw new Error('nothing was found')
  return found
}

it('goes from an import to a payment that is let go, and tells nobody but operators of a list', async () => {
  await importFtm(world, invented(AMARA))
  expect(await blockers()).toEqual([])
  await screenAll(world)
  expect(await blockers()).toEqual(['COMPLIANCE'])
  expect(await execute()).toMatchObject({ execution_uuid: null, queued: 0, refused: 2 })
  const found = await hit()
  expect(found).toMatchObject({
    status: 'OPEN',
    score: 100,
    subject_kind: 'contractor',
    party: { kind: 'contractor', payments: 2 },
    subject: { countries: ['NG'] },
    entry: { entry_id: 'inv-1', names: ['OKAFOR AMARA1, Amara'], topics: ['sanction', 'invented'] },
    allowed_actions: ['clear', 'claim'],
  })
  // Who verifies them reads that it waits.
  const reviewed = async () => {
    const { sub } = stage.contractors[0] as Person
    return call(world, stage.operator, 'getOperationsContractor', { params: { sub } })
  }
  expect((await reviewed()).match_since).toEqual(found.found_at)
  const { params, query } = { params: stage.id, query: { limit: 50 } }
  const seen = JSON.stringify(
    [
      await call(world, stage.employer, 'getCycle', { params, query }),
      await call(world, stage.contractors[0] as Person, 'listPayslips', { query: { limit: 50 } }),
    ],
    (_key, value) => (typeof value === 'bigint' ? String(value) : value),
  )
  expect(seen).toContain('Corridor is checking something')
  expect(seen).not.toMatch(/sanction|a list|screening|compliance question/i)
  await decide(world, stage.operator, found, 'clear', 'Born elsewhere, another person.')
  expect(await blockers()).toEqual([])
  expect((await reviewed()).match_since).toBeNull()
  const { execution_uuid } = await execute()
  await world.execute(execution_uuid ?? '')
  expect(await statuses()).toEqual(['SENT'])
  expect(await world.broken()).toEqual([])
})

describe('who is like somebody on a list', () => {
  it('is approved as held while it is asked, and let go of by the answer', async () => {
    const next = await plainWorld()
    const open = await givenApprovableCycle(next)
    const look = async () => {
      const query = { limit: 50 }
      return (await call(next, open.employer, 'getCycle', { params: open.id, query })).items[0]
    }
    await look()
    await importFtm(next, invented(AMARA))
    await screenAll(next)
    expect(await next.checked()).toEqual([])
    await fund(next, open, '3400.00')
    await approveAll(next, open.employer, open.id)
    const held = await adminOf(next)
    const status = () => held.rows('select distinct status, hold_reason from payment')
    expect(await status()).toEqual([{ status: 'HELD', hold_reason: 'COMPLIANCE' }])
    const [found] = await waitingHits(next, open.operator)
    if (found) await decide(next, open.operator, found, 'clear')
    await next.release()
    expect(await status()).toEqual([{ status: 'SCHEDULED', hold_reason: null }])
    expect(await next.checked()).toEqual([])
    await held.close()
    await next.close()
  })

  it('is not paid when the hit comes up between execution and the rail', async () => {
    const { execution_uuid } = await execute()
    await importFtm(world, invented(AMARA))
    // Nobody looked yet: the executing job does.
    expect(await waitingHits(world, stage.operator)).toEqual([])
    await world.execute(execution_uuid ?? '')
    expect(await statuses()).toEqual(['FAILED'])
    expect(await waitingHits(world, stage.operator)).toHaveLength(1)
    const [row] = await admin.rows<{ failure_reason: string }>('select failure_reason from payment')
    expect(row?.failure_reason).toMatch(/checking something/)
    expect(row?.failure_reason).not.toMatch(/list|sanction/)
    expect(await world.broken()).toEqual([])
  })

  it('is asked once, and anew when the entry or the person reads otherwise', async () => {
    await importFtm(world, invented(AMARA))
    await screenAll(world)
    await decide(world, stage.operator, await hit(), 'clear')
    await importFtm(world, invented(AMARA) + invented({ id: 'inv-2', name: 'Nobody Atall' }), {
      version: '2',
    })
    await screenAll(world)
    expect(await waitingHits(world, stage.operator)).toEqual([])
    await importFtm(world, invented({ ...AMARA, birthDate: ['1971'] }), {
      version: '3',
      fewer: true,
    })
    await screenAll(world)
    const again = await hit()
    expect(again.entry.birth_dates).toEqual(['1971'])
    await decide(world, stage.operator, again, 'clear')
    await admin.rows("update person set middle_name = 'Ngozi' where first_name = 'Amara'")
    await screenAll(world)
    expect((await hit()).subject.names[0]).toMatch(/Ngozi/)
  })

  it('lets go when the list no longer has them, and not when they change their name', async () => {
    await importFtm(world, invented(AMARA) + invented({ id: 'inv-2', name: 'Nobody Atall' }))
    await screenAll(world)
    await admin.rows("update person set last_name = 'Altogether Other' where first_name = 'Amara'")
    await screenAll(world)
    expect(await blockers()).toContain('COMPLIANCE')
    await importFtm(world, invented({ id: 'inv-2', name: 'Nobody Atall' }), { version: '2' })
    await screenAll(world)
    expect(await waitingHits(world, stage.operator)).toEqual([])
    expect(await blockers()).not.toContain('COMPLIANCE')
  })

  it('is held by what the company, an owner or a person who acts for it is like', async () => {
    const { employer_uuid } = stage.employer
    await call(world, stage.employer, 'putEmployerKyc', {
      body: kyc('Tobrin Vashkelo', '1971-04-02'),
    })
    await verify(world, stage.operator, 'employers', employer_uuid).catch(() => undefined)
    const list = [
      invented({ id: 'o', name: 'VASHKELO Tobrin', birthDate: ['1971-04-02'] }),
      invented({ id: 'c', name: 'COMPANY OF BOSS LIMITED', schema: 'Company' }),
      invented({ id: 'm', name: 'Solberg Ingrid' }),
      invented({ id: 'x', name: 'Amara Somebodyelse' }),
    ]
    await importFtm(world, list.join(''))
    await screenAll(world)
    const found = await waitingHits(world, stage.operator)
    expect(found.map(one => [one.subject_kind, one.entry.entry_id, one.party.kind]).sort()).toEqual(
      [
        ['company', 'c', 'employer'],
        ['member', 'm', 'employer'],
        ['owner', 'o', 'employer'],
      ],
    )
    expect(found.find(one => one.subject_kind === 'owner')).toMatchObject({
      subject: { names: ['Tobrin Vashkelo'], birth_dates: ['1971-04-02'] },
      reasons: expect.arrayContaining([{ field: 'birth_date', agrees: 'same', points: 12 }]),
    })
    for (const one of found) {
      expect(await blockers()).toContain('COMPLIANCE')
      await decide(world, stage.operator, one, 'clear')
    }
    expect(await blockers()).not.toContain('COMPLIANCE')
  })

  it('is not verified before operators find that it is somebody else', async () => {
    const [{ sub }, { employer_uuid }] = [stage.contractors[0] as Person, stage.employer]
    const unverify = (userTypes: 'employers' | 'contractors', id: string) =>
      call(world, stage.operator, 'changeStanding', {
        params: { userTypes, sub: id, operation: 'unverify' },
        body: { reason: 'Looked at anew.' },
      })
    await unverify('contractors', sub)
    await unverify('employers', employer_uuid)
    const company = { id: 'c', name: 'COMPANY OF BOSS LIMITED', schema: 'Company' }
    await importFtm(world, invented(AMARA) + invented(company))
    await screenAll(world)
    const found = await waitingHits(world, stage.operator)
    const asked = (kind: string) =>
      found.find(({ party }) => party.kind === kind) as (typeof found)[number]
    const refused = { code: 'TRANSITION_NOT_ALLOWED', message: expect.stringMatching(/matchWaits/) }
    const verifyPerson = () => verify(world, stage.operator, 'contractors', sub)
    const verifyCompany = () => verify(world, stage.operator, 'employers', employer_uuid)
    await expect(verifyPerson()).rejects.toMatchObject(refused)
    await expect(verifyCompany()).rejects.toMatchObject(refused)
    const query = { limit: 50, view: 'holding', party: sub } as const
    const held = () => call(world, second, 'listHits', { query })
    expect((await held()).items).toMatchObject([{ party: { id: sub }, status: 'OPEN' }])
    const claimed = await decide(world, stage.operator, asked('contractor'), 'claim')
    await expect(verifyPerson()).rejects.toMatchObject(refused)
    const confirmed = await decide(world, second, claimed, 'confirm', '')
    expect((await held()).items).toMatchObject([{ status: 'CONFIRMED' }])
    await expect(verifyPerson()).rejects.toMatchObject(refused)
    const reopened = await decide(world, stage.operator, confirmed, 'reopen')
    await decide(world, stage.operator, reopened, 'clear')
    await decide(world, stage.operator, asked('employer'), 'clear')
    expect(await verifyPerson()).toMatchObject({ verification_status: 'VERIFIED' })
    expect(await verifyCompany()).toMatchObject({ verification_status: 'VERIFIED' })
    expect(await world.broken()).toEqual([])
  })

  it('is not verified a moment after it took such a name, also where signs that nobody sees part its letters', async () => {
    const { sub } = stage.contractors[0] as Person
    await importFtm(world, invented({ id: 'z', name: 'Tobrin Vashkelo' }))
    await screenAll(world)
    await call(world, stage.operator, 'changeStanding', {
      params: { userTypes: 'contractors', sub, operation: 'unverify' },
      body: { reason: 'Looked at anew.' },
    })
    const named = "first_name = 'To\u200bbrin', last_name = 'Vash\u00adkelo'"
    await admin.rows(`update person set ${named} where sub = $1`, [sub])
    const refused = verify(world, stage.operator, 'contractors', sub)
    await expect(refused).rejects.toMatchObject({ message: expect.stringMatching(/matchWaits/) })
    // It stands under Screening at once, before the job comes by.
    expect(await waitingHits(world, stage.operator)).toMatchObject([{ party: { id: sub } }])
  })

  it('is found by the job of the clock once they are new or changed', async () => {
    await importFtm(world, invented({ id: 'n', name: 'Late Comer' }))
    await world.byTheClock()
    expect(await admin.rows('select party from screening_due')).toEqual([])
    const boss = await givenEmployer(world, stage.operator, 'late@comer.test')
    expect(await admin.rows('select party from screening_due')).toEqual([])
    await admin.rows("update person set first_name = 'Late', last_name = 'Comer' where sub = $1", [
      boss.sub,
    ])
    expect(await admin.rows('select party from screening_due')).toEqual([
      { party: boss.employer_uuid },
    ])
    await world.byTheClock()
    expect((await hit()).subject_kind).toBe('member')
  })

  it('is looked for although what another company said of itself does not open', async () => {
    const other = await givenEmployer(world, stage.operator, 'other@broken.test')
    await call(world, other, 'putEmployerKyc', { body: kyc('Some Owner', '1980-01-01') })
    await admin.rows(
      "update company_details set record = 'sealed:test:AAAA' where employer_uuid = $1",
      [other.employer_uuid],
    )
    await importFtm(world, invented(AMARA))
    await screenAll(world)
    expect(await waitingHits(world, stage.operator)).toHaveLength(1)
    const lists = await call(world, stage.operator, 'getLists', {})
    expect(lists).toMatchObject({
      due: 1,
      failed: 1,
      lists: [{ entries: 1, age_days: 0, is_old: false }],
    })
    world.clock.set('2026-03-27T10:00:00Z')
    expect((await call(world, stage.operator, 'getLists', {})).lists).toMatchObject([
      { age_days: 7, is_old: true },
    ])
  })
})

describe('two operators', () => {
  beforeEach(async () => {
    await importFtm(world, invented(AMARA))
    await screenAll(world)
  })

  it('confirm together that it is the same, and it holds until they say otherwise', async () => {
    const claimed = await decide(world, stage.operator, await hit(), 'claim')
    expect(claimed).toMatchObject({
      status: 'CLAIMED',
      allowed_actions: ['refuse'],
      claimed: { is_me: true },
    })
    await expect(decide(world, stage.operator, claimed, 'confirm')).rejects.toMatchObject({
      code: 'SECOND_PERSON_NEEDED',
    })
    const confirmed = await decide(world, second, claimed, 'confirm', '')
    expect(confirmed).toMatchObject({
      status: 'CONFIRMED',
      decided: { is_me: true },
      words: 'Looked at both.',
    })
    expect(await decide(world, second, claimed, 'confirm', '')).toMatchObject({
      version: confirmed.version,
    })
    expect(await blockers()).toEqual(['COMPLIANCE'])
    await screenAll(world)
    expect(await blockers()).toEqual(['COMPLIANCE'])
    const reopened = await decide(world, stage.operator, confirmed, 'reopen')
    expect(reopened.status).toBe('OPEN')
    expect(await blockers()).toEqual(['COMPLIANCE'])
    await decide(world, stage.operator, reopened, 'clear')
    expect(await blockers()).toEqual([])
  })

  it('do not both decide at the same moment, and the second is told', async () => {
    const found = await hit()
    const answers = await Promise.allSettled([
      decide(world, stage.operator, found, 'clear'),
      decide(world, second, found, 'claim'),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = answers.find(answer => answer.status === 'rejected')
    expect(['STEP_CLOSED', 'STEP_STALE']).toContain(refused?.reason.code)
  })

  it('do not decide about what they have not seen, nor without a word, and the database keeps two apart', async () => {
    const found = await hit()
    await expect(decide(world, second, { ...found, version: 9 }, 'clear')).rejects.toMatchObject({
      code: 'STEP_STALE',
    })
    await expect(decide(world, second, found, 'clear', '  ')).rejects.toMatchObject({
      code: 'VALIDATION',
    })
    const claimed = await decide(world, second, found, 'claim')
    await expect(
      admin.rows(
        "update screening_hit set status = 'CONFIRMED', decided_by = claimed_by, decided_at = now()",
      ),
    ).rejects.toThrow(/second_person/)
    expect(await decide(world, second, claimed, 'refuse')).toMatchObject({
      status: 'OPEN',
      claimed: null,
    })
  })

  it('are all who sees it: a company sees since when it waits, and its row alone', async () => {
    const rival = await givenEmployer(world, stage.operator, 'boss@rival.test')
    const scope = (employer_uuid: string) =>
      ({ role: 'employer', sub: stage.employer.sub, employer_uuid }) as const
    const holds = (employer_uuid: string) =>
      transact(world.kernel.db, scope(employer_uuid), tx =>
        tx.selectFrom('compliance_hold').select('contractor_sub').execute(),
      )
    expect(await holds(stage.employer.employer_uuid)).toEqual([
      { contractor_sub: stage.contractors[0]?.sub },
    ])
    expect(await holds(rival.employer_uuid)).toEqual([])
    for (const table of ['screening_hit', 'screening_entry', 'screening_list'] as const)
      await expect(
        transact(world.kernel.db, scope(stage.employer.employer_uuid), tx =>
          tx
            .selectFrom(table)
            .select(({ lit }) => lit(1).as('one'))
            .execute(),
        ),
      ).rejects.toThrow(/permission denied/)
  })
})

function kyc(name: string, birth_date: string) {
  return {
    registration_number: 'ON-1',
    country_of_incorporation: 'CA',
    date_of_incorporation: '2015-01-01',
    tax_number: '123',
    industry: 'J',
    website: '',
    registered_address: {
      country_code: 'CA',
      subdivision_code: 'CA-ON',
      city: 'Toronto',
      postal_code: 'M5J 2X5',
      address1: '1 Front Street',
    },
    beneficial_owners: [{ name, birth_date, country_code: 'CA', share: 10000 }],
    owners_complete: true,
  } as never
}
