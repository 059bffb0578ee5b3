/**
 * The demo's story, told through the use cases with the clock moved back: two employers, a partner and six contractors in five
 * countries; three cycles paid, one waiting for approval with a timesheet that waits for its answer, one coming, a batch of the partner's, and one payment that failed and says why. One passport ends soon, and of
 * two newcomers one waits for review and one was asked for a paper again. All of it is made up, and its payments are simulated.
 */

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Api } from '#contract/api.ts'
import type { HandlerInput } from '#contract/kernel/endpoint.ts'
import type { MemberRole } from '#domain/identity/team.ts'
import { addDays, dateOf } from '#domain/kernel/plain-date.ts'
import type { PayPolicyTerms } from '#domain/payroll/pay-policy.ts'
import { workOffClock } from '#server/clock-work.ts'
import { keepRates } from '#server/exchange/index.ts'
import { makeOperator } from '#server/identity/index.ts'
import { SYSTEM, transact } from '#server/kernel/db.ts'
import { executePayments } from '#server/payments/index.ts'
import { type Runtime, systemUnit } from '#server/runtime.ts'
import { importList, screenDue } from '#server/screening/index.ts'
import { joinPartner, tellOfBatch } from './batch.ts'
import {
  addPolicy,
  approveAll,
  call,
  engage,
  inviteToTeam,
  joinTeam,
  type Person,
  type PersonDetails,
  signUpContractor,
  signUpEmployer,
  unlessCode,
} from './cast.ts'
import { tellOfClients, tellOfInvoices, tellOfPaidInvoice } from './invoices.ts'
import { endingPassport, NEWCOMERS, tellOfJonas, tellOfMariana } from './newcomers.ts'
import { verify } from './papers.ts'

const PASSWORD = 'Corridor-demo-2026!'

type Cast = Record<
  | 'employer'
  | 'harbor'
  | 'partner'
  | keyof typeof OPERATORS
  | keyof typeof CONTRACTORS
  | keyof typeof NEWCOMERS,
  Person
>

/** Two admins, so that what takes two people can be tried, and a verifier; as a command on the server makes them. */
const OPERATORS = {
  operator: { first_name: 'Noor', last_name: 'Haddad', role: 'admin' },
  admin: { first_name: 'Samuel', last_name: 'Osei', role: 'admin' },
  verifier: { first_name: 'Tess', last_name: 'Nguyen', role: 'verifier' },
} as const

const CONTRACTORS = {
  amara: {
    email: 'contractor@demo.corridor.test',
    details: {
      first_name: 'Amara',
      last_name: 'Okafor',
      country_code: 'NG',
      subdivision_code: 'NG-LA',
      phone_number: '+2348012345678',
      street: '14 Adeola Street',
      city: 'Lagos',
      postal_code: '101241',
    },
  },
  yuliia: {
    email: 'yuliia@shevchuk.test',
    details: {
      first_name: 'Юлія',
      last_name: 'Шевчук',
      preferred_name: 'Yuliia',
      country_code: 'UA',
      subdivision_code: 'UA-46',
      phone_number: '+380501234567',
      street: 'вулиця Зелена, 12',
      city: 'Львів',
      postal_code: '79005',
    },
  },
  fatima: {
    email: 'fatima@benali.test',
    details: {
      first_name: 'فاطمة الزهراء',
      last_name: 'بنعلي',
      preferred_name: 'Fatima',
      country_code: 'MA',
      subdivision_code: 'MA-CAS',
      phone_number: '+212612345678',
      street: 'شارع الحسن الثاني 7',
      city: 'الدار البيضاء',
      postal_code: '20250',
    },
  },
  wei: {
    email: 'wei@zhang.test',
    details: {
      first_name: '伟',
      last_name: '张',
      preferred_name: 'Wei',
      country_code: 'CN',
      subdivision_code: 'CN-SH',
      phone_number: '+8613812345678',
      street: '南京东路 100 号',
      city: '上海',
      postal_code: '200001',
    },
  },
  chloe: {
    email: 'chloe@tremblay.test',
    details: {
      first_name: 'Chloé',
      last_name: 'Tremblay',
      country_code: 'CA',
      subdivision_code: 'CA-QC',
      phone_number: '+15145550142',
      street: '88, rue des Érables',
      city: 'Montréal',
      postal_code: 'H2X 0A0',
    },
  },
  owen: {
    email: 'owen@macleod.test',
    details: {
      first_name: 'Owen',
      last_name: 'MacLeod',
      country_code: 'CA',
      subdivision_code: 'CA-NS',
      phone_number: '+19025550187',
      street: '5 Citadel Lane',
      city: 'Halifax',
      postal_code: 'B3J 1A1',
    },
  },
} satisfies Record<string, { email: string; details: PersonDetails }>

