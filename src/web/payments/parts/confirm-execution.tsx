import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { networkName } from '#domain/kernel/network.ts'
import { MoneyAmount, MoneyStack } from '#web/parts/money.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { NextStep, StepIcon } from '#web/ui/say.tsx'
import type { Checklist } from '../queries.ts'
import { RefusedList } from './refused-list.tsx'
import { useExecute } from './use-execute.ts'

/** Confirms exactly what the checklist shows to be ready, after naming it by rail once more. */
export function ConfirmExecution({ checklist }: { checklist: Checklist }) {
  const t = useTranslations('payments.confirm')
  const tRails = useTranslations('payments.rails')
  const [asking, setAsking] = useState(false)
  const { execute, isPending, refused } = useExecute(() => setAsking(false))
  const { pay_date, ready, ready_payments: count, ready_totals, digest } = checklist
  return (
    <>
      <NextStep
        icon={<StepIcon name="send" />}
        title={t('title')}
        action={
          <Button size="lg" onClick={() => setAsking(true)}>
            {t('confirm')}
          </Button>
        }
      >
        {t('text', { count })}
      </NextStep>
      <ConfirmDialog
        open={asking}
        title={t('ask', { count })}
        verb={t('confirm')}
        loading={isPending}
        onConfirm={() =>
          execute({ pay_date, ready: { payments: count, totals: ready_totals, digest } })
        }
        onClose={() => setAsking(false)}
      >
        <DefinitionRows
          rows={[
            ...ready.map(rail => ({
              id: `${rail.network} ${rail.currency}`,
              term: t('rail', {
                network: rail.network === 'fiat' ? tRails('bank') : networkName(rail.network),
                count: rail.payments,
              }),
              value: (
                <MoneyAmount
                  of={{ currency: rail.currency, amount_in_smallest_unit: rail.total }}
                />
              ),
            })),
            {
              id: 'total',
              term: t('total'),
              value: <MoneyStack of={ready_totals} strong />,
              strong: true,
              ruled: true,
            },
          ]}
        />
        <p className="meta t2">{t('note')}</p>
        <RefusedList refused={refused} />
      </ConfirmDialog>
    </>
  )
}
