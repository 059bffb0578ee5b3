/** Companies that pay in by a chain, as tests of deposits tell it, whichever chain that is. */
import { call, type Person } from '#db/seed/cast.ts'
import type { DepositBlockchain } from '#domain/kernel/network.ts'
import type { Admin } from '#test/harness/admin.ts'
import { givenEmployer, givenOperator, type World } from '#test/harness/world.ts'
import type { Rail } from '../gateways/rails/rail.ts'
import { followRails } from '../payments/index.ts'
import { bookDeposits } from './index.ts'

export type Company = Person & { employer_uuid: string }

/** An operator, two companies, and what of deposits they do and see. */
export async function givenPayingIn(
  world: World,
  admin: Admin,
  { network, currency }: { network: DepositBlockchain; currency: string },
) {
  const operator = await givenOperator(world)
  const employer = await givenEmployer(world, operator)
  const other = await givenEmployer(world, operator, 'boss@tideline.test')
  return {
    ...{ world, admin, operator, employer, other, rail: world.kernel.gateways.railOf(network) },
    /** Reads the chain and books what arrived, as the worker does each minute. */
    minute: async () => {
      await followRails({}, world)
      await bookDeposits({}, world)
    },
    /** Reads our wallets twice, a minute apart: what lies there is our own from then on. */
    opened: async () => {
      for (let minute = 0; minute < 2; minute++) {
        world.clock.set(new Date(world.clock.now().getTime() + 60_000).toISOString())
        await followRails({}, world)
      }
    },
    /** Gives a company its address, and answers it. */
    addressOf: async (company: Person) => {
      const { ways } = await call(world, company, 'openDeposits', {
        body: { blockchain: network },
      })
      return ways.find(of => of.network === network)?.address ?? ''
    },
    /** Gives a company its memo, and answers it. */
    memoOf: async (company: Person) => {
      const { ways } = await call(world, company, 'openDeposits', {
        body: { blockchain: network },
      })
      return ways.find(of => of.network === network)?.memo ?? ''
    },
    /** What is nobody's yet. */
    nobodys: async () =>
      (await call(world, operator, 'listSuspense', { query: { limit: 50, view: 'open' } })).items,
    /** What a company has by the ledger, in smallest units. */
    has: async ({ employer_uuid }: Company, of = currency) => {
      const [row] = await admin.rows<{ minor: string }>(
        `select posted_in - posted_out minor from ledger_account where employer_uuid = $1 and kind = 'available' and currency = $2`,
        [employer_uuid, of],
      )
      return BigInt(row?.minor ?? 0)
    },
    /** A second operator says yes. */
    confirm: async (id = '') => {
      const second = await givenOperator(world, 'second@corridor.test')
      const query = { limit: 50 }
      const { step } = await call(world, second, 'getApprovalStep', { params: { id }, query })
      const body = { digest: step.digest }
      await call(world, second, 'approveStep', { params: { id }, body })
    },
    /** The deposits that a company sees. */
    seen: async (company: Person) => (await call(world, company, 'getDeposits')).deposits,
    /** What operators have to look at. */
    work: async () =>
      (await call(world, operator, 'listDepositWork', { query: { limit: 20 } })).items,
    /** Whatever is asked of the world, by another rail. */
    by: (rail: Rail) => {
      const { kernel, unit } = world
      const railOf = (name: string) => (name === network ? rail : kernel.gateways.railOf(name))
      return { unit, kernel: { ...kernel, gateways: { ...kernel.gateways, railOf } } }
    },
  }
}

export type PayingIn = Awaited<ReturnType<typeof givenPayingIn>>
