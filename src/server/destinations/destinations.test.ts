/** Bank accounts at rest: nobody reads them in the database, and the same one is still known again. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { givenContractor, givenOperator, plainWorld, type World } from '#test/harness/world.ts'
import { openFieldCipher } from '../kernel/field-cipher.ts'
import { sealRows } from '../kernel/seal-rows.ts'
import { indexAccounts } from './index.ts'

let world: World
let admin: Admin
let contractor: { sub: string; email: string }
let other: { sub: string; email: string }

beforeAll(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
  const operator = await givenOperator(world)
  contractor = await givenContractor(world, operator, 'amara@okafor.test')
  other = await givenContractor(world, operator, 'bilal@okafor.test')
})
afterAll(async () => {
  await admin.close()
  await world.close()
})

const CANADIAN = {
  account_name: 'Amara Okafor',
  currency: 'CAD',
  account_number: '1234567',
  transit_number: '00011',
  institution_number: '003',
}
const add = (body: object, who = contractor) =>
  call(world, who, 'putBankingInformation', { body } as never)
const banks = (sub = contractor.sub) =>
  admin.rows<{ id: string; bank: string; bank_index: Buffer | null; label: string }>(
    "select destination_uuid id, bank, bank_index, label from destination where contractor_sub = $1 and kind = 'bank' order by position",
    [sub],
  )

describe('a currency that Corridor pays to no bank', () => {
  it.each([
    'BTC', // paid on a chain
    'ZZZ', // no currency
    'HRK', // withdrawn
    'XDR', // a unit of account
  ])('%s is refused with words, and nothing is kept', async currency => {
    const before = (await banks()).length
    const account = { account_name: 'A', currency, swift_code: 'COBADEFF', account_number: '12345' }
    await expect(add(account)).rejects.toMatchObject({
      code: 'VALIDATION',
      detail: expect.stringContaining(`Corridor pays no bank account in ${currency}`),
    })
    expect((await banks()).length).toBe(before)
  })

  it('is not offered for an account either', async () => {
    const offered = await call(world, contractor, 'listCurrencies', {} as never)
    const codes = offered.map(({ code }) => code)
    expect(codes).toEqual(expect.arrayContaining(['CAD', 'EUR', 'JPY', 'UAH']))
    for (const code of ['BTC', 'USDC', 'USDT', 'HRK', 'XDR', 'ZZZ'])
      expect(codes).not.toContain(code)
  })
})

describe('numbers of an account', () => {
  it.each([
    ['AU', 'AUD', { bank_code: '062-000', account_number: '1234 5678' }],
    ['GB', 'GBP', { bank_code: '20-00-00', account_number: '12345678' }],
    ['IN', 'INR', { bank_code: 'hdfc0000123', account_number: '123456789012' }],
    ['BR', 'BRL', { bank_code: '341-0500', account_number: '12.345-x' }],
    [
      'CA',
      'CAD',
      { transit_number: '000 11', institution_number: '003', account_number: '76-54321' },
    ],
    ['JP', 'JPY', { swift_code: 'botk jp jt xxx', account_number: '123-4567' }],
  ])(
    'of %s in %s are taken as its banks write them, and are one account however that is',
    async (bank_country, currency, numbers) => {
      const account = { account_name: 'Amara Okafor', bank_country, currency, ...numbers }
      await add(account, other)
      const plain = Object.entries(numbers).map(([name, text]) => [
        name,
        text.replace(/[ .-]/g, '').toUpperCase(),
      ])
      await expect(add({ ...account, ...Object.fromEntries(plain) }, other)).rejects.toMatchObject({
        code: 'CONFLICT',
      })
    },
  )

  it('are of a bank in a country that there is', async () => {
    const account = { account_name: 'A', currency: 'USD', swift_code: 'COBADEFF' }
    await expect(
      add({ ...account, bank_country: 'XX', account_number: '12345' }),
    ).rejects.toMatchObject({
      code: 'VALIDATION',
      fields: [expect.objectContaining({ loc: ['body', 'bank_country'] })],
    })
  })
})

describe('a currency without an exchange rate', () => {
  beforeAll(async () => {
    await admin.rows(`insert into fx_rate (from_currency, to_currency, rate, source, as_of)
      values ('EUR', 'USD', '1.1', 'ECB', now() - interval '20 years'), ('EUR', 'CAD', '1.6', 'ECB', now() - interval '20 years')`)
  })

  it('is shown with the reason, and refused with it', async () => {
    const offered = await call(world, contractor, 'listCurrencies', {} as never)
    const why = (code: string) => offered.find(one => one.code === code)?.not_paid
    expect([why('CAD'), why('USD'), why('EUR')]).toEqual([null, null, null])
    expect(why('PEN')).toContain('no exchange rate for PEN')
    const account = {
      account_name: 'A',
      bank_country: 'PE',
      account_number: '01136600010003254221',
    }
    await expect(add({ ...account, currency: 'PEN' })).rejects.toMatchObject({
      code: 'VALIDATION',
      detail: expect.stringContaining('no exchange rate for PEN'),
    })
  })
})

describe('an account as its country writes it', () => {
  const american = {
    account_name: 'Amara Okafor',
    bank_country: 'US',
    bank_code: '021000021',
    account_number: '004455667788',
    currency: 'USD',
  }

  it('is kept with its bank, and refused with the field whose check digit is wrong', async () => {
    const { destinations } = await add(american, other)
    const kept = destinations.find(row => row.label === 'Chase •• 7788')
    expect(kept?.bank).toMatchObject({
      bank_country: 'US',
      bank_code: '021000021',
      swift_code: null,
    })
    await expect(add({ ...american, bank_code: '021000022' }, other)).rejects.toMatchObject({
      fields: [{ loc: ['body', 'bank_code'] }],
    })
    await expect(add(american, other)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await add({ ...american, bank_code: '122105155' }, other)).destinations).toHaveLength(
      destinations.length + 1,
    )
  })
})

describe('a share of the pay', () => {
  it('that names another currency or network than its destination has is refused', async () => {
    const { destinations } = await add(CANADIAN)
    const identifier = destinations.find(
      row => row.label === 'Royal Bank of Canada •• 4567',
    )?.identifier
    const share = (named: object) =>
      call(world, contractor, 'putSetupPercentages', {
        body: [{ identifier: identifier ?? '', percentage: 10_000, ...named }],
      })
    for (const named of [{ currency: 'ZZZ' }, { currency: 'BTC' }, { network: 'solana' }])
      await expect(share(named)).rejects.toMatchObject({
        code: 'VALIDATION',
        detail:
          'Royal Bank of Canada •• 4567 is paid in CAD (fiat). Name these, or leave them out.',
      })
    await share({ currency: 'CAD', network: 'fiat' })
  })
})

describe('the same bank account', () => {
  it('is refused a second time, however it is spelled', async () => {
    await expect(add(CANADIAN)).rejects.toMatchObject({
      code: 'CONFLICT',
      detail: 'You added this account before, as Royal Bank of Canada •• 4567.',
    })
    await expect(
      add({ ...CANADIAN, account_name: 'A. Okafor', account_type: 'SAVINGS' }),
    ).rejects.toMatchObject({ code: 'CONFLICT' })
    const iban = {
      account_name: 'A',
      currency: 'EUR',
      swift_code: 'COBADEFF',
      iban: 'DE89370400440532013000',
    }
    await add(iban)
    await expect(
      add({ ...iban, swift_code: 'COBADEFFXXX', iban: 'DE89 3704 0044 0532 0130 00' }),
    ).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('is not one with the same number at another bank or branch, or in another currency', async () => {
    await add({ ...CANADIAN, institution_number: '004' })
    await add({ ...CANADIAN, transit_number: '00012' })
    await add({ ...CANADIAN, currency: 'USD', swift_code: 'ROYCCAT2' })
    expect((await banks()).length).toBe(6)
  })

  it('may be that of two people', async () => {
    await add(CANADIAN, other)
    const [index] = (await banks(other.sub)).slice(-1)
    const shared = (await banks()).filter(row =>
      index?.bank_index?.equals(row.bank_index ?? Buffer.of()),
    )
    expect(shared).toHaveLength(1)
  })

  it('is refused by the database as well', async () => {
    const [row] = await banks()
    await expect(
      admin.rows(
        `insert into destination (destination_uuid, contractor_sub, kind, network, currency, label, bank, bank_index, usable_from, changed_at, created_at)
          values (gen_random_uuid(), $1, 'bank', 'fiat', 'USD', 'x', $2, $3, now(), now(), now())`,
        [contractor.sub, row?.bank, row?.bank_index],
      ),
    ).rejects.toThrow('destination_account')
  })

  it('from before there were indexes gets one at the next start', async () => {
    const before = await banks()
    await admin.rows('update destination set bank_index = null')
    let last: string | undefined
    do last = await world.unit(ctx => indexAccounts(ctx, last, 2))
    while (last)
    expect(await banks()).toEqual(before)
  })
})

describe('another master key', () => {
  it('wraps accounts anew, and the seals of their rows still hold', async () => {
    expect(await world.checked()).toEqual([])
    const { keys } = world.config.masterKeys
    const next = { current: 'next', keys: { ...keys, next: randomBytes(32) } }
    await sealRows(world.databaseUrl, await openFieldCipher(world.kernel.db, next))
    const [row] = await banks()
    expect(row?.bank).toMatch(/^sealed:next:/)
    expect(await world.checked(true)).toEqual([])
    // Back, with both keys at hand: what is sealed follows.
    const back = { current: world.config.masterKeys.current, keys: next.keys }
    await sealRows(world.databaseUrl, await openFieldCipher(world.kernel.db, back))
    expect((await banks())[0]?.bank).toMatch(/^sealed:test:/)
  })
})

describe('an account in the database', () => {
  it('shows no more than the end of its number', async () => {
    for (const { bank, label } of await banks()) {
      expect(bank).toMatch(/^sealed:/)
      expect(label).toMatch(/^((CAD|USD|EUR) account •• \d{4}|[A-Za-z ]+ •• \d{4})$/)
    }
    await add({ account_name: 'Amara', currency: 'CAD', interac_email: 'amara@bank.test' })
    expect((await banks()).at(-1)?.label).toBe('Interac a••@bank.test')
    const { changes } = await call(world, contractor, 'getBanking')
    expect(changes.map(({ text }) => text)).toContain('Interac a••@bank.test added')
  })

  it('that was put in the place of another pays nobody: it does not open', async () => {
    const [mine] = await banks()
    const [theirs] = await banks(other.sub)
    await admin.rows('update destination set bank = $2 where destination_uuid = $1', [
      theirs?.id,
      mine?.bank,
    ])
    await expect(call(world, other, 'getBanking')).rejects.toMatchObject({
      code: 'FIELD_UNREADABLE',
    })
  })
})
