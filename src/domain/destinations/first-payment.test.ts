import { expect, it } from 'vitest'
import { BLOCKCHAINS } from '#domain/kernel/network.ts'
import { type FirstPaymentFacts, mayBeSaid } from './first-payment.ts'

const facts: FirstPaymentFacts = {
  ...{ network: 'solana', in_use: true, said: null, paid: false, left: false },
}

it('is offered for a wallet in use whose address may hide a slip, and to which nothing was paid', () => {
  const offered = [...BLOCKCHAINS, 'fiat'].filter(
    network => mayBeSaid({ ...facts, network }).length > 0,
  )
  expect(offered.toSorted()).toEqual(['ethereum', 'hedera', 'solana'])
  expect(mayBeSaid({ ...facts, paid: true })).toEqual([])
  expect(mayBeSaid({ ...facts, in_use: false })).toEqual([])
})

it('is there once it has left, is taken back until then and after, and stays said', () => {
  expect(mayBeSaid({ ...facts, said: 'WANTED' })).toEqual([null])
  expect(mayBeSaid({ ...facts, said: 'WANTED', left: true, paid: true })).toEqual(['ARRIVED', null])
  // Out of use there may still be pay that waits for it.
  expect(mayBeSaid({ ...facts, said: 'WANTED', in_use: false })).toEqual([null])
  expect(mayBeSaid({ ...facts, said: 'ARRIVED', left: true })).toEqual([])
})
