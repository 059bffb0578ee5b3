/** Tokens that left a treasury by nothing of ours: nothing more is paid from there until two operators say what that was. */
import { beforeEach, describe, expect, it } from 'vitest'
import { actorOf, call, type Person } from '#db/seed/cast.ts'
import { type Copy, eachInACopy } from '#test/harness/copies.ts'
import { givenOperator, type World } from '#test/harness/world.ts'
import { tokenRail } from '../gateways/rails/token.ts'
import { type LocalChain, localChain } from '../gateways/solana/local-chain.test-data.ts'
import { solanaNode } from '../gateways/solana/node.ts'
import { solanaChain } from '../gateways/solana/solana-chain.ts'
import type { TokenChain } from '../gateways/tokens/token-chain.ts'
import { explainMissingWork } from './explain-missing.ts'
import {
  HELD,
  type OnSolana,
  onSolana,
  orderIn,
  SOL,
  treasury,
  walletOf,
} from './on-solana.test-data.ts'

const TAKEN = 7_000_000n
const missing = { currency: 'USDC', minor: TAKEN }

/** Somebody who has the treasury's key pays themselves. */
async function take({ chain, local }: Pick<OnSolana, 'chain' | 'local'>, amount = TAKEN) {
  const lane = (await chain.lanes()).at(-1)
  if (!lane) throw new Error('a treasury has a lane')
  const payment = { payee: walletOf(99), currency: 'USDC', amount }
  await chain.offer((await chain.sign(payment, lane, 10_000n)).raw)
  local.settle()
}

describe('a treasury', () => {
  const { open } = onSolana()
  const holds = async ({ rail }: OnSolana) => {
    const [usdc] = (await rail.treasuries?.()) ?? []
    return { hold: usdc?.hold, missing: usdc?.missing }
  }
  const nothing = { hold: null, missing: null }
  const minutes = async ({ rail }: OnSolana, count: number) => {
    for (let minute = 0; minute < count; minute++) await rail.follow?.()
  }

  it('lacks nothing by what is paid from it, whenever that is seen', async () => {
    const on = await open()
    await minutes(on, 2)
    await on.rail.send([orderIn(1), orderIn(2)])
    on.local.confirm(20)
    await minutes(on, 3)
    expect(await holds(on)).toEqual(nothing)
    on.local.settle()
    await minutes(on, 3)
    expect(await holds(on)).toEqual(nothing)
  })

  it('is held against its books by several at once', async () => {
    const on = await open()
    const others = await Promise.all([1, 2, 3].map(() => on.another()))
    await on.rail.send([orderIn(1), orderIn(2)])
    for (let round = 0; round < 8; round++) {
      if (round === 3) on.local.settle()
      await Promise.all([on.rail, ...others].map(rail => rail.follow?.()))
    }
    expect(await holds(on)).toEqual(nothing)
    await take(on)
    for (let round = 0; round < 3; round++)
      await Promise.all([on.rail, ...others].map(rail => rail.follow?.()))
    expect(await holds(on)).toEqual({ hold: 'TOKENS_MISSING', missing })
  })

  it('pays nothing more once tokens left it otherwise, as two readings say; what was under way arrives', async () => {
    const on = await open()
    await minutes(on, 2)
    await on.rail.send([orderIn(1)])
    await take(on)
    await minutes(on, 1)
    expect(await holds(on)).toEqual(nothing)
    await minutes(on, 1)
    expect(await holds(on)).toEqual({ hold: 'TOKENS_MISSING', missing })
    await expect(on.rail.send([orderIn(2)])).rejects.toMatchObject({ code: 'CHAIN_TOKENS_MISSING' })
    expect(await on.paid([orderIn(1), orderIn(2)])).toEqual([orderIn(1).amount.minor, 0n])
  })

  it('pays nothing that it had taken and not signed yet', async () => {
    const on = await open({ lanes: 1 })
    await minutes(on, 2)
    await on.rail.send([orderIn(1), orderIn(2)])
    on.local.settle()
    // Its only lane is free by now, and is used by another before the rail looks.
    await take(on)
    await minutes(on, 1)
    on.local.settle()
    await minutes(on, 3)
    expect((await holds(on)).hold).toBe('TOKENS_MISSING')
    const waits = await on.rail.progress?.([orderIn(2).attempt_uuid])
    expect(waits?.[0]?.wait ?? null).not.toBe('TURN')
  })

  it('neither lacks nor is expected to hold by one reading alone, of a node that is late', async () => {
    const on = await open()
    let late = false
    let before: Awaited<ReturnType<typeof on.node.accounts>> | undefined
    const accounts: typeof on.node.accounts = async addresses => {
      const isPurse = addresses[0] === treasury.address
      if (isPurse && late && before) return before
      const found = await on.node.accounts(addresses)
      if (isPurse) before = found
      return found
    }
    const by = { ...on, rail: await on.another({ node: { ...on.node, accounts } }) }
    await minutes(by, 2)
    await on.local.fund(treasury.address, 'USDC', TAKEN)
    await minutes(on, 2)
    late = true
    await minutes(by, 1)
    late = false
    await minutes(by, 3)
    expect(await holds(by)).toEqual(nothing)
    await on.rail.send([orderIn(1)])
    on.local.settle()
    // It says that this arrived, and tells what there was before it did.
    late = true
    await minutes(by, 1)
    late = false
    await minutes(by, 3)
    expect(await holds(by)).toEqual(nothing)
  })

  it('goes on lacking it when it is funded anew, and until that much is explained by two', async () => {
    const on = await open()
    await minutes(on, 2)
    await take(on)
    await minutes(on, 2)
    await on.local.fund(treasury.address, 'USDC', 2n * TAKEN)
    await minutes(on, 2)
    expect(await holds(on)).toEqual({ hold: 'TOKENS_MISSING', missing })
    const said = { words: 'Moved to the vault.', asked_by: 'noor', explained_by: 'emeka' }
    const explain = (minor: bigint, more = {}) =>
      on.rail.explainMissing?.({
        ...{ ...said, ...more, missing: { currency: 'USDC', minor } },
        explained_at: new Date(),
      })
    expect(await explain(TAKEN - 1n)).toBe(false)
    expect(await explain(TAKEN)).toBe(true)
    expect(await explain(TAKEN)).toBe(true)
    expect(await explain(TAKEN, { asked_by: 'ines' })).toBe(false)
    expect(
      await on.rail.explainMissing?.({
        ...said,
        missing,
        words: 'Elsewhere.',
        explained_at: new Date(),
      }),
    ).toBe(false)
    await minutes(on, 2)
    expect(await holds(on)).toEqual(nothing)
    await take(on, 5n)
    await minutes(on, 2)
    expect((await holds(on)).missing).toEqual({ currency: 'USDC', minor: 5n })
  })
})

