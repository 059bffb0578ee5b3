/** The accounts and wallets of a company: what is taken and refused, who sees them, and what is kept of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Api } from '#contract/api.ts'
import type { HandlerInput } from '#contract/kernel/endpoint.ts'
import { call, inviteToTeam, joinTeam, type Person } from '#db/seed/cast.ts'
import { newUuid } from '#server/kernel/ids.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { outcome } from '#test/harness/races.ts'
import {
  givenEmployer,
  givenOperator,
  person,
  plainWorld,
  type World,
} from '#test/harness/world.ts'
import { mailCompanyAccount } from '../notifications/index.ts'
import { mailsOf } from '../notifications/mails.test-data.ts'

type Bank = HandlerInput<Api['putEmployerBanking']>['body']
type Wallet = HandlerInput<Api['putEmployerCryptoInfo']>['body']

let world: World
let admin: Admin
let operator: Person
let serial = 0
beforeAll(async () => {
  world = await plainWorld('2026-03-02T10:00:00Z')
  admin = await adminOf(world)
  operator = await givenOperator(world)
})
afterAll(async () => {
  expect(await world.broken()).toEqual([])
  expect(await world.checked(true)).toEqual([])
  await admin.close()
  await world.close()
})

const CANADIAN: Bank = {
  account_name: 'Northwind Inc.',
  currency: 'CAD',
  account_number: '7654321',
  transit_number: '00011',
  institution_number: '003',
}
const ELSEWHERE: Bank = {
  account_name: 'Northwind Inc.',
  currency: 'EUR',
  account_number: '',
  iban: 'DE89370400440532013000',
  swift_code: 'COBADEFF',
}
const WALLET: Wallet = { currency: 'USDC', blockchain: 'hedera', address: '0.0.48211' }

function company() {
  serial += 1
  return givenEmployer(world, operator, `boss@means${serial}.test`)
}
const bank = (who: Person, body: Bank = CANADIAN) =>
  call(world, who, 'putEmployerBanking', { body })
const wallet = (who: Person, body: Wallet = WALLET) =>
  call(world, who, 'putEmployerCryptoInfo', { body })
const close = (who: Person, id: string) =>
  call(world, who, 'closeEmployerAccount', { params: { id } })
const rowsOf = (employer_uuid: string) =>
  admin.rows<{ label: string; bank: string | null; address: string | null; closed: boolean }>(
    `select label, bank, address, closed_at is not null closed from employer_account where employer_uuid = $1 order by created_at, account_uuid`,
    [employer_uuid],
  )

describe('an account of a company', () => {
  it('is shown masked, by the company and by its people, and completes what it completes', async () => {
    const who = await company()
    const before = await call(world, who, 'getMe')
    expect(before).toMatchObject({
      bank_accounts: [],
      other_bank_accounts: [],
      banking_info_completed: false,
      payment_method_added: false,
      funding_info_completed: false,
    })
    await bank(who)
    const shown = await bank(who, ELSEWHERE)
    expect(shown).toMatchObject({
      bank_accounts: [
        {
          kind: 'bank',
          label: 'Royal Bank of Canada •• 4321',
          bank: { account_number: '•• 4321' },
        },
        { kind: 'bank', label: 'Commerzbank •• 3000', bank: { iban: '•• 3000' } },
      ],
      crypto_accounts: [],
      banking_info: { currency: 'EUR', iban: '•• 3000' },
    })
    expect(await call(world, who, 'getMe')).toMatchObject({
      bank_accounts: [{ bank: { transit_number: '00011' } }],
      other_bank_accounts: [{ bank: { swift_code: 'COBADEFF' } }],
      crypto_wallets: [],
      banking_info_completed: true,
      payment_method_added: true,
      funding_info_completed: true,
    })
    const reviewed = await call(world, operator, 'getOperationsEmployer', {
      params: { id: who.employer_uuid },
    })
    expect(reviewed.accounts).toMatchObject([
      { label: 'Royal Bank of Canada •• 4321', bank: { account_number: '•• 4321' } },
      { label: 'Commerzbank •• 3000', bank: { iban: '•• 3000' } },
    ])
  })

  it('lies sealed, and the audit log has none of it', async () => {
    const who = await company()
    await bank(who)
    const [row] = await rowsOf(who.employer_uuid)
    expect(row?.bank).toMatch(/^sealed:/)
    const entries = await admin.rows<{ e: string }>(
      `select e::text e from audit_entry e where employer_uuid = $1 and entity = 'employer_account'`,
      [who.employer_uuid],
    )
    expect(entries).toHaveLength(1)
    expect(entries[0]?.e).not.toMatch(/7654321|4321|00011|Northwind/)
  })

  it('stands there once, also when it is sent twice at the same time', async () => {
    const who = await company()
    const both = await Promise.all([outcome(bank(who)), outcome(bank(who))])
    expect(both.toSorted()).toEqual(['CONFLICT', 'done'])
    expect(await rowsOf(who.employer_uuid)).toHaveLength(1)
  })

  it('may be another company’s too', async () => {
    const [one, other] = [await company(), await company()]
    await bank(one)
    expect((await bank(other)).bank_accounts).toHaveLength(1)
  })

  it.each<[string, Partial<Bank>, string]>([
    ['a transit number of four digits', { transit_number: '0001' }, 'transit_number'],
    ['an account number that is too short', { account_number: '12' }, 'account_number'],
    [
      'an IBAN whose check digits do not fit',
      { ...ELSEWHERE, ...{ transit_number: undefined, institution_number: undefined } },
      'iban',
    ],
    [
      'a routing number whose check digit does not fit',
      {
        currency: 'USD',
        bank_country: 'US',
        bank_code: '021000022',
        ...{ transit_number: undefined, institution_number: undefined },
      },
      'bank_code',
    ],
    [
      'a currency of no account',
      {
        currency: 'BTC',
        swift_code: 'COBADEFF',
        ...{ transit_number: undefined, institution_number: undefined },
      },
      'currency',
    ],
  ])('is refused for %s, which is named', async (_, change, field) => {
    const who = await company()
    const wrong = field === 'iban' ? { iban: 'DE89370400440532013001' } : {}
    await expect(bank(who, { ...CANADIAN, ...change, ...wrong })).rejects.toMatchObject({
      code: 'VALIDATION',
      fields: [{ loc: ['body', field] }],
    })
    expect(await rowsOf(who.employer_uuid)).toEqual([])
  })
})

describe('a wallet of a company', () => {
  it('is shown by asset and network, and completes what it completes', async () => {
    const who = await company()
    expect(await wallet(who)).toMatchObject({
      bank_accounts: [],
      crypto_accounts: [
        { kind: 'wallet', currency: 'USDC', network: 'hedera', address: '0.0.48211', bank: null },
      ],
      banking_info: null,
    })
    expect(await call(world, who, 'getMe')).toMatchObject({
      crypto_wallets: [{ address: '0.0.48211' }],
      banking_info_completed: false,
      payment_method_added: true,
      funding_info_completed: true,
    })
  })

  it('stands there once for its asset and network, also when it is sent twice at the same time', async () => {
    const who = await company()
    const both = await Promise.all([outcome(wallet(who)), outcome(wallet(who))])
    expect(both.toSorted()).toEqual(['WALLET_ALREADY_EXISTS', 'done'])
    expect(await rowsOf(who.employer_uuid)).toHaveLength(1)
  })

  it('is refused where its address cannot be one', async () => {
    const who = await company()
    await expect(wallet(who, { ...WALLET, address: '0.0.12' })).rejects.toMatchObject({
      code: 'DESTINATION_NOT_VALID',
      fields: [{ loc: ['body', 'address'] }],
    })
  })
})

describe('closing', () => {
  it('takes it off every list, once, and lets the same be added again', async () => {
    const who = await company()
    const [account] = (await bank(who)).bank_accounts
    const id = account?.account_uuid ?? ''
    const answers = await Promise.all([close(who, id), close(who, id)])
    expect(answers).toMatchObject([{ bank_accounts: [] }, { bank_accounts: [] }])
    expect(await call(world, who, 'getMe')).toMatchObject({
      bank_accounts: [],
      banking_info_completed: false,
    })
    const closings = await admin.rows(
      `select 1 from audit_entry where employer_uuid = $1 and entity = 'employer_account' and action = 'close'`,
      [who.employer_uuid],
    )
    expect(closings).toHaveLength(1)
    expect((await bank(who)).bank_accounts).toHaveLength(1)
    expect((await rowsOf(who.employer_uuid)).map(row => row.closed)).toEqual([true, false])
  })

  it('is no other company’s to do, who learns nothing of it', async () => {
    const [one, other] = [await company(), await company()]
    const [account] = (await bank(one)).bank_accounts
    expect(await outcome(close(other, account?.account_uuid ?? ''))).toBe('NOT_FOUND')
    expect(await outcome(close(other, newUuid()))).toBe('NOT_FOUND')
    expect((await call(world, one, 'getEmployer')).bank_accounts).toHaveLength(1)
    expect((await call(world, other, 'getEmployer')).bank_accounts).toEqual([])
    expect((await call(world, other, 'getMe')).bank_accounts).toEqual([])
  })
})

it('an account of a partner is no way to fund alone, a wallet is', async () => {
  const who = person('boss@partner-means.test')
  await call(world, who, 'signUp', {
    body: {
      type: 'employer',
      first_name: 'Pia',
      last_name: 'Berg',
      preferred_name: 'Pia',
      country_code: 'CA',
      subdivision_code: 'CA-ON',
      phone_number: '+14165550143',
      is_partner: true,
      how_did_you_hear_about_us: 'Ads',
    },
  })
  await bank(who)
  expect(await call(world, who, 'getMe')).toMatchObject({
    banking_info_completed: true,
    funding_info_completed: false,
  })
  await wallet(who)
  expect(await call(world, who, 'getMe')).toMatchObject({ funding_info_completed: true })
})

describe('an account or wallet that is added', () => {
  const mailed = async (employer_uuid: string) => {
    const rows = await admin.rows<{ account_uuid: string }>(
      `select e.payload->>'account_uuid' account_uuid from outbox_event e join employer_account a on a.account_uuid::text = e.payload->>'account_uuid'
        where e.type = 'destinations.company_account_added' and a.employer_uuid = $1 order by e.created_at`,
      [employer_uuid],
    )
    const mails = rows.map(event => mailsOf(world, mailCompanyAccount, event))
    return (await Promise.all(mails)).flat()
  }

  it('is told to the owners of the company, with who did it and when, as long as it is there', async () => {
    const owner = await company()
    const priya = { email: `priya${serial}@means.test`, first_name: 'Priya', last_name: 'Raman' }
    const secret = await inviteToTeam(world, owner, { email: priya.email, role: 'admin' })
    const helper = await joinTeam(world, secret, {
      ...priya,
      password: 'Blue-kettle-on-the-9th-shelf',
    })
    await bank(helper)
    const [mail, ...more] = await mailed(owner.employer_uuid)
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      to: owner.email,
      subject: 'A bank account was added to your company',
    })
    expect(mail?.text).toMatch(
      /Account: .*4321\nAdded by: Priya Raman\nWhen: March 2, 2026, 10:00 UTC/,
    )
    expect(mail?.text).toContain('/employer/fund-payroll')
    expect(mail?.text).not.toContain('7654321')
    await wallet(owner)
    const both = await mailed(owner.employer_uuid)
    expect(both.map(({ subject }) => subject).sort()).toEqual([
      'A bank account was added to your company',
      'A wallet was added to your company',
    ])
    expect(both.every(({ to }) => to === owner.email)).toBe(true)
    const { bank_accounts } = await call(world, owner, 'getEmployer')
    await close(owner, bank_accounts[0]?.account_uuid ?? '')
    expect(await mailed(owner.employer_uuid)).toHaveLength(1)
    // What was refused was not added.
    await outcome(wallet(owner))
    expect(await mailed(owner.employer_uuid)).toHaveLength(1)
  })
})
