import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { exponentOf } from '#domain/kernel/currency.ts'
import { moneyText } from '#web/parts/money.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import { type Balance, inCurrency } from './balance-words.ts'
import '#web/parts/parts.css'
import './funds.css'

/** Need against balance of the coming seven days, one bar per employer on one scale; one currency at a time. */
export function NeedBars({ balances }: { balances: readonly Balance[] }) {
  const t = useTranslations('ledger.need')
  const held = balances.filter(row => row.need > 0 || row.available > 0)
  const currencies = [...new Set(held.map(row => row.currency))]
  const short = balances.find(row => row.short > 0)?.currency
  const [picked, setPicked] = useState<string>()
  // What was picked is gone once nobody holds or needs any of it.
  const chosen = currencies.find(of => of === picked) ?? short ?? currencies[0]
  if (chosen === undefined) return null
  const rows = held
    .filter(row => row.currency === chosen)
    .sort((a, b) => b.need - a.need || b.available - a.available)
  const scale = Math.max(1, ...rows.map(row => Math.max(row.need, row.available)))
  return (
    <Card
      title={t('title')}
      note={
        currencies.length > 1 ? (
          <span className="seg-note">
            <Segmented
              label={t('currency')}
              segments={currencies.map(value => ({ value, label: value }))}
              value={chosen}
              onChange={setPicked}
            />
          </span>
        ) : (
          chosen
        )
      }
    >
      <div className="fund-grid">
        <Legend />
        <span className="cap t3 r fh">{t('need', { currency: chosen })}</span>
        <span className="cap t3 r fh">{t('after')}</span>
        {rows.map(row => (
          <BarRow key={row.employer_uuid} row={row} scale={scale} />
        ))}
      </div>
    </Card>
  )
}

function Legend() {
  const t = useTranslations('ledger.need')
  return (
    <span className="row g12 wrap meta t2 fund-legend">
      <span className="row g6">
        <span className="key covers" style={{ background: 'var(--primary)' }} />
        {t('legend.covered')}
      </span>
      <span className="row g6">
        <span className="key hatch" />
        {t('legend.missing')}
      </span>
      <span className="row g6">
        <span className="key spare" />
        {t('legend.spare')}
      </span>
    </span>
  )
}

function BarRow({ row, scale }: { row: Balance; scale: number }) {
  const t = useTranslations('ledger.need')
  const width = (minor: number) => ({ width: `${(minor / scale) * 100}%` })
  const after = row.available - row.need
  const covered = row.need - row.short
  const exponent = exponentOf(row.currency)
  const words = t(row.short > 0 ? 'missing' : 'spare', {
    company: row.company_name,
    need: moneyText(inCurrency(row, row.need)),
    amount: moneyText(inCurrency(row, row.short > 0 ? row.short : after)),
  })
  return (
    <div className="fund-row">
      <bdi className="w5 cut">{row.company_name}</bdi>
      <span className="fbar" role="img" aria-label={words}>
        {covered > 0 && <span style={{ ...width(covered), background: 'var(--primary)' }} />}
        {row.short > 0 && <span className="hatch" style={width(row.short)} />}
        {after > 0 && <span className="spare" style={width(after)} />}
      </span>
      <span className="r need">
        <Amount minor={row.need} exponent={exponent} />
      </span>
      <span className={cx('r after', row.short > 0 ? 'warn w6' : 't2')}>
        <Amount minor={row.short > 0 ? -row.short : after} exponent={exponent} signed />
      </span>
    </div>
  )
}
