/** A Corridor of its own for each test file: a cloned database, a clock that stands still, and people made by use cases. */
import pg from 'pg'
import { inject } from 'vitest'
import {
  addPolicy,
  approveAll,
  call,
  engage,
  type Person,
  type Stage,
  signUpContractor,
  signUpEmployer,
} from '#db/seed/cast.ts'
import type { PayPolicyTerms } from '#domain/payroll/pay-policy.ts'
import { createMemoryFileStore } from '#server/gateways/files/memory-file-store.ts'
import { demoRates } from '#server/gateways/fx/demo-rates.ts'
import type { Gateways } from '#server/gateways/gateways.ts'
import type { IdentityProvider } from '#server/gateways/identity-provider/identity-provider.ts'
import { createPdfSealer } from '#server/gateways/pdf/seal.ts'
import { createSelfSignedSeal } from '#server/gateways/pdf/self-signed.ts'
import { createTypstRenderer } from '#server/gateways/pdf/typst-renderer.ts'
import { simulatedRail } from '#server/gateways/rails/simulated.ts'
import { createHandlers } from '#server/handlers.ts'
import { makeOperator } from '#server/identity/index.ts'
import { type Actor, SYSTEM_ACTOR } from '#server/kernel/actor.ts'
import { stoppedClock } from '#server/kernel/clock.ts'
import { type Config, readConfig } from '#server/kernel/config.ts'
import { openDatabase, SYSTEM, transact } from '#server/kernel/db.ts'
import { newRequestId, newUuid } from '#server/kernel/ids.ts'
import { createLogger } from '#server/kernel/log.ts'
import { stopLinks } from '#server/kernel/stop-links.ts'
import { type Ctx, type DomainEvent, type Kernel, unitOfWork } from '#server/kernel/unit-of-work.ts'
import { executePayments, keepRates } from '#server/payments/index.ts'
import { openDueCycles } from '#server/payroll/index.ts'
import { reactions } from '#server/subscriptions.ts'
import { verifyInvariants } from '#server/verification/index.ts'
import { databaseNamed } from './global-setup.ts'

export type World = Stage & {
  readonly databaseUrl: string
  readonly config: Config
  readonly clock: ReturnType<typeof stoppedClock>
  /** Every event that was announced, in order. */
  readonly events: DomainEvent[]
  /** Runs one unit of work as an actor, by default as the system. */
  unit<T>(work: (ctx: Ctx) => Promise<T>, actor?: Actor): Promise<T>
  /** Works off the execution as the worker would. */
  execute(execution_uuid: string): Promise<void>
  /** The names of the invariants that do not hold, with their violations. */
  broken(): Promise<string[]>
  close(): Promise<void>
}

/** Clones the template database and opens a world on it at an instant. */
export async function testWorld(start = '2026-03-02T10:00:00Z'): Promise<World> {
  const { databaseUrl, drop } = await cloneDatabase()
  const database = openDatabase(databaseUrl, { max: 20 })
  const clock = stoppedClock(start)
  const events: DomainEvent[] = []
  const pdf = createTypstRenderer()
  const rail = simulatedRail(database.db)
  const gateways: Gateways = {
    files: createMemoryFileStore(),
    pdf,
    sealer: await createPdfSealer(
      await createSelfSignedSeal('Corridor test', new Date('2026-01-01')),
    ),
    fx: demoRates(() => clock.now()),
    railOf: () => rail,
    publicUrl: 'http://localhost:3000',
    stopLinks: stopLinks('of the tests'),
  }
  const kernel: Kernel = {
    db: database.db,
    clock,
    log: createLogger('silent'),
    gateways,
    reactions: recording(events),
  }
  const config = readConfig('test', {
    ...process.env,
    CORRIDOR_DATA_DIR: '/nonexistent',
    AUTH_SECRET: 'x'.repeat(40),
    MASTER_KEY: `test:${Buffer.alloc(32, 7).toString('base64')}`,
  })
  const unit: World['unit'] = (work, actor = SYSTEM_ACTOR) =>
    unitOfWork(kernel, actor, { request_id: newRequestId(), address: '192.0.2.1' }, work)
  await unit(async ctx => keepRates(ctx, await gateways.fx.latest()))
  return {
    kernel,
    handlers: createHandlers(config, kernel, NO_PROVIDER),
    databaseUrl,
    config,
    clock,
    events,
    unit,
    execute: execution_uuid => executePayments({ execution_uuid }, { kernel, unit }),
    broken: async () => {
      const verdicts = await transact(kernel.db, SYSTEM, verifyInvariants, { readonly: true })
      return verdicts.flatMap(verdict =>
        verdict.violations.map(violation => `${verdict.name}: ${violation}`),
      )
    },
    close: async () => {
      await pdf.close()
      await database.close()
      await drop()
    },
  }
}