/** Tells the story once. A story that was cut short goes on at the chapter where it stopped. */
export async function seedDemo(runtime: Runtime): Promise<void> {
  const { clock, kernel } = runtime
  if (!clock) return
  const done = await chaptersDone(runtime)
  if (done.has('end')) return
  const home = clock.offset()
  const today = dateOf(new Date(Date.now() + home))
  const end = comingSunday(today)
  const at: At = async (date, time = '10:00:00') => {
    await told(runtime)
    clock.setOffset(Date.parse(`${date}T${time}Z`) - Date.now())
  }
  const chapter: Chapter = async (name, tell) => {
    if (done.has(name)) return
    await tell()
    await transact(kernel.db, SYSTEM, tx =>
      tx
        .insertInto('setting')
        .values({ name: `story:${name}`, value: 'true' })
        .execute(),
    )
  }
  try {
    await at(addDays(end, -62))
    const cast = await accounts(runtime)
    await chapter('rates', () => sampleRates(runtime))
    await companies(runtime, cast, chapter)
    await contractors(runtime, cast, chapter)
    await chapter('wei-passport', () =>
      call(runtime, cast.wei, 'putPersonalDocuments', {
        body: endingPassport('E20481377', 'CN', addDays(today, 18)),
      }),
    )
    await chapter('verified', () => verified(runtime, cast))
    await team(runtime, cast, chapter)
    await chapter('funding-accounts', () => fundingAccounts(runtime, cast))
    await at(addDays(end, -59))
    await contracts(runtime, cast, end, chapter)
    for (const back of [42, 28, 14]) {
      const last = addDays(end, -back)
      await chapter(`cycle-${back}`, () => payCycle(runtime, cast, last, at))
    }
    await at(addDays(end, -13))
    await chapter('now', () => waitingCycle(runtime, cast, end))
    await chapter('clients', () => tellOfClients(runtime, cast.amara, addDays(end, -13)))
    await chapter('paid-invoice', () => tellOfPaidInvoice(runtime, cast.amara, addDays(end, -13)))
    await chapter('team-invitation', () =>
      inviteToTeam(runtime, cast.employer, {
        email: 'controller@demo.corridor.test',
        role: 'admin',
      }).catch(unlessCode('ALREADY_INVITED')),
    )
    await at(addDays(today, -4))
    await chapter('jonas', () => tellOfJonas(runtime, cast.jonas, cast.verifier))
    await at(addDays(today, -3))
    await chapter('batch', () => tellOfBatch(runtime, cast.partner, addDays(end, 12)))
    await at(addDays(today, -2))
    for (const name of ['wei', 'fatima'] as const)
      await chapter(`batch-${name}`, () => joinPartner(runtime, cast[name]))
    await at(addDays(today, -1), '15:40:00')
    await chapter('mariana', () => tellOfMariana(runtime, cast.mariana))
    await chapter('invoices', () => tellOfInvoices(runtime, cast.amara, addDays(today, -1)))
    await chapter('time', () => reportedTime(runtime, cast.amara))
    await told(runtime)
    // The list is of today, or it would be said to be old.
    clock.setOffset(home)
    await chapter('screening', () => screened(runtime))
    await chapter('end', async () => {})
  } finally {
    clock.setOffset(home)
  }
  // Those that were fetched while the story was told are of its days.
  await sampleRates(runtime)
}

async function accounts({ kernel, provider }: Runtime): Promise<Cast> {
  const make = async (email: string): Promise<Person> => ({
    email,
    ...(await provider.createVerifiedAccount({ email, password: PASSWORD, name: email })),
  })
  const cast: Partial<Cast> = {
    employer: await make('employer@demo.corridor.test'),
    harbor: await make('owner@harbor.test'),
    partner: await make('partner@tideline.test'),
  }
  for (const [name, { email }] of Object.entries({ ...CONTRACTORS, ...NEWCOMERS }))
    cast[name as keyof Cast] = await make(email)
  const created_at = kernel.clock.now()
  for (const [name, operator] of Object.entries(OPERATORS)) {
    const account = await make(`${name}@demo.corridor.test`)
    cast[name as keyof Cast] = account
    await transact(kernel.db, SYSTEM, tx =>
      makeOperator({ tx, fields: kernel.fields }, { ...account, ...operator, created_at }),
    )
  }
  return cast as Cast
}

