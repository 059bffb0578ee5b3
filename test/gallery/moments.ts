/** The moments of a pay, one after the other in one demo. Each leads on from the one before. */
import type { Api } from '#contract/api.ts'
import type { HandlerInput } from '#contract/kernel/endpoint.ts'
import { approveAll, call } from '#db/seed/cast.ts'
import { addDays } from '#domain/kernel/plain-date.ts'
import type { PayStateKind } from '#domain/payments/pay-state.ts'
import type { Demo } from './demo.ts'

const EMPLOYER = 'employer@demo.corridor.test'
const APPROVER = 'approver@demo.corridor.test'
const CONTRACTOR = 'contractor@demo.corridor.test'
const OPERATOR = 'operator@demo.corridor.test'
const PARTNER = 'partner@tideline.test'
const ADMIN = 'admin@demo.corridor.test'
const NEW_WALLET = 'FMUEmtxhU46GzhKF4FW9MLJdQWiLgjiXP9TYRWSrqTpV'

/** Those who look: at every moment, or at their own bad day. */
export const PEOPLE = {
  employer: { role: 'employer', email: EMPLOYER },
  contractor: { role: 'contractor', email: CONTRACTOR },
  operator: { role: 'operator', email: OPERATOR },
  harbor: { role: 'employer', email: 'owner@harbor.test' },
  owen: { role: 'contractor', email: 'owen@macleod.test' },
  partner: { role: 'employer', email: PARTNER },
  fatima: { role: 'contractor', email: 'fatima@benali.test' },
} as const
export type Onlooker = keyof typeof PEOPLE

export type Moment = {
  readonly name: string
  /** What at least one pay or cycle is said to be then. */
  readonly state: PayStateKind
  readonly people?: readonly Onlooker[]
  come(demo: Demo, cycle: Cycle): Promise<void>
}

/** The cycle that waits for its approval when the story ends. */
export type Cycle = {
  readonly policy_uuid: string
  readonly cycle_uuid: string
  readonly pay_date: string
}

export const MOMENTS: readonly Moment[] = [
  { name: 'planned', state: 'PLANNED', come: async () => {} },
  {
    name: 'time asked for',
    state: 'PLANNED',
    people: ['employer', 'contractor'],
    come: (demo, cycle) => askForTime(demo, cycle, true),
  },
  {
    name: 'time corrected',
    state: 'PLANNED',
    people: ['employer', 'contractor'],
    come: async (demo, cycle) => {
      await askForTime(demo, cycle, false)
      await correctTime(demo, cycle)
    },
  },
  { name: 'batch to approve', state: 'PLANNED', people: ['partner'], come: async () => {} },
  { name: 'failed', state: 'FAILED', people: ['harbor', 'owen', 'operator'], come: async () => {} },
  {
    name: 'refused',
    state: 'BLOCKED',
    people: ['harbor', 'owen', 'operator'],
    come: approveTheNext,
  },
  {
    name: 'cooling',
    state: 'COOLING',
    // A wait that is over before the pay date is nothing to tell anybody of.
    come: async (demo, cycle) => {
      await demo.moveTo(`${addDays(cycle.pay_date, -1)}T08:00:00Z`)
      await approveNewSplit(demo, cycle)
    },
  },
  {
    name: 'short',
    state: 'SHORT',
    come: (demo, { pay_date }) => demo.moveTo(`${addDays(pay_date, -1)}T20:00:00Z`),
  },
  {
    name: 'blocked',
    state: 'BLOCKED',
    people: ['employer', 'contractor', 'operator'],
    come: demo => standing(demo, 'unverify'),
  },
  {
    name: 'short on its day',
    state: 'SHORT',
    come: async (demo, { pay_date }) => {
      await standing(demo, 'verify')
      await demo.moveTo(`${pay_date}T10:00:00Z`)
    },
  },
  { name: 'leaving', state: 'DUE', come: (demo, { pay_date }) => fundRest(demo, pay_date) },
  { name: 'frozen', state: 'BLOCKED', come: freeze },
  {
    name: 'late',
    state: 'DUE',
    come: async (demo, { pay_date }) => {
      await lift(demo)
      await demo.moveTo(`${addDays(pay_date, 2)}T10:00:00Z`)
    },
  },
  { name: 'sent', state: 'ON_THE_WAY', come: execute },
  { name: 'returned', state: 'RETURNED', come: comesBack },
  { name: 'unknown', state: 'UNKNOWN', come: isLost },
  {
    name: 'arriving today',
    state: 'ON_THE_WAY',
    come: arrivalDay,
  },
  { name: 'arrived', state: 'ARRIVED', come: settle },
  {
    name: 'billed',
    state: 'ARRIVED',
    people: ['employer', 'contractor', 'operator'],
    come: bill,
  },
  {
    name: 'unapproved on its day',
    state: 'UNAPPROVED',
    come: (demo, { pay_date }) => demo.moveTo(`${addDays(pay_date, 14)}T10:00:00Z`),
  },
  {
    name: 'unapproved and late',
    state: 'UNAPPROVED',
    come: (demo, { pay_date }) => demo.moveTo(`${addDays(pay_date, 20)}T10:00:00Z`),
  },
  {
    name: 'small payment first',
    state: 'UNAPPROVED',
    people: ['contractor'],
    come: tryNewWallet,
  },
]