/** Clones the template database; `drop` removes the clone with whoever is connected to it. */
export async function cloneDatabase(): Promise<{ databaseUrl: string; drop(): Promise<void> }> {
  const server = inject('server_url')
  const name = `test_${newUuid().replaceAll('-', '')}`
  await asAdmin(server, `create database ${name} template corridor_template`)
  return {
    databaseUrl: databaseNamed(server, name),
    drop: () => asAdmin(server, `drop database ${name} with (force)`),
  }
}

/** A person of a made-up address; the identity provider is not asked. */
export function person(email: string): Person {
  return { sub: `sub-${email}`, email }
}

/** An operator, an admin among them. */
export async function givenOperator(world: World, email = 'op@corridor.test'): Promise<Person> {
  const operator = person(email)
  const names = { first_name: 'Noor', last_name: 'Haddad' }
  await world.unit(ctx =>
    makeOperator(ctx.tx, { ...operator, ...names, role: 'admin', created_at: ctx.now }),
  )
  return operator
}

/** A verified employer in Ontario. */
export async function givenEmployer(
  world: World,
  operator: Person,
  email = 'boss@northwind.test',
): Promise<Person & { employer_uuid: string }> {
  const employer = person(email)
  const details = {
    first_name: 'Ingrid',
    last_name: 'Solberg',
    country_code: 'CA',
    subdivision_code: 'CA-ON',
    phone_number: '+14165550142',
  }
  const corporation_name = `Company of ${email.split('@')[0]}`
  await signUpEmployer(world, employer, { ...details, corporation_name })
  const { employer_uuid } = await call(world, employer, 'getEmployer')
  await call(world, operator, 'changeStanding', {
    params: { userTypes: 'employers', sub: employer_uuid, operation: 'verify' },
    body: {},
  })
  return { ...employer, employer_uuid }
}

/** A verified contractor in Nigeria with a US dollar account and a USDC wallet, split 70 / 30. */
export async function givenContractor(
  world: World,
  operator: Person,
  email: string,
): Promise<Person> {
  const contractor = person(email)
  const details = {
    first_name: 'Amara',
    last_name: `Okafor ${email.split('@')[0]}`,
    country_code: 'NG',
    subdivision_code: 'NG-LA',
    phone_number: '+2348012345678',
  }
  await signUpContractor(world, contractor, {
    ...details,
    street: '14 Adeola Street',
    city: 'Lagos',
  })
  await call(world, contractor, 'putBankingInformation', {
    body: {
      account_name: 'Amara Okafor',
      currency: 'USD',
      account_number: '0123453391',
      swift_code: 'FBNINGLA',
    },
  })
  const { destinations } = await call(world, contractor, 'putCryptoWallet', {
    body: {
      currency: 'USDC',
      blockchain: 'solana',
      address: 'gfAyQWfijGL9MPvCM7rQ1sEPSCXioJg1XAkyyJig4Mt',
    },
  })
  const [bank, wallet] = destinations.map(({ destination_uuid }) => destination_uuid)
  await call(world, contractor, 'putSetupPercentages', {
    body: [
      { identifier: bank ?? '', percentage: 7000 },
      { identifier: wallet ?? '', percentage: 3000 },
    ],
  })
  await call(world, operator, 'changeStanding', {
    params: { userTypes: 'contractors', sub: contractor.sub, operation: 'verify' },
    body: {},
  })
  return contractor
}

/** Bi-weekly from the given Sunday, paid on the Friday after, holidays respected. */
export function biweekly(first_period_end_date: string): PayPolicyTerms {
  return {
    period_type: 'BI_WEEKLY',
    first_period_end_date,
    pay_date_rule: 'DAY_OF_WEEK',
    day_of_week: 'friday',
    holiday_policy: 'RESPECT',
    after_holiday: false,
  }
}

