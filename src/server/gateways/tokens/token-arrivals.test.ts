import { expect, it } from 'vitest'
import { apart, type Moved } from './token-arrivals.ts'

const moved = (txid: string, address: string, log_index: number): Moved => ({
  ...{ txid, address, log_index, block: 7, way: 'IN', other: 'somebody', memo: '' },
  ...{ currency: 'USDC', amount: 1n },
})
const names = (all: readonly Moved[]) => all.map(of => `${of.txid}:${of.log_index} ${of.address}`)

it('is called by its token where one address was paid, and apart where several were by one transaction', () => {
  const all = [
    moved('a', 'old', 0),
    moved('b', 'old', 1),
    moved('b', 'new', 0),
    moved('b', 'new', 1),
  ]
  expect(names(apart(all, 2))).toEqual(['a:0 old', 'b:3 old', 'b:0 new', 'b:1 new'])
  expect(names(apart(all.toReversed(), 2))).toEqual(['b:1 new', 'b:0 new', 'b:3 old', 'a:0 old'])
})
