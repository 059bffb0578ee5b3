import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { NOTICE_DAYS } from '#domain/contracts/contract.ts'
import { formatDate, formatDateLong } from '#domain/kernel/plain-date.ts'
import { useToday } from '#web/kernel/me.ts'
import { query, useCall } from '#web/kernel/queries.ts'
import type { ApiName, ClientOutput } from '#web/kernel/types.ts'
import { type Answer, Awaited } from '#web/parts/awaited.tsx'
import { useDraft } from '#web/parts/draft.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { useRefusal } from '#web/parts/refusal.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Say } from '#web/ui/say.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import type { ContractView } from './contract-entry.ts'

/** Of two lines of it, in pixels. */
const LAST_PAY_HEIGHT = 68

const REFRESH: readonly ApiName[] = ['getContract', 'getContractor', 'listContractors']

/** Discards a contract that nobody earns on. */
export function DiscardButton({ contract }: { contract: ContractView }) {
  const t = useTranslations('contracts.discard')
  const [asking, setAsking] = useState(false)
  const discard = useCall('discardContract', {
    refresh: REFRESH,
    onSuccess: () => {
      setAsking(false)
      openAlert(t('done'), { severity: 'success' })
    },
  })
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t('verb')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('title')}
        verb={t('verb')}
        danger
        loading={discard.isPending}
        onConfirm={() =>
          discard.mutate({
            params: { id: contract.contract_uuid },
            query: { seen: contract.status },
          })
        }
        onClose={() => setAsking(false)}
      >
        {t('text')}
      </ConfirmDialog>
    </>
  )
}

/** Closes an active contract on a day; the contractor is told by mail. */
export function CompleteButton({ contract }: { contract: ContractView }) {
  const t = useTranslations('contracts.complete')
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t('verb')}
      </Button>
      {asking && <CompleteDialog contract={contract} onClose={() => setAsking(false)} />}
    </>
  )
}

function CompleteDialog({ contract, onClose }: { contract: ContractView; onClose: () => void }) {
  const t = useTranslations('contracts.complete')
  const today = useToday()
  const [day, setDay] = useDraft({ dialog: 'last day' }, today)
  const [reason, setReason] = useDraft({ dialog: 'why it ends' }, '')
  const wrong = useRefusal({ desired_completion_date: day, reason })
  const paid = useLastPay(contract.contract_uuid, day)
  // What would be refused is said before it is pressed; of a day that is still looked at nothing is known.
  const refused = paid.isLooking ? undefined : paid.lastPay?.refused?.reason
  const complete = useCall('completeContract', {
    refresh: REFRESH,
    onSuccess: ended => {
      onClose()
      if (saysNothingNew(contract, ended, reason)) openAlert(t('already'), { severity: 'info' })
      else openAlert(t('done'), { severity: 'success' })
    },
    onProblem: wrong.hear,
  })
  return (
    <FormDialog
      onClose={onClose}
      title={t('title', { name: contract.contractor_name })}
      lead={t('lead')}
      submit={t('verb')}
      variant="danger-filled"
      pending={complete.isPending}
      // What is still paid is read before it is pressed, and moves the button no more.
      disabled={paid.isLooking}
      refused={wrong.whole}
      onSubmit={() =>
        complete.mutate({
          params: { id: contract.contract_uuid },
          body: { desired_completion_date: day, reason },
        })
      }
    >
      <DateField
        id="desired_completion_date"
        label={t('lastDay')}
        required
        value={day}
        min={contract.contract_start_date}
        error={wrong.of('desired_completion_date') ?? refused}
        today={today}
        onChange={setDay}
      />
      {day && !refused && <Notice contract={contract} day={day} />}
      {day && !refused && <LastPay {...paid} />}
      <GoesOn contract={contract} />
      <TextField
        id="reason"
        label={t('reason.label')}
        help={t('reason.help')}
        value={reason}
        error={wrong.of('reason')}
        onChange={event => setReason(event.target.value)}
      />
    </FormDialog>
  )
}

/** What the contract that both signed asks for, where the day is earlier than it. */
function Notice({ contract, day }: { contract: ContractView; day: string }) {
  const t = useTranslations('contracts.complete')
  const { notice_ends_on: until, contract_end_date: end, contractor_name: name } = contract
  if (!until || day >= until || day === end) return null
  return (
    <div role="status">
      <Say kind="unusual">{t('notice', { days: NOTICE_DAYS, until: formatDate(until), name })}</Say>
    </div>
  )
}

/** That the role goes on by a later revision, where one is signed. A process of before does not say. */
function GoesOn({ contract: { superseded_on: from } }: { contract: ContractView }) {
  const t = useTranslations('contracts.complete')
  return from ? <Say kind="note">{t('goesOn', { date: formatDate(from) })}</Say> : null
}

/** Whether it ends as it did before, with no other words: then nobody was mailed. */
function saysNothingNew(before: ContractView, ended: ContractView, reason: string): boolean {
  return (
    ended.status === before.status &&
    ended.contract_end_date === before.contract_end_date &&
    (reason.trim() === '' || ended.end_reason === before.end_reason)
  )
}

type Paid = {
  readonly lastPay: ClientOutput<'getLastPay'> | undefined
  /** Whether it is not there yet for the day that is asked about. */
  readonly isLooking: boolean
  readonly asked: Answer
}

/** What is still paid if a day is the last one; of the day before until that is known. */
function useLastPay(contract_uuid: string, day: string): Paid {
  const asked = useQuery({
    ...query('getLastPay', { params: { id: contract_uuid }, query: { last_day_on: day } }),
    enabled: day !== '',
    placeholderData: keepPreviousData,
  })
  const { data, isFetching, isPlaceholderData, isPending } = asked
  return { lastPay: data, isLooking: isFetching && (isPending || isPlaceholderData), asked }
}

/** What is still paid if this is the last day, as the server reckons it: the last pay, and what becomes of those that are open. */
function LastPay({ lastPay, isLooking, asked }: Paid) {
  const t = useTranslations('contracts.complete')
  if (!lastPay)
    return isLooking ? (
      <Skeleton height={LAST_PAY_HEIGHT} />
    ) : (
      <Awaited of={[asked]} failed={t('unknown')} />
    )
  const { pays, last_pay: last } = lastPay
  return (
    <div role="status" className="stack g8">
      <Say kind="note">
        {last
          ? t.rich('last', {
              date: formatDateLong(last.pay_date),
              amount: () => <MoneyAmount of={last.amount} strong />,
            })
          : t('nothing')}
      </Say>
      <DefinitionRows
        rows={pays.map(pay => ({
          id: `${pay.pay_date} ${pay.start_date} ${pay.status}`,
          term: t('of', { date: formatDate(pay.pay_date) }),
          value: <Becomes pay={pay} />,
        }))}
      />
    </div>
  )
}

function Becomes({ pay: { amount, after } }: { pay: ClientOutput<'getLastPay'>['pays'][number] }) {
  const t = useTranslations('contracts.complete')
  const parts = {
    amount: () => amount && <MoneyAmount of={amount} />,
    after: () => <MoneyAmount of={after} strong />,
  }
  if (!amount) return t.rich('coming', parts)
  const paid = Number(after.amount_in_smallest_unit)
  if (paid === 0) return t.rich('gone', parts)
  return t.rich(
    after.amount_in_smallest_unit === amount.amount_in_smallest_unit ? 'stays' : 'becomes',
    parts,
  )
}
