/** Where a contractor is paid: what may be added, how the pay is split, what leaves use, and from when each is paid to. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, type Person, signUpContractor } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { outcome } from '#test/harness/races.ts'
import { person, plainWorld, type World } from '#test/harness/world.ts'

const NOW = '2026-03-02T10:00:00Z'
const NEXT_DAY = '2026-03-03T10:00:00.000Z'

let world: World
let admin: Admin
let contractor: Person
let others = 0
beforeAll(async () => {
  world = await plainWorld(NOW)
  admin = await adminOf(world)
})
beforeEach(async () => {
  world.clock.set(NOW)
  others += 1
  contractor = await givenNewcomer(`amara${others}@okafor.test`)
})
afterAll(async () => {
  expect(await world.broken()).toEqual([])
  await admin.close()
  await world.close()
})

async function givenNewcomer(email: string): Promise<Person> {
  const newcomer = person(email)
  await signUpContractor(world, newcomer, {
    first_name: 'Amara',
    last_name: 'Okafor',
    country_code: 'NG',
    subdivision_code: 'NG-LA',
    phone_number: '+2348012345678',
    street: '14 Adeola Street',
    city: 'Lagos',
  })
  return newcomer
}

const WALLET = {
  currency: 'USDC',
  blockchain: 'solana',
  address: 'gfAyQWfijGL9MPvCM7rQ1sEPSCXioJg1XAkyyJig4Mt',
} as const
const bankOf = (account_number: string) => ({
  account_name: 'Amara Okafor',
  currency: 'USD',
  swift_code: 'FBNINGLA',
  account_number,
})
const addBank = (account_number: string, who = contractor) =>
  call(world, who, 'putBankingInformation', { body: bankOf(account_number) })
const addWallet = (body: Partial<typeof WALLET> | object = {}, who = contractor) =>
  call(world, who, 'putCryptoWallet', { body: { ...WALLET, ...body } })
const listed = async (who = contractor) => (await call(world, who, 'getBanking')).destinations
const idAt = async (at: number) => (await listed())[at]?.destination_uuid ?? ''
const split = async (...shares: number[]) => {
  const rows = await listed()
  return setShares(
    shares.map((percentage, at) => ({ identifier: rows[at]?.identifier ?? '', percentage })),
  )
}
const setShares = (body: { identifier: string; percentage: number }[], who = contractor) =>
  call(world, who, 'putSetupPercentages', { body })
const leave = (destination_uuid: string, who = contractor) =>
  call(world, who, 'deactivateDestination', { body: { destination_uuid } })
const comeBack = (destination_uuid: string, who = contractor) =>
  call(world, who, 'reactivateDestination', { body: { destination_uuid } })
const sharesOf = (rows: Awaited<ReturnType<typeof listed>>) => rows.map(row => row.percentage)
const mails = async (who = contractor) =>
  admin.rows<{ what: string }>(
    "select payload->>'what' what from outbox_event where type = 'payments.destination_changed' and reaction = 'mailDestination' and payload->>'contractor_sub' = $1 order by created_at, event_uuid",
    [who.sub],
  )
const entries = async (who = contractor) => {
  const rows = await admin.rows<{ action: string }>(
    "select action from audit_entry where entity = 'destination' and actor_sub = $1 order by seq",
    [who.sub],
  )
  return rows.map(({ action }) => action)
}

describe('the first destination', () => {
  it('gets all of the pay from a day later on, further ones nothing until the split says so', async () => {
    await addBank('0123453391')
    const { destinations } = await addWallet()
    expect(sharesOf(destinations)).toEqual([10_000, 0])
    for (const row of destinations)
      expect(row).toMatchObject({ held: true, usable_from: new Date(NEXT_DAY), status: 'ACTIVE' })
    expect(destinations.map(row => row.allowed_actions)).toEqual([[], ['deactivate']])
    world.clock.set(NEXT_DAY)
    expect((await listed()).map(row => row.held)).toEqual([false, false])
  })

  it('is one of two that are added at the same moment', async () => {
    await Promise.all([addBank('0123453391'), addBank('0123453392'), addWallet()])
    expect(sharesOf(await listed()).toSorted((a, b) => b - a)).toEqual([10_000, 0, 0])
  })

  it('is told to the contractor, by mail and on the page, and to the audit log', async () => {
    const { changes } = await addBank('0123453391')
    expect(changes.map(({ text }) => text)).toEqual(['First Bank •• 3391 added'])
    expect(changes[0]?.at).toEqual(new Date(NOW))
    expect(await mails()).toHaveLength(1)
    expect(await entries()).toEqual(['add'])
  })
})

describe('what cannot be paid to', () => {
  it.each([
    ['no SWIFT code', { ...bankOf('0123453391'), swift_code: undefined }, 'swift_code'],
    ['a SWIFT code of another form', { ...bankOf('0123453391'), swift_code: 'FBN' }, 'swift_code'],
    ['no number at all', { ...bankOf(''), account_number: '' }, 'account_number'],
    [
      'an IBAN whose check digits are wrong',
      { ...bankOf(''), iban: 'DE00370400440532013000' },
      'iban',
    ],
    ['Interac in dollars', { ...bankOf('0123453391'), interac_email: 'a@b.test' }, 'interac_email'],
    [
      'half of a Canadian account',
      { ...bankOf('1234567'), currency: 'CAD', transit_number: '00011' },
      'institution_number',
    ],
  ])(
    'a bank account with %s is refused by its field, and nothing is kept',
    async (_why, body, field) => {
      const refused = call(world, contractor, 'putBankingInformation', { body } as never)
      await expect(refused).rejects.toMatchObject({ code: 'VALIDATION' })
      const fields = await refused.catch(({ fields: found }) => found)
      expect(fields.map(({ loc }: { loc: string[] }) => loc.at(-1))).toContain(field)
      expect(await listed()).toEqual([])
      expect(await mails()).toEqual([])
    },
  )

  it.each([
    ['of another chain', { address: '0x52908400098527886E0F7030069857D2E4169EE7' }],
    ['with a letter changed', { address: 'gfAyQWfijGL9MPvCM7rQ1sEPSCXioJg1XAkyyJig4M0' }],
    ['of a token that the chain does not carry', { currency: 'BTC', blockchain: 'solana' }],
    ['that is empty', { address: '' }],
  ])('a wallet %s is DESTINATION_NOT_VALID', async (_why, body) => {
    await expect(addWallet(body)).rejects.toMatchObject({ code: 'DESTINATION_NOT_VALID' })
    expect(await listed()).toEqual([])
  })
})

describe('the same wallet', () => {
  it('is refused a second time, also at the same moment and once it is out of use', async () => {
    await addBank('0123453391')
    const outcomes = await Promise.all([1, 2, 3].map(() => outcome(addWallet())))
    expect(outcomes.sort()).toEqual(['WALLET_ALREADY_EXISTS', 'WALLET_ALREADY_EXISTS', 'done'])
    await leave(await idAt(1))
    await expect(addWallet()).rejects.toMatchObject({ code: 'WALLET_ALREADY_EXISTS' })
    expect(await listed()).toHaveLength(2)
    expect(await entries()).toEqual(['add', 'add', 'deactivate'])
  })

  it('is another one for another token, and for another person', async () => {
    await addWallet()
    await addWallet({ currency: 'USDT' })
    const other = await givenNewcomer(`bilal${others}@okafor.test`)
    await addWallet({}, other)
    expect([(await listed()).length, (await listed(other)).length]).toEqual([2, 1])
  })
})

describe('the same account at the same moment', () => {
  it('is added once', async () => {
    const outcomes = await Promise.all([1, 2, 3].map(() => outcome(addBank('0123453391'))))
    expect(outcomes.sort()).toEqual(['CONFLICT', 'CONFLICT', 'done'])
    expect(await listed()).toHaveLength(1)
  })
})

describe('the split', () => {
  beforeEach(async () => {
    await addBank('0123453391')
    await addWallet()
    world.clock.set('2026-03-10T10:00:00Z')
  })

  it.each([
    [[9999]],
    [[10_001]],
    [[5000, 4999]],
    [[5000, 5001]],
    [[0, 0]],
    [[]],
    [[-1, 10_001]],
    [[5000.5, 4999.5]],
  ])('%j is no whole of 100.00 %', async shares => {
    await expect(split(...shares)).rejects.toMatchObject({ code: 'PERCENTAGES_NOT_100' })
    expect(sharesOf(await listed())).toEqual([10_000, 0])
  })

  it('names each destination once, one that is in use, and one of one’s own', async () => {
    const [bank = '', wallet = ''] = (await listed()).map(row => row.identifier)
    const half = { percentage: 5000 }
    await expect(
      setShares([
        { identifier: bank, ...half },
        { identifier: bank, ...half },
      ]),
    ).rejects.toMatchObject({ code: 'VALIDATION' })
    const other = await givenNewcomer(`bilal${others}@okafor.test`)
    await addBank('0999993391', other)
    await expect(
      setShares([{ identifier: bank, percentage: 10_000 }], other),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await leave(wallet)
    await expect(
      setShares([
        { identifier: bank, ...half },
        { identifier: wallet, ...half },
      ]),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(sharesOf(await listed())).toEqual([10_000, 0])
  })

  it('holds what it changes for a day, and tells of it once', async () => {
    const before = (await mails()).length
    const { destinations, changes } = await split(6000, 4000)
    expect(sharesOf(destinations)).toEqual([6000, 4000])
    expect(destinations.map(row => row.held)).toEqual([true, true])
    expect(changes[0]?.text).toContain('60% First Bank •• 3391, 40% ')
    expect((await mails()).length).toBe(before + 1)
    const versions = await admin.rows(
      'select version from destination where contractor_sub = $1 order by position',
      [contractor.sub],
    )
    expect(versions).toEqual([{ version: 2 }, { version: 2 }])
  })

  it('that changes nothing holds nothing and is not told', async () => {
    const before = [await mails(), await entries()]
    const { destinations } = await split(10_000, 0)
    await setShares([{ identifier: await idAt(0), percentage: 10_000 }])
    expect(destinations.map(row => row.held)).toEqual([false, false])
    expect([await mails(), await entries()]).toEqual(before)
  })

  it('leaves a destination alone whose share stays', async () => {
    await addBank('0123453392')
    world.clock.set('2026-03-12T10:00:00Z')
    const { destinations } = await split(10_000, 0, 0)
    expect(destinations.map(row => row.held)).toEqual([false, false, false])
    const after = await split(5000, 0, 5000)
    expect(after.destinations.map(row => row.held)).toEqual([true, false, true])
  })

  it('gives nothing to what it does not name', async () => {
    const { destinations } = await setShares([{ identifier: await idAt(1), percentage: 10_000 }])
    expect(sharesOf(destinations)).toEqual([0, 10_000])
  })

  it('of two at the same moment is one of the two, whole', async () => {
    const outcomes = await Promise.all([
      outcome(split(6000, 4000)),
      outcome(split(2000, 8000)),
      outcome(leave(await idAt(1))),
      outcome(addBank('0123453392')),
    ])
    expect(outcomes[3]).toBe('done')
    const rows = await listed()
    const active = rows.filter(row => row.status === 'ACTIVE')
    expect(sharesOf(active).reduce((a, b) => a + b, 0)).toBe(10_000)
    expect(sharesOf(rows.filter(row => row.status !== 'ACTIVE'))).toEqual(
      rows.length - active.length === 1 ? [0] : [],
    )
  })
})

describe('out of use', () => {
  beforeEach(async () => {
    await addBank('0123453391')
    await addWallet()
    world.clock.set('2026-03-10T10:00:00Z')
  })

  it('is only what gets no share, and again changes nothing', async () => {
    await expect(leave(await idAt(0))).rejects.toMatchObject({
      code: 'TRANSITION_NOT_ALLOWED',
      detail: expect.stringContaining('100.00'),
    })
    const wallet = await idAt(1)
    await leave(wallet)
    const before = [await mails(), await entries()]
    const { destinations } = await leave(wallet)
    expect(destinations[1]).toMatchObject({
      status: 'DEACTIVATED',
      held: false,
      allowed_actions: ['reactivate'],
    })
    expect([await mails(), await entries()]).toEqual(before)
  })

  it('and back it counts as new, without a share; again changes nothing', async () => {
    const wallet = await idAt(1)
    await leave(wallet)
    const { destinations } = await comeBack(wallet)
    expect(destinations[1]).toMatchObject({
      status: 'ACTIVE',
      percentage: 0,
      held: true,
      usable_from: new Date('2026-03-11T10:00:00Z'),
    })
    const before = [await mails(), await entries()]
    world.clock.set('2026-03-12T10:00:00Z')
    expect((await comeBack(wallet)).destinations[1]?.held).toBe(false)
    expect([await mails(), await entries()]).toEqual(before)
  })

  it('is nobody else’s to choose', async () => {
    const wallet = await idAt(1)
    const other = await givenNewcomer(`bilal${others}@okafor.test`)
    await expect(leave(wallet, other)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(comeBack(wallet, other)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await listed())[1]?.status).toBe('ACTIVE')
  })
})

it('the page names the last eight changes, the newest first', async () => {
  await addBank('0123453391')
  await addWallet()
  const wallet = await idAt(1)
  for (let n = 1; n <= 5; n++) {
    world.clock.set(`2026-03-02T11:0${n}:00Z`)
    await leave(wallet)
    world.clock.set(`2026-03-02T11:0${n}:30Z`)
    await comeBack(wallet)
  }
  const { changes } = await call(world, contractor, 'getBanking')
  expect(changes).toHaveLength(8)
  expect(changes[0]).toMatchObject({ at: new Date('2026-03-02T11:05:30Z') })
  expect(changes.map(({ at }) => at)).toEqual(
    changes.map(({ at }) => at).toSorted((a, b) => b.getTime() - a.getTime()),
  )
})