async function askForTime({ runtime, person }: Demo, { policy_uuid }: Cycle, required: boolean) {
  await call(runtime, await person(EMPLOYER), 'putTimePolicy', {
    params: { id: policy_uuid },
    body: { required },
  })
}

/** The timesheet that waits in the story, for which other hours are paid. */
async function correctTime({ runtime, person }: Demo, cycle: Cycle): Promise<void> {
  const employer = await person(EMPLOYER)
  const { policy_uuid, cycle_uuid } = cycle
  const params = { policy_uuid, cycle_uuid }
  const query = { limit: 50, show: 'waiting' } as const
  const { items } = await call(runtime, employer, 'listCycleTimesheets', { params, query })
  for (const { line_item_uuid, timesheet } of items)
    await call(runtime, employer, 'correctTimesheet', {
      params: { ...params, line_item_uuid },
      body: { version: timesheet.version, hours: 7600, reason: 'Monday was a holiday.' },
    })
}

/** Approved ahead of funding, a moment after the contractor changed where it goes. */
async function approveNewSplit(demo: Demo, cycle: Cycle): Promise<void> {
  const contractor = await demo.person(CONTRACTOR)
  const { destinations } = await call(demo.runtime, contractor, 'getBanking')
  const body = destinations.map(({ destination_uuid: identifier }, at) => ({
    identifier,
    percentage: at === 0 ? 10_000 - 4000 * (destinations.length - 1) : 4000,
  }))
  await call(demo.runtime, contractor, 'putSetupPercentages', { body })
  // Nobody approves the hours that they wrote.
  await approveAll(demo.runtime, await demo.person(APPROVER), cycle, true)
}

/** The pay after one that failed is approved, while its contractor has not named another account. */
async function approveTheNext({ runtime, person }: Demo): Promise<void> {
  const owner = await person(PEOPLE.harbor.email)
  const { items } = await call(runtime, owner, 'listCycles', { query: { view: 'run', limit: 20 } })
  for (const { policy_uuid, cycle_uuid, status } of items)
    if (cycle_uuid && status === 'PENDING_APPROVAL')
      await approveAll(runtime, owner, { policy_uuid, cycle_uuid })
}

/** A wallet that was not paid yet, to which a small payment goes first. */
async function tryNewWallet({ runtime, person }: Demo): Promise<void> {
  const contractor = await person(CONTRACTOR)
  const { destinations } = await call(runtime, contractor, 'putCryptoWallet', {
    body: { currency: 'USDC', blockchain: 'solana', address: NEW_WALLET },
  })
  const id = destinations.at(-1)?.destination_uuid ?? ''
  await call(runtime, contractor, 'setFirstPayment', {
    params: { id },
    body: { first_payment: 'WANTED' },
  })
}

async function standing({ runtime, person }: Demo, operation: 'verify' | 'unverify') {
  const { sub } = await person(CONTRACTOR)
  await call(runtime, await person(OPERATOR), 'changeStanding', {
    params: { userTypes: 'contractors', sub, operation },
    body: { reason: 'A document expired.' },
  })
}

async function fundRest({ runtime, person, until }: Demo, received_on: string): Promise<void> {
  const rows = ['EUR,1276.00', 'USD,900.00', 'CAD,900.00']
    .map(sum => `demo.corridor.test,${sum},GALLERY-${sum.slice(0, 3)},${addDays(received_on, -3)}`)
    .join('\n')
  await call(runtime, await person(OPERATOR), 'putBalances', {
    body: {
      file_name: 'wires.csv',
      bytes: Buffer.from(`employer_domain,currency,amount,reference,received_on\n${rows}\n`),
    },
  })
  await until("select from payment where status = 'HELD' and hold_reason <> 'NO_DESTINATION'")
}

async function freeze({ runtime, person, until }: Demo, { pay_date }: Cycle): Promise<void> {
  await call(runtime, await person(OPERATOR), 'freezePayments', {
    body: { before: addDays(pay_date, 1), words: 'Mails ask for other accounts.' },
  })
  await until("select from payment where status = 'SCHEDULED'")
}

async function lift({ runtime, person, until }: Demo): Promise<void> {
  const admin = await person(ADMIN)
  const { in_force } = await call(runtime, admin, 'listFreezes')
  for (const { freeze_uuid } of in_force)
    await call(runtime, admin, 'liftFreeze', { params: { id: freeze_uuid }, body: { words: '' } })
  await until("select from payment where status = 'FROZEN'")
}

