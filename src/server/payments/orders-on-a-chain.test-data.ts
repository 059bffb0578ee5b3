/** What the rails of chains are asked to pay, in tests of theirs. */
import type { CurrencyCode } from '#domain/kernel/currency.ts'
import type { Blockchain } from '#domain/kernel/network.ts'
import { attemptOf } from '../gateways/bank-files/orders.test-data.ts'
import type { RailOrder } from '../gateways/rails/rail.ts'

type More = Partial<Pick<RailOrder, 'account' | 'before'>> & { currency?: CurrencyCode }

/** What makes the n-th attempt on a network: of so many smallest units of a currency, to the n-th payee, unless it is said otherwise. */
export function ordersOn(
  network: Blockchain,
  usual: CurrencyCode,
  payeeOf: (n: number) => string,
): (n: number, minor?: bigint, more?: More) => RailOrder {
  return (n, minor = 10_000n + BigInt(n), { currency = usual, ...more } = {}) => ({
    ...{ attempt_uuid: attemptOf(n), amount: { currency, minor }, network },
    ...{ account: payeeOf(n), account_name: '', payee: null, remittance: '', ...more },
  })
}
