import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58 } from '@scure/base'
import { inject } from 'vitest'
import {
  addPolicy,
  approveAll,
  call,
  engage,
  type Person,
  signUpContractor,
  signUpEmployer,
} from '#db/seed/cast.ts'
import { verify } from '#db/seed/papers.ts'
import type { PayPolicyTerms } from '#domain/payroll/pay-policy.ts'
import { createDocumentScreen } from '#server/gateways/files/document-screen.ts'
import { createPdfSealer } from '#server/gateways/pdf/seal.ts'
import { createSelfSignedSeal } from '#server/gateways/pdf/self-signed.ts'
import { createTypstRenderer } from '#server/gateways/pdf/typst-renderer.ts'
import { openWorld, type Paper, type World } from './open-world.ts'
import { givenOperator, person } from './people.ts'
import { PLAIN_PAPER } from './plain-paper.ts'
import { takeDatabase } from './shelf.ts'
import { cloneTemplate } from './test-server.ts'

export type { World }
export { givenOperator, person }

/** Opens a world on an empty database at an instant, with real documents. */
export async function testWorld(
  start = '2026-03-02T10:00:00Z',
  options: Parameters<typeof cloned>[2] = {},
): Promise<World> {
  const sealer = await createPdfSealer(await sealOfTests())
  const screen = createDocumentScreen()
  return cloned(start, { pdf: createTypstRenderer(), sealer, screen }, options)
}

/** One for all worlds of a process: to make its key takes as long as a story. */
export const sealOfTests = once(() => createSelfSignedSeal('Corridor test', new Date('2026-01-01')))

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** Like `testWorld`, on paper that nobody reads, which is made at once. */
export function plainWorld(
  start = '2026-03-02T10:00:00Z',
  options: Parameters<typeof cloned>[2] = {},
): Promise<World> {
  return cloned(start, PLAIN_PAPER, options)
}

async function cloned(
  start: string,
  paper: Paper,
  { fresh, ...options }: Parameters<typeof openWorld>[3] & { readonly fresh?: boolean },
): Promise<World> {
  const { databaseUrl, pools, giveBack } = await takeDatabase(inject('server_url'), { fresh })
  const world = await openWorld(databaseUrl, start, paper, { pools, ...options })
  return {
    ...world,
    close: async () => {
      await world.close()
      await giveBack()
    },
  }
}

/** Clones the template database; `drop` removes the clone with whoever is connected to it. */
export function cloneDatabase(): Promise<{ databaseUrl: string; drop(): Promise<void> }> {
  return cloneTemplate(inject('server_url'))
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
    street: '1 Front Street',
    city: 'Toronto',
    postal_code: 'M5J 2X5',
  }
  const corporation_name = `Company of ${email.split('@')[0]}`
  await signUpEmployer(world, employer, { ...details, corporation_name })
  const { employer_uuid } = await call(world, employer, 'getEmployer')
  await verify(world, operator, 'employers', employer_uuid)
  return { ...employer, employer_uuid }
}

/** How many contractors a world was given, so that each has an account of their own. */
const given = new WeakMap<World, number>()

/** The account and the wallet of the nth contractor of a world; the first are the ones that tests name. */
function accountsOf(nth: number): { account_number: string; address: string } {
  const key = sha256(Uint8Array.of(nth, nth >> 8))
  const address = base58.encode(ed25519.getPublicKey(key))
  return nth === 0
    ? { account_number: '0123453391', address: 'gfAyQWfijGL9MPvCM7rQ1sEPSCXioJg1XAkyyJig4Mt' }
    : { account_number: `01${2_345 + nth}3391`, address }
}

/** A verified contractor in Nigeria with a US dollar account and a USDC wallet, split 70 / 30. */
export async function givenContractor(
  world: World,
  operator: Person,
  email: string,
): Promise<Person> {
  const contractor = person(email)
  const nth = given.get(world) ?? 0
  given.set(world, nth + 1)
  const { account_number, address } = accountsOf(nth)
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
      account_number,
      swift_code: 'FBNINGLA',
    },
  })
  const { destinations } = await call(world, contractor, 'putCryptoWallet', {
    body: { currency: 'USDC', blockchain: 'solana', address },
  })
  const [bank, wallet] = destinations.map(({ destination_uuid }) => destination_uuid)
  await call(world, contractor, 'putSetupPercentages', {
    body: [
      { identifier: bank ?? '', percentage: 7000 },
      { identifier: wallet ?? '', percentage: 3000 },
    ],
  })
  await verify(world, operator, 'contractors', contractor.sub)
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
      signer_title: 'Director',
    })
  world.clock.set('2026-03-02T10:00:00Z')
  await world.byTheClock()
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

/** Books a wire for the employer, and looks at what it lets go. */
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
  await world.release()
}

/** A funded and approved cycle on its pay date: its payments wait for execution. */
export async function givenDuePayments(
  world: World,
  contractors = 1,
): Promise<CycleStage & { payment_uuids: string[] }> {
  return givenDue(world, await givenApprovableCycle(world, contractors))
}

/** Brings an open cycle there: funded, approved, and the clock on its pay date. */
export async function givenDue(
  world: World,
  stage: CycleStage,
): Promise<CycleStage & { payment_uuids: string[] }> {
  await fund(world, stage, `${3400 * stage.contractors.length}.00`)
  await approveAll(world, stage.employer, stage.id)
  world.clock.set('2026-03-20T10:00:00Z')
  const { payment_uuids } = await call(world, stage.operator, 'getChecklist', {
    query: { pay_date: '2026-03-20' },
  })
  return { ...stage, payment_uuids }
}
