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

/** The money that is still to be sent, is said to be on its way, or is asked for later; of what is only reckoned, that it is. */
function Lacks({ row: { short, on_its_way, to_send, estimate } }: { row: CycleRow }) {
  const t = useTranslations('payroll.coverage')
  if (short.length === 0) return estimate ? <span className="t3">{t('estimate')}</span> : null
  const asked = to_send.length > 0
  const sum = asked ? to_send : on_its_way
  const said = asked ? (estimate ? 'needs' : 'short') : 'onItsWay'
  return (
    <span className={`${asked ? 'warn w5' : 't2'} row g4 end`}>
      <Icon name={asked ? 'warning' : 'clock'} size={16} />
      <span>
        {to_send.length > 1
          ? t('currencies', { count: to_send.length })
          : sum.length > 0
            ? t.rich(said, { amount: () => <MoneyList of={sum} /> })
            : t('unverified')}
      </span>
    </span>
  )
}
