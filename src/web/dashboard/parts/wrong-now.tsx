import { useTranslations } from 'use-intl'
import { isWrong } from '#domain/payments/lost.ts'
import { useMay } from '#web/kernel/me.ts'
import { dayText, whenText } from '#web/parts/times.ts'
import { cyclePath, useWrongWords, type WrongCycle } from '#web/payroll/shared.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { StatusChip } from '#web/ui/chip.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import './wrong-now.css'

/** What is wrong with pay, the worst first: what it is, who acts and since when, and where to see to it. */
export function WrongNow({ cycles }: { cycles: readonly WrongCycle[] }) {
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
            <WrongRow key={`${row.cycle_uuid} ${row.pay_state.state}`} row={row} first={at === 0} />
          ))}
        </ul>
      </div>
    </>
  )
}

function WrongRow({ row, first }: { row: WrongCycle; first: boolean }) {
  const t = useTranslations('dashboard.wrongNow')
  const { title, text } = useWrongWords()(row)
  const { state, days_late: days } = row.pay_state
  const mine = useStep(row)
  return (
    <li className={first ? 'worst' : undefined}>
      <span className="tile">
        <Icon name={isWrong(state) ? 'blocked' : 'clock'} />
      </span>
      <div className="what">
        <div className="row g8 wrap">
          <span className="w6">{title}</span>
          <StatusChip tone="err">{t(`states.${state}`, { days })}</StatusChip>
        </div>
        <div className="meta t2 mt4">{text}</div>
      </div>
      <Who row={row} mine={mine !== undefined} />
      <div>
        <span className="sr">{t('since')} </span>
        <div className="w6">{dayText(row.pay_date)}</div>
        <div className="meta t3">{days > 0 ? t('days', { days }) : t('today')}</div>
      </div>
      <LinkButton
        href={mine?.href ?? cyclePath('payroll-run', row)}
        variant={first ? 'primary' : 'secondary'}
      >
        {t(`verbs.${mine?.verb ?? 'see'}`)}
      </LinkButton>
    </li>
  )
}

/** What the reader does about it, where it is theirs. */
function useStep(row: WrongCycle) {
  const may = useMay()
  if (row.pay_state.state === 'UNAPPROVED' && row.allowed_actions.includes('approve'))
    return { verb: 'review', href: cyclePath('payroll-run', row) } as const
  if (row.to_send.length > 0 && row.pay_state.state === 'SHORT' && may('announceFunding'))
    return { verb: 'fund', href: '/employer/fund-payroll' } as const
  return undefined
}

function Who({ row: { pay_state }, mine }: { row: WrongCycle; mine: boolean }) {
  const t = useTranslations('dashboard.wrongNow')
  const { acts, state, until, count } = pay_state
  return (
    <div>
      <span className="sr">{t('who')} </span>
      <div className="w6">{mine ? t('actors.YOU') : t(`actors.${acts}`, { count })}</div>
      <div className="meta t3">
        {until
          ? t('opens', { when: whenText(until) })
          : t(`does.${state === 'SHORT' && acts === 'CORRIDOR' ? 'announced' : state}`)}
      </div>
    </div>
  )
}