/** More people of the first employer; their log-ins have the password of the others. */
async function team(stage: Runtime, cast: Cast, chapter: Chapter): Promise<void> {
  const member = (name: string, role: MemberRole, names: Names) =>
    chapter(`team-${name}`, async () => {
      const email = `${name}@demo.corridor.test`
      // Who was invited in a chapter that was cut short has a link already, or has joined.
      const token = await inviteToTeam(stage, cast.employer, { email, role })
        .catch(unlessCode('ALREADY_INVITED'))
        .catch(unlessCode('ALREADY_MEMBER'))
      if (token) await joinTeam(stage, token, { email, ...names, password: PASSWORD })
    })
  await member('payroll', 'admin', { first_name: 'Marcus', last_name: 'Bell' })
  await member('approver', 'approver', { first_name: 'Priya', last_name: 'Raman' })
  await member('viewer', 'viewer', { first_name: 'Jonas', last_name: 'Weber' })
}

/** Where employers pay into: accounts that do not exist, of a bank that says so. */
async function fundingAccounts(stage: Runtime, cast: Cast): Promise<void> {
  const none = { iban: '', account_number: '', routing_number: '', swift_code: '' }
  const accounts = [
    { currency: 'CAD', account_number: '1000200', routing_number: '00000-000' },
    { currency: 'EUR', iban: 'DE89370400440532013000', swift_code: 'DEMODEFF' },
    { currency: 'USD', account_number: '882044170952', routing_number: '123456780' },
  ]
  for (const account of accounts) {
    const body = {
      account_name: 'Corridor Client Funds',
      bank_name: 'Simulated Bank',
      bank_address: '1 Example Street, nowhere',
      ...none,
      ...account,
    }
    const { proposals } = await call(stage, cast.operator, 'proposeFundingAccount', { body })
    const id = proposals.find(({ currency }) => currency === account.currency)?.account_uuid
    if (id) await call(stage, cast.admin, 'confirmFundingAccount', { params: { id } })
  }
}

/** Moves the clock to a moment of the story. */
type At = (date: string, time?: string) => Promise<void>

/** What follows of an event, such as its mail, is of its day: it has followed before the clock moves on. Waits for it, but not for ever. */
async function told({ kernel }: Runtime): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const waiting = await transact(kernel.db, SYSTEM, tx =>
      tx
        .selectFrom('outbox_event')
        .select('event_uuid')
        .where('delivered_at', 'is', null)
        .where('dead', '=', false)
        .limit(1)
        .execute(),
    )
    if (waiting.length === 0) return
    await sleep(100)
  }
}

type Names = { readonly first_name: string; readonly last_name: string }

type Chapter = (name: string, tell: () => Promise<unknown>) => Promise<void>

async function sampleRates({ kernel }: Runtime): Promise<void> {
  const rates = (await Promise.all(kernel.gateways.fx.map(source => source.latest()))).flat()
  await systemUnit(kernel, ctx => keepRates(ctx, rates))
}

/** A list on which everybody is invented, with one who is called nearly as the partner's owner: nobody is paid by them. */
async function screened({ kernel }: Runtime): Promise<void> {
  const path = join(import.meta.dirname, 'invented-sanctions.ftm')
  const list = { source: 'invented-for-the-demo', format: 'ftm', version: 'demo', path } as const
  await systemUnit(kernel, ctx => importList(ctx.tx, list, ctx.now))
  await screenDue({}, { unit: work => systemUnit(kernel, work) })
}