describe('what is missing', () => {
  let local: LocalChain
  let chain: TokenChain
  beforeEach(async () => {
    local = await localChain()
    await local.fund(treasury.address, 'SOL', SOL)
    await local.fund(treasury.address, 'USDC', HELD)
    chain = await solanaChain(solanaNode(local.url), treasury, { lanes: 1 })
    await chain.open(SOL)
    local.settle()
    return () => local.end()
  })
  let on: Copy<{ noor: Person; emeka: Person }>
  eachInACopy(
    async (world: World) => ({
      noor: await givenOperator(world),
      emeka: await givenOperator(world, 'emeka@corridor.test'),
    }),
    copy => {
      on = copy
    },
    { chains: ({ books }) => ({ solana: tokenRail(books, { chain, now: () => new Date() }) }) },
  )
  const follow = () => on.world.kernel.gateways.railOf('solana').follow?.()
  const wallet = async (by = on.told.noor) => {
    const { treasuries } = await call(on.world, by, 'listTreasuries')
    return treasuries.find(of => of.held.currency === 'USDC')
  }
  const explain = (minor: bigint, words = 'Moved to the vault.') =>
    call(on.world, on.told.noor, 'explainMissing', {
      body: { network: 'solana', missing: { currency: 'USDC', minor }, words },
    })
  const answer = async (by: Person, id: string) => {
    const params = { id }
    const { step } = await call(on.world, by, 'getApprovalStep', { params, query: { limit: 50 } })
    return call(on.world, by, 'approveStep', { params, body: { digest: step.digest } })
  }

  it('is explained by two operators, and payments leave again', async () => {
    await follow()
    await follow()
    await expect(explain(TAKEN)).rejects.toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' })
    expect(await wallet()).toMatchObject({ missing: null, allowed_actions: [] })
    await take({ chain, local })
    await follow()
    await follow()
    expect(await wallet()).toMatchObject({
      ...{ hold: 'TOKENS_MISSING', missing, allowed_actions: ['explain_missing'] },
    })
    await expect(explain(1n)).rejects.toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' })
    const { explained, waiting } = await explain(TAKEN)
    expect(explained).toBe(false)
    const id = waiting?.step_uuid ?? ''
    expect((await explain(TAKEN)).waiting?.step_uuid).toBe(id)
    await expect(answer(on.told.noor, id)).rejects.toMatchObject({ code: 'SECOND_PERSON_NEEDED' })
    await follow()
    expect((await wallet())?.hold).toBe('TOKENS_MISSING')
    await answer(on.told.emeka, id)
    await follow()
    expect(await wallet()).toMatchObject({ hold: null, missing: null, allowed_actions: [] })
    const rows = await on.admin.rows(
      `select from audit_entry where action = 'explain' and entity = 'treasury'`,
    )
    expect(rows).toHaveLength(1)
  })

  it('is explained once where the first yes ended before it was kept', async () => {
    await follow()
    await follow()
    await take({ chain, local })
    await follow()
    await follow()
    const { waiting } = await explain(TAKEN)
    const content = {
      ...({ network: 'solana', currency: 'USDC', amount_minor: String(TAKEN) } as const),
      ...{ words: 'Moved to the vault.', asked_by: on.told.noor.sub },
    }
    const ended = on.world.unit(
      async ctx => {
        await explainMissingWork.run(ctx, content)
        throw new Error('the server ends here')
      },
      await actorOf(on.world, on.told.emeka),
    )
    await expect(ended).rejects.toThrow('the server ends here')
    await answer(on.told.emeka, waiting?.step_uuid ?? '')
    const kept = await on.admin.rows("select from audit_entry where entity = 'treasury'")
    expect(kept).toHaveLength(1)
    await follow()
    expect(await wallet()).toMatchObject({ hold: null, missing: null })
  })

  it('is no more what was asked once more of it is missing', async () => {
    await follow()
    await follow()
    await take({ chain, local })
    await follow()
    await follow()
    const { waiting } = await explain(TAKEN)
    await take({ chain, local }, 3n)
    await follow()
    await follow()
    await expect(answer(on.told.emeka, waiting?.step_uuid ?? '')).rejects.toMatchObject({
      code: 'TRANSITION_NOT_ALLOWED',
    })
    expect((await wallet())?.missing).toEqual({ currency: 'USDC', minor: TAKEN + 3n })
  })
})