async function execute({ runtime, person, until }: Demo, { pay_date }: Cycle): Promise<void> {
  const operator = await person(OPERATOR)
  const { payment_uuids } = await call(runtime, operator, 'getChecklist', { query: { pay_date } })
  await call(runtime, operator, 'bulkExecute', {
    body: { pay_date, payment_uuids },
  })
  await until("select from payment where status = 'EXECUTING'")
}

async function arrivalDay(demo: Demo, cycle: Cycle): Promise<void> {
  await sayNotLeft(demo)
  await sendAgain(demo, cycle)
  const { runtime, person, moveTo } = demo
  const pays = await call(runtime, await person(CONTRACTOR), 'listNextPays')
  const sent = pays.find(({ pay_state }) => pay_state.state === 'ON_THE_WAY')
  if (!sent?.pay_state.arrives) throw new Error('nothing is on its way')
  await moveTo(`${sent.pay_state.arrives}T10:00:00Z`)
}

/** On the first of the month the employer has a receipt, and the contractor a statement of the year. */
async function bill({ runtime, person, rows, until, moveTo }: Demo): Promise<void> {
  await until('select from fee having count(*) = 0')
  await call(runtime, await person(CONTRACTOR), 'issueStatement', {
    body: { year: await yearPaid(rows), shows_employers: true, shows_months: true },
  })
  const [first] = await rows<{ day: string }>(
    "select to_char(max(earned_on) + interval '1 month', 'YYYY-MM-01') as day from fee",
  )
  await moveTo(`${first?.day}T10:00:00Z`)
  await until('select from fee where billing_invoice_uuid is null')
}

async function yearPaid(rows: Demo['rows']): Promise<number> {
  const [paid] = await rows<{ year: number }>(
    "select extract(year from max(pay_date))::int as year from pay_cycle join line_item using (cycle_uuid) where line_item.status = 'PAID'",
  )
  return paid?.year ?? 0
}

async function settle({ runtime, person, rows }: Demo): Promise<void> {
  const { employer_uuid } = await call(runtime, await person(EMPLOYER), 'getEmployer')
  await call(runtime, await person(OPERATOR), 'putPrices', {
    params: { id: employer_uuid },
    body: {
      currency: 'CAD',
      per_contractor: 900,
      per_payment: { fiat: 250, solana: 50 },
      margin: 50,
      tax: 1300,
    },
  })
  const sent = await rows<{ id: string }>(
    "select payment_uuid id from payment where status = 'SENT'",
  )
  await call(runtime, await person(OPERATOR), 'bulkSettle', {
    body: { payment_uuids: sent.map(({ id }) => id), reference: 'STMT-GALLERY' },
  })
}

/** The contractor's payment to a bank that was sent last. */
async function lastSent({ rows }: Demo): Promise<string> {
  const [row] = await rows<{ id: string }>(
    `select payment_uuid id from payment join person p on p.sub = contractor_sub
      where p.email = $1 and network = 'fiat' and status in ('SENT', 'RETURNED', 'UNKNOWN', 'FAILED')
      order by pay_date desc, payment_uuid limit 1`,
    [CONTRACTOR],
  )
  return row?.id ?? ''
}

type Mending = HandlerInput<Api['mendPayments']>['body']

/** Does something about it as an operator; answers the step that waits for another. */
async function mend(demo: Demo, action: Mending['action'], more: Partial<Mending> = {}) {
  const body = { action, payment_uuids: [await lastSent(demo)], words: '', reference: '', ...more }
  const who = await demo.person(OPERATOR)
  return (await call(demo.runtime, who, 'mendPayments', { body })).waiting?.step_uuid
}

async function comesBack(demo: Demo): Promise<void> {
  await mend(demo, 'return', { reason: 'NAME_DIFFERS', reference: 'RET-2211' })
}

async function isLost(demo: Demo, cycle: Cycle): Promise<void> {
  await sendAgain(demo, cycle)
  await mend(demo, 'lose', { words: 'Not in the statement.' })
}

async function sendAgain(demo: Demo, cycle: Cycle): Promise<void> {
  await mend(demo, 'retry')
  await demo.until("select from payment where status = 'HELD' and attempt > 0")
  await execute(demo, cycle)
}

async function sayNotLeft(demo: Demo): Promise<void> {
  const id = await mend(demo, 'not_left', { words: 'The bank has nothing of it.' })
  const { runtime } = demo
  const admin = await demo.person(ADMIN)
  const params = { id: id ?? '' }
  const { step } = await call(runtime, admin, 'getApprovalStep', { params, query: { limit: 50 } })
  await call(runtime, admin, 'approveStep', { params, body: { digest: step.digest } })
}
