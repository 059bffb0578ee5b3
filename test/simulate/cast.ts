/** Who acts in every seed: made once, on the ground that each seed is walked on. */
import {
  call,
  inviteToTeam,
  joinTeam,
  type Person,
  signUpContractor,
  signUpEmployer,
} from '#db/seed/cast.ts'
import { verify } from '#db/seed/papers.ts'
import { openWorld, type World } from '#test/harness/open-world.ts'
import { givenOperator, person } from '#test/harness/people.ts'
import { PLAIN_PAPER } from '#test/harness/plain-paper.ts'
import type { Ground } from './ground.ts'

/** When every beginning is told. */
export const START = '2026-03-02T10:00:00Z'
/** Of what companies pay in and contractors are paid in, beside the euro: each day of any other is a row more to hold against its seal. */
export const RATES = { rate_days: 1, rates_of: ['USD', 'CAD'] } as const
const COMPANIES = 5
const CONTRACTORS = 6
/** Who else may approve, of the first companies; the others have nobody. */
const OTHERS = [['admin', 'approver'], ['admin']] as const

export type Company = Person & {
  readonly employer_uuid: string
  readonly domain: string
  /** Who else may approve pay; most companies have nobody. */
  readonly others: readonly Person[]
}

export type Cast = {
  readonly operators: readonly Person[]
  readonly companies: readonly Company[]
  readonly contractors: readonly Person[]
}

/** Tells the cast on a ground. */
export async function tellCast({ databaseUrl, pools }: Ground): Promise<Cast> {
  const world = await openWorld(databaseUrl, START, PLAIN_PAPER, { pools, ...RATES })
  const cast = await signUpAll(world)
  await world.close()
  return cast
}

async function signUpAll(world: World): Promise<Cast> {
  const operators: Person[] = []
  for (const n of [1, 2, 3]) operators.push(await givenOperator(world, `op${n}@corridor.test`))
  const [verifier] = operators
  if (!verifier) throw new Error('there are operators')
  const verified = (userTypes: 'employers' | 'contractors', sub: string) =>
    verify(world, verifier, userTypes, sub)
  const companies: Company[] = []
  for (let n = 1; n <= COMPANIES; n++) {
    const boss = person(`boss@company${n}.test`)
    await signUpEmployer(world, boss, {
      first_name: 'Ingrid',
      last_name: 'Solberg',
      country_code: 'CA',
      subdivision_code: 'CA-ON',
      phone_number: '+14165550142',
      street: '1 Front Street',
      city: 'Toronto',
      corporation_name: `Company ${n}`,
    })
    const { employer_uuid, domain } = await call(world, boss, 'getEmployer')
    await verified('employers', employer_uuid)
    const others: Person[] = []
    for (const role of OTHERS[n - 1] ?? []) {
      const email = `${role}@company${n}.test`
      const token = await inviteToTeam(world, boss, { email, role })
      const names = { first_name: 'Marcus', last_name: 'Bell', password: 'Corridor-demo-2026!' }
      others.push(await joinTeam(world, token, { email, ...names }))
    }
    companies.push({ ...boss, employer_uuid, domain: domain ?? '', others })
  }
  const contractors: Person[] = []
  for (let n = 1; n <= CONTRACTORS; n++) {
    const contractor = person(`amara${n}@okafor.test`)
    await signUpContractor(world, contractor, {
      first_name: 'Amara',
      last_name: `Okafor ${n}`,
      country_code: 'NG',
      subdivision_code: 'NG-LA',
      phone_number: '+2348012345678',
      street: '14 Adeola Street',
      city: 'Lagos',
    })
    const { destinations } = await call(world, contractor, 'putBankingInformation', {
      body: {
        account_name: 'Amara Okafor',
        currency: n % 2 ? 'USD' : 'EUR',
        account_number: `012345339${n}`,
        swift_code: 'FBNINGLA',
      },
    })
    const [bank] = destinations
    const { destinations: both } = await call(world, contractor, 'putCryptoWallet', {
      body: {
        currency: 'USDC',
        blockchain: 'solana',
        address: 'gfAyQWfijGL9MPvCM7rQ1sEPSCXioJg1XAkyyJig4Mt',
      },
    })
    await call(world, contractor, 'putSetupPercentages', {
      body: both.map(({ destination_uuid }) => ({
        identifier: destination_uuid,
        percentage: destination_uuid === bank?.destination_uuid ? 7000 : 3000,
      })),
    })
    await verified('contractors', contractor.sub)
    contractors.push(contractor)
  }
  return { operators, companies, contractors }
}
