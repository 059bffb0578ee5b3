import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { formatDateLong } from '#domain/kernel/plain-date.ts'
import { isWrong } from '#domain/payments/lost.ts'
import { useToday } from '#web/kernel/me.ts'
import { MoneyAmount, MoneyList } from '#web/parts/money.tsx'
import { periodText, whenText } from '#web/parts/times.ts'
import { arriving, type NextPay, useReason } from '#web/payments/shared.tsx'
import { PageHead } from '#web/ui/page.tsx'

/** The pay that matters most, in a sentence with its amount, and what of it waits for whom. */
export function PayHead({ pay }: { pay: NextPay }) {
  const t = useTranslations('dashboard.contractor.pay')
  const today = useToday() ?? pay.pay_date
  const { state, days_late, arrives } = pay.pay_state
  const { form, date = pay.pay_date } = headOf(pay, today)
  const wrong = pay.parts.filter(part => part.status === state)
  return (
    <PageHead
      title={t.rich(form, {
        amount: () =>
          wrong.length > 0 ? (
            <MoneyList of={wrong.map(arriving)} />
          ) : (
            <MoneyAmount of={pay.amount} />
          ),
        date: formatDateLong(arrives && form === 'arrives' ? arrives : date),
        days: days_late,
      })}
      lead={<PayLead pay={pay} late={days_late > 0} today={today} />}
      wrong={pay.pay_state.tone === 'WRONG'}
    />
  )
}

type Form = Parameters<ReturnType<typeof useTranslations<'dashboard.contractor.pay'>>['rich']>[0]

function headOf({ pay_state, pay_date }: NextPay, today: string): { form: Form; date?: string } {
  const { state, days_late, arrives } = pay_state
  if (isWrong(state) || state === 'ARRIVED') return { form: state }
  if (state === 'ON_THE_WAY') {
    if (arrives === null || arrives === today) return { form: 'arrivesToday' }
    return { form: arrives < today ? 'unconfirmed' : 'arrives', date: arrives }
  }
  if (days_late > 0) return { form: 'late' }
  if (pay_date !== today) return { form: 'comes' }
  return { form: state === 'DUE' ? 'leaves' : 'today' }
}

/** Where a pay stands, in one sentence for whom it pays: wherever that is said, it is this one. */
export function PayLead({
  pay,
  late,
  today,
}: {
  pay: NextPay
  late: boolean
  today: string
}): ReactNode {
  const t = useTranslations('dashboard.contractor.lead')
  const reasonOf = useReason()
  const { state, until, arrives } = pay.pay_state
  const [blocker] = pay.blockers
  const again = pay.approval === 'GOES_BACK'
  const employer = () => <bdi>{pay.employer_name}</bdi>
  const period = periodText(pay.start_date, pay.end_date)
  switch (state) {
    case 'FAILED':
    case 'RETURNED': {
      const reason = pay.parts.find(part => part.status === state)?.failure_reason ?? ''
      return t('kept', { reason })
    }
    case 'UNKNOWN':
      return t('UNKNOWN')
    case 'UNAPPROVED':
      return <span>{t.rich(again ? 'GOES_BACK' : 'UNAPPROVED', { employer })}</span>
    case 'SHORT':
      return <span>{t.rich(state, { employer })}</span>
    case 'BLOCKED':
      return blocker ? reasonOf(blocker) : null
    case 'COOLING':
      return t('COOLING', { when: whenText(until ?? pay.pay_date) })
    case 'DUE':
      return <span>{t.rich(late ? 'late' : 'DUE', { employer, period })}</span>
    case 'ON_THE_WAY':
      if (arrives !== null && arrives < today) return t('unconfirmed')
      return <span>{t.rich('from', { employer, period })}</span>
    default:
      return <span>{t.rich(again ? 'GOES_BACK' : 'from', { employer, period })}</span>
  }
}
