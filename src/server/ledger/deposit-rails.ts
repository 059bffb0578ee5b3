/** The rails by which money can come in by itself: those that follow a chain. */
import { BLOCKCHAINS, type Blockchain } from '#domain/kernel/network.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'

export type Deposits = NonNullable<ReturnType<Ctx['gateways']['railOf']>['deposits']>
export type ChainDeposit = Awaited<ReturnType<Deposits['due']>>[number]
export type Odd = Awaited<ReturnType<Deposits['odd']>>[number]

/** Each network with what came in by it, where anything can. */
export function depositRails({ railOf }: Ctx['gateways']): (readonly [Blockchain, Deposits])[] {
  return BLOCKCHAINS.flatMap(network => {
    const { deposits } = railOf(network)
    return deposits ? [[network, deposits] as const] : []
  })
}
