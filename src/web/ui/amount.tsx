import { Fragment } from 'react'
import { formatAmount, groupWhole } from '#domain/kernel/money.ts'
import { cx } from './cx.ts'
import './amount.css'

export { formatAmount }

/** Props of Amount: the whole number of smallest units, the currency's code and its exponent. */
export interface AmountProps {
  minor: number | bigint
  currency?: string | undefined
  exponent: number
  strong?: boolean | undefined
  /** Shows a plus before what is not negative, for differences. */
  signed?: boolean | undefined
  size?: 'sm' | 'md' | 'lg' | undefined
  className?: string | undefined
}

/** Money as text without grouping; thousands are set apart by margins only, the code follows in grey. Always left to right. */
export function Amount({
  minor,
  currency,
  exponent,
  strong,
  signed,
  size = 'md',
  className,
}: AmountProps) {
  const text = formatAmount(minor, exponent)
  const negative = text.startsWith('-')
  const [whole = '0', decimals] = (negative ? text.slice(1) : text).split('.')
  const [first, ...rest] = groupWhole(whole)
  return (
    <span
      dir="ltr"
      className={cx('amt', strong && 'strong', size !== 'md' && `a-${size}`, className)}
    >
      {negative ? '−' : signed ? '+' : ''}
      {first}
      {rest.map((group, at) => (
        // Groups have no identity but their place; the amount is redrawn as a whole.
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity.
        <span className="k" key={at}>
          {group}
        </span>
      ))}
      {decimals && <Fragment>.{decimals}</Fragment>}
      {currency && (
        <>
          {' '}
          <span className={cx('ccy', currency.length > 3 && 'wide')}>{currency}</span>
        </>
      )}
    </span>
  )
}