export type CycleStage = {
  readonly operator: Person
  readonly employer: Person & { readonly employer_uuid: string }
  readonly contractors: readonly Person[]
  readonly id: { readonly policy_uuid: string; readonly cycle_uuid: string }
}

/**
 * An open cycle of March 2 to 15, 2026, paid on March 20, with a line item of 3400.00 USD for each contractor, on March 17 when
 * destinations have cooled. Nothing is funded yet.
 */
export async function givenApprovableCycle(world: World, contractors = 1): Promise<CycleStage> {
  world.clock.set('2026-02-20T10:00:00Z')
  const operator = await givenOperator(world)
  const employer = await givenEmployer(world, operator)
  const policy_uuid = await addPolicy(world, employer, 'Biweekly', biweekly('2026-03-15'))
  const people: Person[] = []
  for (let n = 1; n <= contractors; n++)
    people.push(await givenContractor(world, operator, `amara${n}@okafor.test`))
  for (const contractor of people)
    await engage(world, employer, contractor, {
      role: 'Data engineer',
      hourly_rate: { currency: 'USD', minor: 4250n },
      hours: 80,
      policy_uuid,
      start_date: '2026-03-02',
      signer: 'Ingrid Solberg',
      signer_title: 'Director',
      contractor_name: 'Amara Okafor',
    })
  world.clock.set('2026-03-02T10:00:00Z')
  await world.unit(openDueCycles)
  world.clock.set('2026-03-17T10:00:00Z')
  const { items } = await call(world, employer, 'listCycles', { query: { limit: 50, view: 'run' } })
  const open = items.find(item => item.cycle_uuid !== null)
  return {
    operator,
    employer,
    contractors: people,
    id: { policy_uuid, cycle_uuid: open?.cycle_uuid ?? '' },
  }
}

/** Books a wire for the employer. */
export async function fund(
  world: World,
  { operator, employer }: Pick<CycleStage, 'operator' | 'employer'>,
  amount: string,
  reference = 'WIRE-1',
  currency = 'USD',
): Promise<void> {
  const { domain } = await call(world, employer, 'getEmployer')
  const csv = `employer_domain,currency,amount,reference,received_on\n${domain},${currency},${amount},${reference},2026-03-01\n`
  await call(world, operator, 'putBalances', {
    body: { file_name: 'wires.csv', bytes: Buffer.from(csv) },
  })
}

/** A funded and approved cycle on its pay date: its payments wait for execution. */
export async function givenDuePayments(
  world: World,
  contractors = 1,
): Promise<CycleStage & { payment_uuids: string[] }> {
  const stage = await givenApprovableCycle(world, contractors)
  await fund(world, stage, `${3400 * contractors}.00`)
  await approveAll(world, stage.employer, stage.id)
  world.clock.set('2026-03-20T10:00:00Z')
  const { payment_uuids } = await call(world, stage.operator, 'getChecklist', {
    query: { pay_date: '2026-03-20' },
  })
  return { ...stage, payment_uuids }
}

function recording(events: DomainEvent[]): Kernel['reactions'] {
  const record = async (_ctx: Ctx, event: DomainEvent) => {
    events.push(event)
  }
  const types = [
    'payroll.items_approved',
    'payroll.items_withdrawn',
    'payments.items_settled',
    'payments.payment_failed',
    'payroll.cycle_opened',
  ]
  const watched = Object.fromEntries(
    [...new Set([...types, ...Object.keys(reactions.atOnce)])].map(type => [
      type,
      [record, ...(reactions.atOnce[type] ?? [])],
    ]),
  )
  return { atOnce: watched, later: reactions.later }
}

async function asAdmin(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseNamed(server, 'postgres') })
  await client.connect()
  await client.query(statement)
  await client.end()
}

const NO_PROVIDER: IdentityProvider = {
  issuer: 'http://localhost',
  audience: 'corridor-api',
  kind: 'embedded',
  name: 'Corridor',
  google: false,
  handle: async () => new Response(null, { status: 404 }),
  keys: async () => ({ keys: [] }),
  createVerifiedAccount: async ({ email }) => ({ sub: `sub-${email}`, created: true }),
  sendVerificationLink: async () => {},
  sendPasswordResetLink: async () => {},
  sendLogInLink: async () => {},
  changeEmail: async () => true,
  endSessions: async () => [],
  findAccount: async email => `sub-${email}`,
}
