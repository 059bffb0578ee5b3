import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query, useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { type Answer, Awaited } from '#web/parts/awaited.tsx'
import { MoneyAmount } from '#web/parts/money.tsx'
import { monthDay, shortRange } from '#web/parts/times.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { Say } from '#web/ui/say.tsx'
import { CYCLE_CHANGES } from './cycle-changes.ts'
import type { CycleView } from './pay-chips.tsx'

export type UnpaidPeriod = ClientOutput<'listUnpaidPeriods'>['items'][number]

/** The days of a contract that no cycle paid, and the button that adds them to the next one; nothing where every day is paid. */
export function UnpaidPeriodCard({ contract_uuid }: { contract_uuid: string }) {
  const t = useTranslations('payroll.unpaid')
  const unpaid = useQuery(query('listUnpaidPeriods', { query: { contract_uuid } }))
  const [of] = unpaid.data?.items ?? []
  return of ? <Unpaid of={of} /> : <Awaited of={[unpaid]} failed={t('unknown')} />
}

/** What earlier periods owe to people of a policy, with the button that adds it to the pay of this cycle; nothing where that is none. */
export function CycleUnpaid({
  cycle: { policy_uuid, period },
  unpaid,
}: {
  cycle: CycleView
  unpaid: Answer & { readonly data: ClientOutput<'listUnpaidPeriods'> | undefined }
}) {
  const t = useTranslations('payroll.unpaid')
  if (!unpaid.data) return <Awaited of={[unpaid]} failed={t('unknown')} />
  return unpaid.data.items
    .filter(of => of.policy_uuid === policy_uuid && of.pay_date === period.pay_date)
    .map(of => <Unpaid key={of.contract_uuid} of={of} named />)
}

/** As many periods are listed; the sum above is of all. */
const MOST = 5

function Unpaid({ of, named = false }: { of: UnpaidPeriod; named?: boolean }) {
  const t = useTranslations('payroll.unpaid')
  const add = useCall('addUnpaidPeriods', {
    refresh: [...CYCLE_CHANGES, 'listUnpaidPeriods', 'getContract'],
    onSuccess: () => openAlert(t('done'), { severity: 'success' }),
  })
  const { periods, pay_date } = of
  const date = monthDay(periods[0]?.start_date ?? '')
  const raise = periods.every(({ kind }) => kind === 'RAISE')
  const title = raise ? 'raiseTitle' : 'title'
  return (
    <Card
      title={
        named
          ? t.rich(`${title}Of`, { name: () => <bdi>{of.contractor_name}</bdi>, date })
          : t(title, { date })
      }
      note={<MoneyAmount of={of.amount} strong />}
      pad
    >
      <div className="stack g12">
        <DefinitionRows
          rows={[
            ...periods.slice(0, MOST).map(period => ({
              id: `${period.kind} ${period.start_date} ${period.before?.amount_in_smallest_unit}`,
              term: (
                <>
                  {t.rich(period.kind === 'RAISE' ? 'raise' : 'period', {
                    days: shortRange(period.start_date, period.end_date),
                    of: chunks => <span className="t3">{chunks}</span>,
                    hours: period.hours.toFixed(2),
                    rate: () => <MoneyAmount of={period.rate} size="sm" />,
                    before: () => period.before && <MoneyAmount of={period.before} size="sm" />,
                    revision: of.contract_revision,
                  })}
                </>
              ),
              value: <MoneyAmount of={period.amount} />,
            })),
            ...(periods.length > MOST
              ? [{ id: 'more', term: t('more', { count: periods.length - MOST }), sub: true }]
              : []),
          ]}
        />
        <Say kind="unusual" word={t('word')}>
          {pay_date ? t(raise ? 'raised' : 'text') : t('noCycle', { policy: of.policy_label })}
        </Say>
        {of.allowed_actions.includes('add') && pay_date && (
          <Button
            loading={add.isPending}
            onClick={() => add.mutate({ params: { contract_uuid: of.contract_uuid } })}
          >
            {t('add', { date: monthDay(pay_date) })}
          </Button>
        )}
      </div>
    </Card>
  )
}
