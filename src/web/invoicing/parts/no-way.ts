import { useTranslations } from 'use-intl'
import { whenText } from '#web/parts/times.ts'
import type { Defaults } from './invoice-form.ts'

type Ways = Defaults['ways']

/** The ways that suit an invoice of a currency: accounts of it, and every wallet. */
export function suitingWays(ways: Ways, currency: string): Ways {
  return ways.filter(way => way.kind === 'wallet' || way.currency === currency)
}

/** Why the client of an invoice would not be told where to pay, in words; undefined where they are. */
export function useNoWay(): (ways: Ways, currency: string) => string | undefined {
  const t = useTranslations('invoicing.edit')
  return (ways, currency) => {
    const suiting = suitingWays(ways, currency)
    if (suiting.some(({ usable }) => usable)) return undefined
    const [soonest] = suiting.map(({ usable_from }) => usable_from).toSorted()
    return soonest ? t('waysWait', { when: whenText(soonest) }) : t('noWay', { currency })
  }
}
