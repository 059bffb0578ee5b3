import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { UNPAID_STATUSES } from '#domain/payments/payment.ts'
import { WaitingSteps } from '#web/approvals/shared.tsx'
import { useAddress } from '#web/kernel/navigation.tsx'
import { query, useCall } from '#web/kernel/queries.ts'
import type { ClientInput } from '#web/kernel/types.ts'
import { CursorPager, usePaging } from '#web/parts/cursor-pager.tsx'
import { LoadProblem } from '#web/parts/loaded.tsx'
import { ListTools } from '#web/parts/search-box.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { CRAMPED, useNarrow } from '#web/ui/use-narrow.ts'
import type { MendAction, OperatorPayment, PaymentStatus } from '../queries.ts'
import { FreezeButton } from './freeze-button.tsx'
import { Freezes } from './freezes.tsx'
import { MendDialog } from './mend-dialog.tsx'
import { PaymentCards } from './payment-cards.tsx'
import { PaymentAmount } from './payment-row-parts.tsx'
import { PaymentTable } from './payment-table.tsx'
import { SelectedActions } from './selected-actions.tsx'
import { TransactionsHead } from './transactions-head.tsx'
import { useSelection } from './use-selection.ts'

type Query = NonNullable<ClientInput<'listUnpaid'>['query']>

/** Unpaid payments, filtered by the address, with what may be done to those that are chosen. */
export function UnpaidList() {
  const t = useTranslations('payments.unpaid')
  const { get } = useAddress()
  const paging = usePaging()
  const cramped = useNarrow(CRAMPED)
  const filter: Query = {
    ...(get('status') ? { status: get('status') as PaymentStatus } : {}),
    ...(get('search') ? { search: get('search') } : {}),
    ...paging.query,
  }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...query('listUnpaid', { query: filter }),
    placeholderData: keepPreviousData,
  })
  const payments = data?.items ?? []
  const selection = useSelection(payments)
  const [mending, setMending] = useState<{
    action: MendAction
    items: readonly OperatorPayment[]
  }>()
  const onMend = (action: MendAction, items: readonly OperatorPayment[]) =>
    setMending({ action, items })
  const [again, setAgain] = useState<OperatorPayment>()
  return (
    <>
      <TransactionsHead
        title={data ? t(`headline.${headOf(data.counts)}`, countsOf(data.counts)) : t('title')}
        lead={t('lead')}
        wrong={data !== undefined && headOf(data.counts) === 'failed'}
        actions={<FreezeButton />}
      />
      <Freezes />
      <WaitingSteps kind="execute_payments" spaced />
      <StatusToolbar counts={data?.counts} />
      {error ? (
        <LoadProblem problem={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div role="status" aria-label={t('loading')}>
          <CardSkeleton height={460} />
        </div>
      ) : payments.length === 0 ? (
        <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>
      ) : (
        <div aria-busy={isPlaceholderData}>
          {cramped ? (
            <PaymentCards
              payments={payments}
              selection={selection}
              onRetry={setAgain}
              onMend={onMend}
            />
          ) : (
            <PaymentTable
              payments={payments}
              selection={selection}
              actions={<SelectedActions selection={selection} onMend={onMend} />}
              onRetry={setAgain}
            />
          )}
          <CursorPager
            paging={paging}
            cursor={data.next_cursor}
            shown={payments.length}
            name={t('shown')}
            loading={isPlaceholderData}
          />
        </div>
      )}
      {mending && <MendDialog {...mending} onClose={() => setMending(undefined)} />}
      {again && <RetryDialog payment={again} onClose={() => setAgain(undefined)} />}
    </>
  )
}

/** Asks before a payment goes once more to the account at which it did not arrive: what was said there is said again. */
function RetryDialog({ payment, onClose }: { payment: OperatorPayment; onClose: () => void }) {
  const t = useTranslations('payments.unpaid')
  const to = payment.elsewhere
  const retry = useCall('retryPayment', {
    refresh: ['listUnpaid', 'getChecklist'],
    onSuccess: () => openAlert(t('retried'), { severity: 'success' }),
  })
  return (
    <ConfirmDialog
      open
      danger
      title={t.rich('retryAsk.title', {
        amount: () => <PaymentAmount payment={payment} />,
        name: () => <bdi>{payment.contractor_name}</bdi>,
      })}
      verb={t('retryAsk.verb')}
      loading={retry.isPending}
      onConfirm={() =>
        retry.mutate(
          {
            params: { id: payment.payment_uuid },
            ...(to && { body: { destination_uuid: to.destination_uuid } }),
          },
          { onSettled: onClose },
        )
      }
      onClose={onClose}
    >
      <p>
        {to
          ? t('retryAsk.elsewhere', { account: payment.destination_account, other: to.label })
          : t('retryAsk.where', { account: payment.destination_account })}{' '}
        {payment.failure_reason}
      </p>
      {!to && <p className="mt8">{t('retryAsk.other')}</p>}
    </ConfirmDialog>
  )
}

/** How many payments there are, how many of them need a hand, were sent, are frozen, and are still to be sent. */
function countsOf(counts: Readonly<Record<string, number>>) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const failed = (counts.FAILED ?? 0) + (counts.RETURNED ?? 0) + (counts.UNKNOWN ?? 0)
  const sent = (counts.EXECUTING ?? 0) + (counts.SENT ?? 0)
  const frozen = counts.FROZEN ?? 0
  return { all, failed, sent, frozen, open: all - failed - sent - frozen }
}

/** What an operator does first. */
function headOf(counts: Readonly<Record<string, number>>) {
  const { failed, frozen, sent } = countsOf(counts)
  return failed > 0 ? 'failed' : frozen > 0 ? 'frozen' : sent > 0 ? 'sent' : 'open'
}

function StatusToolbar({ counts }: { counts: Readonly<Record<string, number>> | undefined }) {
  const t = useTranslations('payments.unpaid')
  const tStatus = useTranslations('payments.status')
  const { get, set } = useAddress()
  const shown = UNPAID_STATUSES.filter(
    status => (counts?.[status] ?? 0) > 0 || get('status') === status,
  )
  return (
    <ListTools search={t('search')}>
      <Segmented
        label={t('status')}
        segments={[
          { value: '', label: t('all'), count: counts && countsOf(counts).all },
          ...shown.map(status => ({
            value: status,
            label: tStatus(status),
            count: counts && (counts[status] ?? 0),
          })),
        ]}
        value={get('status')}
        onChange={value => set({ status: value, cursor: undefined })}
      />
    </ListTools>
  )
}
