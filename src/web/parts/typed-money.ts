/** Amounts as they are typed: what is wrong with one, and what it comes to once nothing is. */
import { useTranslations } from 'use-intl'
import { assert } from '#domain/kernel/assert.ts'
import { exponentOf } from '#domain/kernel/currency.ts'
import type { WireMoney } from '#web/kernel/types.ts'
import { useDecimalProblem } from '#web/ui/number-input.tsx'
import { decimalOf, minorOf } from './money.tsx'

/** A typed decimal as money. Who asks checked before that it can be read: what cannot is a Defect, and never sent as nothing. */
export function typedMoney(typed: string, currency: string): WireMoney {
  const minor = minorOf(typed, currency)
  assert(minor !== undefined, 'an amount is checked before it is sent')
  return { currency, amount_in_smallest_unit: minor }
}

/** Says why a text is no amount above zero of a currency, and how to write one; undefined for what is one. */
export function useAmountProblem(currency: string): (typed: string) => string | undefined {
  const t = useTranslations('parts.amount')
  const decimalProblem = useDecimalProblem(exponentOf(currency))
  return typed => {
    const minor = minorOf(typed, currency)
    if (minor) return undefined
    const example = decimalOf({ currency, amount_in_smallest_unit: 125_000 })
    if (minor === 0 || typed.trim() === '') return t('none', { example })
    return decimalProblem(typed) ?? t('large')
  }
}