async function companies(stage: Runtime, cast: Cast, chapter: Chapter): Promise<void> {
  const northwind = {
    first_name: 'Ingrid',
    last_name: 'Solberg',
    country_code: 'CA',
    subdivision_code: 'CA-ON',
    phone_number: '+14165550142',
    street: '200 Front Street West',
    city: 'Toronto',
    postal_code: 'M5V 3K2',
    corporation_name: 'Northwind Robotics Inc.',
    business_name: 'Northwind Robotics',
  }
  const harbor = {
    first_name: 'Marcus',
    last_name: 'Bell',
    country_code: 'US',
    subdivision_code: 'US-WA',
    phone_number: '+12065550111',
    street: '1501 Alaskan Way',
    city: 'Seattle',
    postal_code: '98101',
    corporation_name: 'Harbor Analytics LLC',
    business_name: 'Harbor Analytics',
  }
  const tideline = {
    first_name: 'Tomás',
    last_name: 'Rivera',
    country_code: 'US',
    subdivision_code: 'US-NY',
    phone_number: '+12125550177',
    street: '85 Broad Street',
    city: 'New York',
    postal_code: '10004',
    corporation_name: 'Tideline Pay Inc.',
    business_name: 'Tideline Pay',
    is_partner: true,
  }
  await chapter('northwind', () => signUpEmployer(stage, cast.employer, northwind))
  await chapter('harbor', () => signUpEmployer(stage, cast.harbor, harbor))
  await chapter('tideline', () => signUpEmployer(stage, cast.partner, tideline))
}

async function contractors(stage: Runtime, cast: Cast, chapter: Chapter): Promise<void> {
  for (const [name, { details }] of Object.entries(CONTRACTORS))
    await chapter(name, () => signUpContractor(stage, cast[name as keyof Cast], details))
  const bank = (name: keyof typeof CONTRACTORS, body: Bank) =>
    chapter(`${name}-bank`, () => call(stage, cast[name], 'putBankingInformation', { body }))
  const wallet = (name: keyof typeof CONTRACTORS, body: Wallet) =>
    chapter(`${name}-wallet`, () => call(stage, cast[name], 'putCryptoWallet', { body }))
  await bank('amara', {
    account_name: 'Amara Okafor',
    currency: 'USD',
    account_number: '0123453391',
    swift_code: 'FBNINGLA',
    account_type: 'CHECKING',
  })
  await wallet('amara', {
    currency: 'USDC',
    blockchain: 'solana',
    address: 'gfAyQWfijGL9MPvCM7rQ1sEPSCXioJg1XAkyyJig4Mt',
  })
  await chapter('amara-split', () => split(stage, cast.amara, [7000, 3000]))
  await bank('yuliia', {
    account_name: 'Yuliia Shevchuk',
    currency: 'UAH',
    iban: 'UA213223130000026007233566001',
    account_number: '',
    swift_code: 'PBANUA2X',
  })
  await bank('fatima', {
    account_name: 'Fatima Benali',
    currency: 'EUR',
    account_number: '007780000123456789012345',
    swift_code: 'BCMAMAMC',
  })
  await wallet('wei', {
    currency: 'USDT',
    blockchain: 'solana',
    address: '6MjWh1xKYe35wMhjg5FfZpxu6HamoymTvrEuy83b3Bs1',
  })
  await bank('chloe', {
    account_name: 'Chloé Tremblay',
    currency: 'CAD',
    account_number: '1234567',
    transit_number: '00012',
    institution_number: '003',
    account_type: 'CHECKING',
  })
  await wallet('chloe', {
    currency: 'BTC',
    blockchain: 'bitcoin',
    address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  })
  await chapter('chloe-split', () => split(stage, cast.chloe, [9000, 1000]))
  // The simulated rail refuses accounts that end in 0000: this is the payment that fails and says why.
  await bank('owen', {
    account_name: 'Owen MacLeod',
    currency: 'CAD',
    account_number: '7650000',
    transit_number: '00312',
    institution_number: '004',
    account_type: 'SAVINGS',
  })
}

type Bank = HandlerInput<Api['putBankingInformation']>['body']
type Wallet = HandlerInput<Api['putCryptoWallet']>['body']

async function split(stage: Runtime, person: Person, shares: number[]): Promise<void> {
  const { destinations } = await call(stage, person, 'getBanking')
  const body = destinations.map(({ destination_uuid }, index) => ({
    identifier: destination_uuid,
    percentage: shares[index] ?? 0,
  }))
  await call(stage, person, 'putSetupPercentages', { body })
}

