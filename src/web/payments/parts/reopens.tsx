import { Fragment } from 'react'
import { useTranslations } from 'use-intl'
import { monthDay } from '#web/parts/times.ts'
import type { NextPay } from '../queries.ts'

/** What changing where pay goes does to each pay that is approved and has not left, said before it is changed. */
export function Reopens({ pays }: { pays: readonly NextPay[] }) {
  const t = useTranslations('payments.reopens')
  return pays
    .filter(({ approval }) => approval === 'REOPENS')
    .map(({ line_item_uuid, employer_name, pay_date }) => (
      <Fragment key={line_item_uuid}>
        {' '}
        {t.rich('text', { date: monthDay(pay_date), employer: () => <bdi>{employer_name}</bdi> })}
      </Fragment>
    ))
}

/** The same of a first account or wallet: it concerns what goes nowhere as yet. */
export function ReopensHomeless({ pays }: { pays: readonly NextPay[] }) {
  const nowhere = ({ parts }: NextPay) => parts.some(part => part.destination_uuid === null)
  return <Reopens pays={pays.filter(nowhere)} />
}
