/** Paying in USDC on Hedera by a signer in a process of its own: what its rules do not allow it signs for nobody, whatever our server or database ask. */
import { expect, it } from 'vitest'
import { attemptOf } from '../gateways/bank-files/orders.test-data.ts'
import { hederaSignerAt } from '../gateways/signer/client.ts'
import { signerProcess } from '../gateways/signer/signer-process.test-data.ts'
import { HBAR, onHedera, orderIn, treasury, walletOf } from './on-hedera.test-data.ts'

const { open: opened } = onHedera()
const RULES = {
  most_payment: { USDC: 20_000 },
  most_hour: { USDC: 25_000, HBAR: Number(HBAR) },
  ...{ most_fee: 500_000_000, payees: 'LISTED' },
}

it('pays whom its signer lists, and what that allows; refuses the others in words, and lets wait what its hour does not hold or a dead signer did not sign', async () => {
  const process = signerProcess('hedera', RULES, [1, 3, 4].map(walletOf))
  try {
    await process.start()
    const on = await opened({ holds: false })
    const rail = on.another({ signer: hederaSignerAt(process) })
    // It signs as well what has the treasury hold the token, which counts with what that may take.
    on.local.forget()
    await rail.follow?.()
    on.local.mine(31)
    expect(await process.left('HBAR')).toBe(HBAR - 100_000_000n)
    on.local.fund(treasury.address, 'USDC', 1_000_000n)
    const orders = [orderIn(1), orderIn(2), orderIn(3, 20_001n), orderIn(4, 20_000n)]
    const ids = orders.map(of => of.attempt_uuid)
    const reasons = (await rail.send(orders)).map(of => of.reason)
    expect(reasons).toEqual([null, expect.any(String), expect.any(String), null])
    on.local.mine(31)
    await rail.follow?.()
    expect(on.paid(orders)).toEqual([10_001n, 0n, 0n, 0n])
    expect(await process.left('HBAR')).toBe(HBAR - 102_000_000n)
    expect((await rail.progress?.([attemptOf(4)]))?.[0]).toMatchObject({ wait: 'SIGNER_FULL' })
    await process.kill()
    await rail.follow?.().catch(() => {})
    expect((await rail.ask(ids)).map(of => of.outcome)).toEqual([
      'SETTLED',
      'FAILED',
      'FAILED',
      'SENT',
    ])
    expect(on.local.stood()).toBe(2)
  } finally {
    await process.remove()
  }
})