async function verified(stage: Runtime, cast: Cast): Promise<void> {
  const { items } = await call(stage, cast.operator, 'listOperationsEmployers', {
    query: { limit: 50 },
  })
  for (const { employer_uuid, verification_status } of items)
    if (verification_status === 'PENDING_REVIEW')
      await verify(stage, cast.operator, 'employers', employer_uuid)
  const contractors = await call(stage, cast.operator, 'listOperationsContractors', {
    query: { limit: 50 },
  })
  for (const { sub, verification_status } of contractors.items)
    if (verification_status === 'PENDING_REVIEW')
      await verify(stage, cast.operator, 'contractors', sub)
}

async function contracts(stage: Runtime, cast: Cast, end: string, chapter: Chapter): Promise<void> {
  const terms: PayPolicyTerms = {
    period_type: 'BI_WEEKLY',
    first_period_end_date: addDays(end, -42),
    pay_date_rule: 'DAY_OF_WEEK',
    day_of_week: 'friday',
    holiday_policy: 'RESPECT',
    after_holiday: false,
  }
  const start_date = addDays(end, -55)
  const northwind = {
    policy_uuid: await addPolicy(stage, cast.employer, 'Biweekly, engineering', terms),
    start_date,
    signer_title: 'Director',
  }
  const harbor = {
    policy_uuid: await addPolicy(stage, cast.harbor, 'Biweekly, analytics', terms),
    start_date,
    signer_title: 'Founder',
  }
  const hire = (
    from: Person,
    to: keyof typeof CONTRACTORS,
    house: typeof northwind,
    role: string,
    currency: string,
    minor: bigint,
    hours: number,
  ) => {
    const engagement = {
      ...house,
      role,
      hourly_rate: { currency, minor },
      hours,
    }
    return chapter(`${to}-${role}`, () => engage(stage, from, cast[to], engagement))
  }
  await hire(cast.employer, 'amara', northwind, 'Data engineer', 'USD', 3800n, 80)
  await hire(cast.employer, 'yuliia', northwind, 'Firmware engineer', 'USD', 3600n, 80)
  await hire(cast.employer, 'fatima', northwind, 'Data analyst', 'EUR', 3400n, 64)
  await hire(cast.employer, 'wei', northwind, 'Robotics lead', 'USD', 4450n, 80)
  await hire(cast.employer, 'chloe', northwind, 'Product designer', 'CAD', 5800n, 80)
  // New since the last period that was paid, so that one payment failed, and not one in each.
  const sinceLast = { ...harbor, start_date: addDays(end, -27) }
  await hire(cast.harbor, 'owen', sinceLast, 'Analyst', 'CAD', 5200n, 75)
  await hire(cast.harbor, 'chloe', harbor, 'Brand designer', 'CAD', 6100n, 20)
}

/** One period from its opening to the settlement of its payments. */
async function payCycle(stage: Runtime, cast: Cast, end_date: string, at: At): Promise<void> {
  const { kernel } = stage
  await at(addDays(end_date, -13))
  await workOffClock({ unit: work => systemUnit(kernel, work) })
  await at(addDays(end_date, -2))
  await fund(stage, cast.operator, end_date)
  await at(addDays(end_date, 1))
  await approveOpen(stage, cast.employer)
  await approveOpen(stage, cast.harbor)
  const pay_date = addDays(end_date, 5)
  await at(pay_date)
  await sampleRates(stage)
  await workOffClock({ unit: work => systemUnit(kernel, work) })
  const due = await call(stage, cast.operator, 'getChecklist', { query: { pay_date } })
  if (due.payment_uuids.length > 0) {
    const { execution_uuid } = await call(stage, cast.operator, 'bulkExecute', {
      body: { pay_date, payment_uuids: due.payment_uuids },
    })
    await executePayments({ execution_uuid }, { kernel, unit: work => systemUnit(kernel, work) })
  }
  await at(pay_date, '16:30:00')
  const { items } = await call(stage, cast.operator, 'listUnpaid', {
    query: { limit: 200, status: 'SENT' },
  })
  const payment_uuids = items.map(({ payment_uuid }) => payment_uuid)
  if (payment_uuids.length > 0)
    await call(stage, cast.operator, 'bulkSettle', {
      body: { payment_uuids, reference: `Settled ${pay_date}` },
    })
}

