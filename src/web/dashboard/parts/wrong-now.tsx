import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { dayText, whenText } from '#web/parts/times.ts'
import { payIcon, RemindPayees, type ToldCycle, useCycleWords } from '#web/payroll/shared.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { StatusChip } from '#web/ui/chip.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import './wrong-now.css'

/** What is wrong with pay, the worst first: what it is, who acts and since when, and where to see to it. */
export function WrongNow({ cycles }: { cycles: readonly ToldCycle[] }) {
  const t = useTranslations('dashboard.wrongNow')
  return (
    <>
      <SectionHead title={t('title')} />
      <div className="card clip wrong-now">
        <div className="wrong-head" aria-hidden="true">
          <span>{t('what')}</span>
          <span>{t('who')}</span>
          <span>{t('since')}</span>
        </div>
        <ul>
          {cycles.map((row, at) => (
            <WrongRow
              key={`${row.cycle_uuid} ${row.pay_state.state} ${row.pay_state.acts}`}
              row={row}
              first={at === 0}
            />
          ))}
        </ul>
      </div>
    </>
  )
}

function WrongRow({ row, first }: { row: ToldCycle; first: boolean }) {
  const t = useTranslations('dashboard.wrongNow')
  const { pay_state } = row
  const { days_late: days, until } = pay_state
  const said = useCycleWords()(row, pay_state)
  const variant = first ? 'primary' : 'secondary'
  return (
    <li className={first ? 'worst' : undefined}>
      <span className="tile">
        <Icon name={payIcon(pay_state)} />
      </span>
      <div className="what">
        <div className="row g8 wrap">
          <span className="w6">{said.title}</span>
          <StatusChip tone="err">{said.brief}</StatusChip>
        </div>
        <div className="meta t2 mt4">{said.lead}</div>
      </div>
      <div>
        <span className="sr">{t('who')} </span>
        <div className="w6">{said.who}</div>
        <div className="meta t3">{until ? t('opens', { when: whenText(until) }) : said.does}</div>
      </div>
      <div>
        <span className="sr">{t('since')} </span>
        <div className="w6">{dayText(row.pay_date)}</div>
        <div className="meta t3">{days > 0 ? t('days', { days }) : t('today')}</div>
      </div>
      <div className="acts">
        {pay_state.asks && (
          // As high as what comes.
          <Suspense
            fallback={<span className={pay_state.asks.open ? 'btn s' : 'meta'}>&nbsp;</span>}
          >
            <RemindPayees of={row} state={pay_state} variant={variant} />
          </Suspense>
        )}
        {said.step && (
          <LinkButton href={said.step.href} variant={pay_state.asks?.open ? 'secondary' : variant}>
            {said.step.verb}
          </LinkButton>
        )}
      </div>
    </li>
  )
}
