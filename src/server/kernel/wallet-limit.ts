import type { Money } from '#domain/kernel/money.ts'
import type { WalletLimits } from './chain-config.ts'

/** What a wallet of ours may hold at the most, and what it holds beyond that; null each where there is none. */
export function limitOf(
  held: Money,
  limits: WalletLimits | undefined,
): { readonly most: Money | null; readonly over: Money | null } {
  const { currency, minor } = held
  const most = limits?.get(currency)
  if (most === undefined) return { most: null, over: null }
  const over = minor > most ? { currency, minor: minor - most } : null
  return { most: { currency, minor: most }, over }
}