/** The cycle of today: opened, with one person's hours changed and a wire that covers two of its three currencies. */
async function waitingCycle(stage: Runtime, cast: Cast, end: string): Promise<void> {
  await sampleRates(stage)
  await workOffClock({ unit: work => systemUnit(stage.kernel, work) })
  const { items } = await call(stage, cast.employer, 'listCycles', {
    query: { limit: 50, view: 'run' },
  })
  const open = items.find(item => item.cycle_uuid !== null)
  if (!open?.cycle_uuid) return
  const id = { policy_uuid: open.policy_uuid, cycle_uuid: open.cycle_uuid }
  const cycle = await call(stage, cast.employer, 'getCycle', { params: id, query: { limit: 50 } })
  const item = cycle.items.find(one => one.contractor_email === CONTRACTORS.wei.email)
  if (item)
    // Who owns the company approves it: nobody approves what they edited.
    await call(stage, await memberBy(stage, 'payroll@demo.corridor.test'), 'editLineItem', {
      params: { ...id, line_item_uuid: item.line_item_uuid },
      body: { hours: 9600 },
    })
  const received = addDays(end, -14)
  const csv = ['USD,11500.00', 'CAD,5200.00', 'EUR,900.00']
    .map(sum => `demo.corridor.test,${sum},WIRE-${sum.slice(0, 3)}-${end},${received}`)
    .join('\n')
  await call(stage, cast.operator, 'putBalances', {
    body: {
      file_name: `wires-${end}.csv`,
      bytes: Buffer.from(`employer_domain,currency,amount,reference,received_on\n${csv}\n`),
    },
  })
}

/** Somebody of a team, by their address. */
async function memberBy({ kernel }: Runtime, email: string): Promise<Person> {
  return transact(kernel.db, SYSTEM, tx =>
    tx
      .selectFrom('person')
      .select(['sub', 'email'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow(),
  )
}

/** One timesheet that waits for its answer: two days of it are shorter than scheduled. */
async function reportedTime(stage: Runtime, person: Person): Promise<void> {
  const [period] = await call(stage, person, 'listTimesheets')
  if (!period) return
  const { contract_uuid, start_date, timesheet, schedule } = period
  const worked = schedule.filter(({ hours }) => hours > 0)
  const shorter = [worked[2]?.date, worked[4]?.date]
  const days = worked.map(({ date, hours }) => ({
    date,
    hours: hours - ([50, 200][shorter.indexOf(date)] ?? 0),
  }))
  await call(stage, person, 'reportTime', {
    params: { contract_uuid, start_date },
    body: {
      version: timesheet.version,
      hours: days.reduce((sum, { hours }) => sum + hours, 0),
      days,
      notes: 'Wednesday half an hour and Friday two hours less, as agreed.',
    },
  })
}

async function approveOpen(stage: Runtime, employer: Person): Promise<void> {
  const { items } = await call(stage, employer, 'listCycles', { query: { limit: 50, view: 'run' } })
  for (const { policy_uuid, cycle_uuid, status } of items)
    if (cycle_uuid && status === 'PENDING_APPROVAL')
      await approveAll(stage, employer, { policy_uuid, cycle_uuid })
}

/** Books what the period needs, and for the last one something on top, so that the waiting cycle is partly covered. */
async function fund(stage: Runtime, operator: Person, end_date: string): Promise<void> {
  const rows = [
    ['demo.corridor.test', 'USD', '9480.00'],
    ['demo.corridor.test', 'EUR', '2176.00'],
    ['demo.corridor.test', 'CAD', '4640.00'],
    ['harbor.test', 'CAD', '5120.00'],
  ].map(
    ([domain, currency, amount]) =>
      `${domain},${currency},${amount},WIRE-${domain?.split('.')[0]?.toUpperCase()}-${currency}-${end_date},${addDays(end_date, -2)}`,
  )
  const csv = `employer_domain,currency,amount,reference,received_on\n${rows.join('\n')}\n`
  await call(stage, operator, 'putBalances', {
    body: { file_name: `wires-${end_date}.csv`, bytes: Buffer.from(csv) } as never,
  })
}

async function chaptersDone({ kernel }: Runtime): Promise<Set<string>> {
  const rows = await transact(kernel.db, SYSTEM, tx =>
    tx.selectFrom('setting').select('name').where('name', 'like', 'story:%').execute(),
  )
  return new Set(rows.map(row => row.name.slice('story:'.length)))
}

function comingSunday(today: string): string {
  return addDays(today, (7 - new Date(`${today}T00:00:00Z`).getUTCDay()) % 7)
}
