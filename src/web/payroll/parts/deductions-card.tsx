import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { shortDate } from '#web/parts/times.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

type Deduction = ClientOutput<'listNextPays'>[number]['deductions'][number]

/** Deductions that employers ask for: whose, how much, why, and until when it can be answered. */
export function DeductionsCard({ asked }: { asked: readonly Deduction[] }) {
  const t = useTranslations('payroll.deductions')
  return (
    <Card title={t('title')}>
      <ul className="list-rows">
        {asked.map(deduction => (
          <Asked key={deduction.deduction_uuid} deduction={deduction} />
        ))}
      </ul>
    </Card>
  )
}

function Asked({ deduction }: { deduction: Deduction }) {
  const t = useTranslations('payroll.deductions')
  const { deduction_uuid, amount, employer_name, pay_date } = deduction
  const answer = useCall('answerDeduction', {
    refresh: ['listNextPays', 'listDeductions'],
    onSuccess: ({ state }) =>
      openAlert(t(state === 'DECLINED' ? 'declined' : 'agreed'), { severity: 'success' }),
  })
  const say = (agrees: boolean) => answer.mutate({ params: { deduction_uuid }, body: { agrees } })
  return (
    <li className="stack g12">
      <div>
        <div className="w6">
          {t.rich('lead', {
            employer: () => <bdi>{employer_name}</bdi>,
            amount: () => <MoneyAmount of={amount} />,
            date: shortDate(pay_date),
          })}
        </div>
        <p className="meta t2">
          {deduction.asked_by ? t('by', { name: deduction.asked_by }) : t('writes')} “
          <bdi>{deduction.words}</bdi>”
        </p>
        <p className="meta t2">{t('answerBy', { date: shortDate(deduction.answer_by) })}</p>
      </div>
      <div className="row g8 wrap">
        <Button variant="secondary" loading={answer.isPending} onClick={() => say(true)}>
          {t('agree')}
        </Button>
        <Button variant="secondary" disabled={answer.isPending} onClick={() => say(false)}>
          {t('decline')}
        </Button>
      </div>
    </li>
  )
}
