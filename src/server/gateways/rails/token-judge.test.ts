import { expect, it } from 'vitest'
import { chainError, type PayeeSeen, type TokenPayment } from '../tokens/token-chain.ts'
import { payeesOf } from './token-judge.ts'

const CHAIN = { currencies: ['USDC'], isPayable: (text: string) => text !== 'no address' }
const wallets = (...of: string[]) => of.map(address => ({ address, currency: 'USDC' }))
const seen = (state: PayeeSeen) => ({ state, key: null })
const UNLEARNED = { state: null, key: null }

it('keeps what a node refuses to be asked of from no other wallet', async () => {
  const look = async (of: readonly TokenPayment[]) => {
    if (of.some(one => one.payee === 'odd')) throw chainError('OTHER', 'the node refused (400)')
    return of.map(() => 'READY' as const)
  }
  const chain = { ...CHAIN, look }
  expect(await payeesOf(chain, wallets('a', 'odd', 'no address', 'b'))).toEqual([
    ...[seen('READY'), UNLEARNED, UNLEARNED, seen('READY')],
  ])
})

it('learns nothing of a node that does not answer, and says so', async () => {
  const look = () => Promise.reject(chainError('SILENT', 'the node does not answer'))
  await expect(payeesOf({ ...CHAIN, look }, wallets('a', 'b'))).rejects.toMatchObject({
    code: 'CHAIN_SILENT',
  })
})

it('takes what is wrong with the token for nothing that is known of a wallet', async () => {
  const look = async () => ['STOPPED', 'FROZEN'] as PayeeSeen[]
  const keys = async () => ['ED25519:aa', null]
  expect(await payeesOf({ ...CHAIN, look, keys }, wallets('a', 'b'))).toEqual([
    { state: null, key: 'ED25519:aa' },
    seen('FROZEN'),
  ])
})
