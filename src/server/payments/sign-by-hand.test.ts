/** What operators do where people hold the keys of a wallet: they save its file, and bring it back signed; who else may not, and what differs is said in words. */
import { describe, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { person } from '#test/harness/world.ts'
import { handWallet, policyOf } from '../gateways/bitcoin/hand-keys.test-data.ts'
import { signedByHand } from '../gateways/bitcoin/signer.ts'
import { makeOperator } from '../identity/index.ts'
import { fundsWork } from '../ledger/funds-work.ts'
import { eachInBitcoin, type InBitcoin } from './in-bitcoin.test-data.ts'

const [ada, bo, chen] = [handWallet(1), handWallet(2), handWallet(3)]

describe('a pay in bitcoin that people sign', () => {
  let on: InBitcoin
  eachInBitcoin(
    it => {
      on = it
    },
    signedByHand(policyOf(2, ada.key, bo.key, chen.key)),
  )
  const handedOver = async () => {
    await on.follow()
    await on.execute()
  }
  const listed = async (by: Person = on.told.operator) =>
    (await call(on.world, by, 'listToSign')).to_sign
  const params = async () => ({ network: 'bitcoin' as const, id: (await listed())[0]?.id ?? '' })
  const file = async (by: Person = on.told.operator): Promise<Uint8Array> => {
    const { pieces } = await call(on.world, by, 'exportToSign', { params: await params() })
    const parts: Uint8Array[] = []
    for await (const piece of pieces) parts.push(piece)
    return Buffer.concat(parts)
  }
  const bring = async (bytes: Uint8Array, of?: { network: 'bitcoin'; id: string }) =>
    call(on.world, on.told.operator, 'importSigned', {
      params: of ?? (await params()),
      body: { file_name: 'signed.psbt', bytes },
    })

  it('is saved and brought back by operators, leaves once enough signed, and each of that is recorded', async () => {
    await handedOver()
    expect((await on.payment()).status).toBe('SENT')
    const [asked] = await listed()
    expect(asked).toMatchObject({
      ...{ network: 'bitcoin', payments: 1, signatures: 0, needed: 2, exported_at: null },
      allowed_actions: ['export', 'import'],
    })
    expect(asked?.totals).toEqual([
      { currency: 'BTC', minor: (asked?.amount.minor ?? 0n) + (asked?.fee.minor ?? 0n) },
    ])
    const of = await params()
    const psbt = await file()
    expect(await bring(chen.sign(psbt))).toEqual({ sent: false, signatures: 1, needed: 2 })
    expect(on.chain.waiting()).toEqual([])
    expect(await bring(ada.sign(psbt))).toEqual({ sent: true, signatures: 2, needed: 2 })
    expect(on.chain.waiting()).toEqual([of.id])
    expect(await listed()).toEqual([])
    // Pressed twice, by two: it was sent once.
    expect(await bring(ada.sign(psbt), of)).toMatchObject({ sent: true })
    on.chain.mine(6)
    await on.follow()
    expect((await on.payment()).status).toBe('SETTLED')
    const entries = await on.admin.rows<{ action: string }>(
      `select action from audit_entry where entity = 'chain_transaction' order by seq`,
    )
    expect(entries.map(one => one.action)).toEqual([
      ...['export_to_sign', 'import_signed', 'import_signed', 'import_signed'],
    ])
    expect(await on.world.broken()).toEqual([])
  })

  it('stays sent, and is nobody’s work, however long people take', async () => {
    await handedOver()
    on.world.clock.set('2026-03-22T10:00:00Z')
    await on.follow()
    expect((await on.payment()).status).toBe('SENT')
    expect(await listed()).toHaveLength(1)
    const limited = { ...on.world.kernel.gateways, walletLimits: new Map([['BTC', 1n]]) }
    const work = await on.world.unit(ctx => fundsWork({ ...ctx, gateways: limited }))
    expect(work.map(of => of.kind)).toEqual([])
  })

  it('says in words what is wrong with what came back, and keeps nothing of it', async () => {
    await handedOver()
    const psbt = await file()
    const refused = async (bytes: Uint8Array | string) =>
      bring(Buffer.from(bytes)).catch((error: { code: string; fields?: unknown[] }) => error)
    expect(await refused('nonsense')).toMatchObject({
      code: 'VALIDATION',
      fields: [{ loc: ['body', 'signed'], text: 'payments.problems.signed.NOT_READ' }],
    })
    expect(await refused(psbt)).toMatchObject({
      fields: [{ text: 'payments.problems.signed.NOT_SIGNED' }],
    })
    expect(await listed()).toMatchObject([{ signatures: 0 }])
    const unknown = { network: 'bitcoin' as const, id: 'ab'.repeat(32) }
    await expect(bring(psbt, unknown)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(
      call(on.world, on.told.operator, 'exportToSign', {
        params: { ...unknown, network: 'ethereum' as const },
      }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('hands out and takes nothing while payments are halted', async () => {
    await handedOver()
    const psbt = await file()
    await on.admin.rows(
      `insert into setting values ('execution_halted_since', '"2026-03-20T09:00:00Z"')`,
    )
    await expect(file()).rejects.toMatchObject({ code: 'EXECUTION_HALTED' })
    await expect(bring(ada.sign(psbt))).rejects.toMatchObject({ code: 'EXECUTION_HALTED' })
  })

  it('hands out and takes nothing while a payment that it makes is frozen', async () => {
    await handedOver()
    const psbt = await file()
    const freeze = (before: string) =>
      call(on.world, on.told.operator, 'freezePayments', { body: { before, words: '' } as never })
    await freeze('2026-01-01')
    await file()
    await freeze('2026-12-31')
    const refused = { code: 'TRANSITION_NOT_ALLOWED', text: 'payments.problems.frozenToSign' }
    await expect(file()).rejects.toMatchObject(refused)
    await expect(bring(ada.sign(psbt))).rejects.toMatchObject(refused)
    expect(await listed()).toMatchObject([{ signatures: 0 }])
  })

  it('is seen by a verifier, who is offered neither to save nor to bring it', async () => {
    await handedOver()
    const verifier = person('vera@corridor.test')
    const names = { first_name: 'Vera', last_name: 'Lindqvist' }
    await on.world.unit(ctx =>
      makeOperator(ctx, { ...verifier, ...names, role: 'verifier', created_at: ctx.now }),
    )
    expect(await listed(verifier)).toMatchObject([{ allowed_actions: [] }])
  })
})
