/** Four operators at one platform with a limit of 10000.00 USD, for the tests of two people. */
import { call, type Person } from '#db/seed/cast.ts'
import { makeOperator } from '#server/identity/index.ts'
import { adminOf } from '#test/harness/admin.ts'
import {
  givenEmployer,
  givenOperator,
  person,
  plainWorld,
  type World,
} from '#test/harness/world.ts'
import { savePlatformLimit } from './index.ts'

const START = '2026-03-17T10:00:00Z'

/** The instant so many hours after the stage's own, as text. */
export function later(hours: number): string {
  return new Date(Date.parse(START) + hours * 3_600_000).toISOString()
}

export type Wires = { readonly file_name: string; readonly bytes: Buffer }

/** Opens the stage. `next` is a new scene: other references, the hour of the start, nothing moved by anybody yet. */
export async function twoPeopleStage() {
  const world = await plainWorld(START)
  const admin = await adminOf(world)
  const noor = await givenOperator(world)
  const emeka = await givenOperator(world, 'emeka@corridor.test')
  const ines = await given(world, 'ines@corridor.test', 'treasurer')
  const vera = await given(world, 'vera@corridor.test', 'verifier')
  const employer = await givenEmployer(world, noor)
  const domain = (await call(world, employer, 'getEmployer')).domain ?? ''
  const setLimit = (minor: bigint | null) =>
    world.unit(ctx => savePlatformLimit(ctx.tx, minor, ctx.now))
  let scene = 0
  /** A funding file with receipts of this scene. */
  const wires = (...rows: (readonly [amount: string, currency?: string])[]): Wires => {
    const lines = rows.map(
      ([amount, currency = 'USD'], n) =>
        `${domain},${currency},${amount},S${scene}-${n},2026-03-01`,
    )
    const csv = ['employer_domain,currency,amount,reference,received_on', ...lines].join('\n')
    return { file_name: `wires-${scene}.csv`, bytes: Buffer.from(csv) }
  }
  const book = (who: Person, body: Wires) => call(world, who, 'putBalances', { body })
  return {
    world,
    admin,
    operators: { noor, emeka, ines, vera },
    domain,
    setLimit,
    wires,
    book,
    /** Other references, and nothing else new. */
    newReceipts: () => {
      scene++
    },
    next: async () => {
      scene++
      world.clock.set(START)
      await setLimit(1_000_000n)
      await admin.tamper('delete from moved_alone')
    },
    /** How many receipts of this scene are booked. */
    booked: async () =>
      (await admin.rows('select from funding where reference like $1', [`S${scene}-%`])).length,
    reference: (n: number) => `S${scene}-${n}`,
    steps: async (view: 'waiting' | 'closed', who = noor) =>
      (await call(world, who, 'listApprovalSteps', { query: { view, limit: 200 } })).items,
    ...answers(world),
    /** Asks for what takes two; answers the step. */
    asked: async (who = emeka, file = wires(['12000.00'])) => {
      const { waiting } = await book(who, file)
      if (!waiting) throw new Error('it was booked by one person')
      return waiting.step_uuid
    },
    close: async () => {
      await admin.close()
      await world.close()
    },
  }
}

export type TwoPeopleStage = Awaited<ReturnType<typeof twoPeopleStage>>

function answers(world: World) {
  return {
    /** Says yes after looking, or to a digest of another look. */
    approve: async (who: Person, id: string, digest?: string) => {
      const params = { id }
      const seen = await call(world, who, 'getApprovalStep', { params, query: { limit: 50 } })
      const body = { digest: digest ?? seen.step.digest }
      return call(world, who, 'approveStep', { params, body })
    },
    reject: (who: Person, id: string) =>
      call(world, who, 'rejectStep', { params: { id }, body: { reason: 'Not our wire.' } }),
    withdraw: (who: Person, id: string) =>
      call(world, who, 'withdrawStep', { params: { id }, body: { reason: '' } }),
  }
}

async function given(world: World, email: string, role: 'treasurer' | 'verifier') {
  const operator = person(email)
  const names = { first_name: email.split('@')[0] ?? '', last_name: 'Prado' }
  await world.unit(ctx => makeOperator(ctx, { ...operator, ...names, role, created_at: ctx.now }))
  return operator
}

/** `done`, or the code of the problem that it ended in. */
export function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  )
}
