import { useTranslations } from 'use-intl'
import { MoneyList } from '#web/parts/money.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { payIcon, useCycleWords } from './cycle-words.tsx'
import type { CycleRow } from './pay-chips.tsx'

/** What is said of a cycle in a few words, and what its money lacks. */
export function Coverage({ row }: { row: CycleRow }) {
  const { pay_state, short } = row
  return (
    <>
      {pay_state && (pay_state.tone === 'WRONG' || short.length === 0) && (
        <Brief row={row} of={pay_state} />
      )}
      <Lacks row={row} />
    </>
  )
}

const COLOURS = { WRONG: 'err w5', WAITS: 't2', FINE: 'ok w5' } as const

function Brief({ row, of }: { row: CycleRow; of: NonNullable<CycleRow['pay_state']> }) {
  const { brief } = useCycleWords()(row, of)
  return (
    <span className={`${COLOURS[of.tone]} row g4 end`}>
      <Icon name={payIcon(of)} size={16} />
      {brief}
    </span>
  )
}

/** The money that is said to be on its way, is still to be sent, or is asked for later; of what is only reckoned, that it is. */
function Lacks({ row }: { row: CycleRow }) {
  const t = useTranslations('payroll.coverage')
  if (row.short.length > 0 && row.to_send.length === 0)
    return (
      <span className="t2 row g4 end">
        <Icon name="clock" size={16} />
        <span>
          {row.on_its_way.length > 0
            ? t.rich('onItsWay', { amount: () => <MoneyList of={row.on_its_way} /> })
            : t('unverified')}
        </span>
      </span>
    )
  if (row.short.length > 0)
    return (
      <span className="warn w5 row g4 end">
        <Icon name="warning" size={16} />
        <span>
          {row.to_send.length > 1
            ? t('currencies', { count: row.to_send.length })
            : t.rich(row.estimate ? 'needs' : 'short', {
                amount: () => <MoneyList of={row.to_send} />,
              })}
        </span>
      </span>
    )
  return row.estimate ? <span className="t3">{t('estimate')}</span> : null
}
