import { Fragment } from 'react'
import { cutAtThousands, formatAmount } from '#domain/kernel/money.ts'
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
  return (
    <span
      dir="ltr"
      className={cx('amt', strong && 'strong', size !== 'md' && `a-${size}`, className)}
    >
      {negative ? '−' : signed ? '+' : ''}
      <SetApart pieces={cutAtThousands(negative ? text.slice(1) : text, WHOLE)} />
      {currency && (
        <>
          {' '}
          <span className={cx('ccy', currency.length > 3 && 'wide')}>{currency}</span>
        </>
      )}
    </span>
  )
}

const WHOLE = /^\d+/g

/** A sentence as it was made, in which the thousands of amounts are set apart as an Amount's. */
export function Figures({ text }: { text: string }) {
  return <SetApart pieces={cutAtThousands(text)} />
}

function SetApart({ pieces: [first, ...rest] }: { pieces: readonly string[] }) {
  return (
    <>
      {first}
      {rest.map((piece, at) => (
        // Pieces have no identity but their place; the text is redrawn as a whole.
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity.
        <Fragment key={at}>
          <span className="k">{piece.slice(0, 3)}</span>
          {piece.slice(3)}
        </Fragment>
      ))}
    </>
  )
}
