import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { query, useCall } from '#web/kernel/queries.ts'
import type { ApiName, ClientOutput } from '#web/kernel/types.ts'
import { useAsk } from '#web/parts/ask.ts'
import { CursorPager, useOwnPaging } from '#web/parts/cursor-pager.tsx'
import { useDraft } from '#web/parts/draft.ts'
import { NotLoaded } from '#web/parts/loaded.tsx'
import { MoneyAmount } from '#web/parts/money.tsx'
import { Reference } from '#web/parts/reference.tsx'
import { shortDate } from '#web/parts/times.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import { Say } from '#web/ui/say.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import { type Balance, companiesOf } from './balance-words.ts'
import { type View, ViewChoice } from './view-choice.tsx'
import './funds.css'

type Receipt = ClientOutput<'listSuspense'>['items'][number]

const SHOWING: readonly ApiName[] = [
  ...(['listSuspense', 'getBalances', 'listApprovalSteps'] as const),
  ...(['listFundingRequests', 'getChecklist', 'listUnpaid'] as const),
]

/** What came in and names no employer: whose it may be, and ways to say so or to send it back. Nothing while nothing ever did. */
export function Unmatched({ balances }: { balances: readonly Balance[] }) {
  const t = useTranslations('ledger.unmatched')
  const [view, setView] = useState<View>('open')
  const paging = useOwnPaging(view)
  const receipts = useQuery({
    ...query('listSuspense', { query: { view, ...paging.query } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const { data, isPlaceholderData } = receipts
  if (!data) return <NotLoaded of={receipts} />
  if (data.items.length === 0 && view === 'open') return null
  return (
    <>
      <SectionHead title={t('title')} tools={<ViewChoice value={view} onChange={setView} />} />
      <p className="meta t2 mb12">{t('lead')}</p>
      <ul className="card clip rows first funds-rows">
        {data.items.map(of => (
          <ReceiptRow key={of.receipt_uuid} of={of} balances={balances} />
        ))}
      </ul>
      <CursorPager
        paging={paging}
        cursor={data.next_cursor}
        shown={data.items.length}
        name={t('name')}
        loading={isPlaceholderData}
      />
    </>
  )
}

function ReceiptRow({ of, balances }: { of: Receipt; balances: readonly Balance[] }) {
  const t = useTranslations('ledger.unmatched')
  const [doing, setDoing] = useState<'match' | 'refund'>()
  const { payer, allowed_actions, matched_to, refund_reference, apart } = of
  return (
    <li className="stack g12">
      <div className="row g16 between wrap top">
        <div className="grow">
          <div className="w5">
            <bdi>{payer.name || t('nobody')}</bdi>
          </div>
          <div className="meta t3">
            <span className="mono">
              <Reference of={of.reference} />
            </span>{' '}
            {t('received', { date: shortDate(of.received_on) })} <bdi>{payer.account}</bdi>
          </div>
          {payer.words && (
            <p className="meta t2">
              <bdi>{payer.words}</bdi>
            </p>
          )}
        </div>
        <MoneyAmount of={of.amount} strong />
      </div>
      {matched_to && (
        <Say kind="done" word={t('status.MATCHED')}>
          <bdi>{matched_to.company_name}</bdi>
        </Say>
      )}
      {refund_reference && (
        <Say kind="note" word={t(apart ? 'status.APART' : 'status.REFUNDED')}>
          {!apart && <bdi>{refund_reference}</bdi>} <bdi>{of.words}</bdi>
        </Say>
      )}
      {allowed_actions.length > 0 && (
        <Suggested of={of} onOther={() => setDoing('match')} onRefund={() => setDoing('refund')} />
      )}
      {doing === 'match' && (
        <MatchDialog of={of} balances={balances} onClose={() => setDoing(undefined)} />
      )}
      {doing === 'refund' && <RefundDialog of={of} onClose={() => setDoing(undefined)} />}
    </li>
  )
}

function useMatch(onDone?: () => void) {
  const t = useTranslations('ledger.unmatched')
  return useCall('matchReceipt', {
    refresh: SHOWING,
    onSuccess: ({ waiting }) => {
      openAlert(waiting ? waiting.reason : t('matched'), {
        severity: waiting ? 'info' : 'success',
      })
      onDone?.()
    },
  })
}

/** Whose it may be, one button each with the reason, and what else can be done. */
function Suggested({
  of: { receipt_uuid: id, suggestions },
  onOther,
  onRefund,
}: {
  of: Receipt
  onOther: () => void
  onRefund: () => void
}) {
  const t = useTranslations('ledger.unmatched')
  const match = useMatch()
  return (
    <div className="row g8 wrap">
      {suggestions.map(({ employer_domain, company_name, why }) => (
        <Button
          key={employer_domain}
          size="sm"
          variant="secondary"
          loading={match.isPending && match.variables?.body.employer_domain === employer_domain}
          onClick={() => match.mutate({ params: { id }, body: { employer_domain } })}
        >
          {t('suggested', {
            company: company_name || employer_domain,
            why: why.map(reason => t(`why.${reason}`)).join(', '),
          })}
        </Button>
      ))}
      <Button size="sm" variant={suggestions.length > 0 ? 'text' : 'secondary'} onClick={onOther}>
        {t(suggestions.length > 0 ? 'other' : 'match')}
      </Button>
      <Button size="sm" variant="text" onClick={onRefund}>
        {t('refund')}
      </Button>
    </div>
  )
}

function MatchDialog({
  of,
  balances,
  onClose,
}: {
  of: Receipt
  balances: readonly Balance[]
  onClose: () => void
}) {
  const t = useTranslations('ledger.unmatched')
  const [employer_domain, setDomain] = useState('')
  const match = useMatch(onClose)
  const params = { id: of.receipt_uuid }
  return (
    <FormDialog
      onClose={onClose}
      title={t('whose')}
      lead={<MoneyAmount of={of.amount} strong />}
      submit={t('match')}
      pending={match.isPending}
      disabled={!employer_domain}
      onSubmit={() => match.mutate({ params, body: { employer_domain } })}
    >
      <SelectField
        id="match-employer"
        label={t('employer')}
        required
        options={companiesOf(balances)}
        value={employer_domain}
        onChange={setDomain}
      />
    </FormDialog>
  )
}

function RefundDialog({ of, onClose }: { of: Receipt; onClose: () => void }) {
  const t = useTranslations('ledger.unmatched')
  const [typed, setTyped] = useDraft(
    { dialog: `refund ${of.receipt_uuid}` },
    { reference: '', words: '', apart: false, account: of.chain?.sender ?? '', unseen: false },
  )
  const { ask, isPending, wrong } = useAsk('refundReceipt', typed, {
    refresh: SHOWING,
    onDone: onClose,
  })
  const { account, unseen, apart, reference, words } = typed
  return (
    <FormDialog
      onClose={onClose}
      title={t(apart ? 'apartTitle' : 'refundTitle')}
      lead={t(apart ? 'apartLead' : of.chain ? 'chainLead' : 'refundLead')}
      submit={t('refundSubmit')}
      pending={isPending}
      refused={wrong.whole}
      onSubmit={() =>
        ask({
          params: { id: of.receipt_uuid },
          body: {
            ...{ apart, words, reference: apart ? '' : reference },
            ...(of.chain && !apart && { account, unseen }),
          },
        })
      }
    >
      <p>
        <MoneyAmount of={of.amount} strong />{' '}
        {!of.chain &&
          t.rich(apart ? 'from' : 'to', {
            name: () => <bdi>{of.payer.name}</bdi>,
            account: () => <bdi className="mono">{of.payer.account}</bdi>,
          })}
      </p>
      {!of.chain && (
        <Checkbox
          id="refund-apart"
          label={t('apart')}
          checked={apart}
          onChange={event => setTyped({ ...typed, apart: event.target.checked })}
        />
      )}
      {!apart && (
        <TextField
          id="refund-reference"
          label={t(of.chain ? 'transaction' : 'order')}
          required
          maxLength={100}
          value={reference}
          error={wrong.of('reference')}
          onChange={event => setTyped({ ...typed, reference: event.target.value })}
        />
      )}
      {of.chain && (
        <TextField
          id="refund-account"
          label={t('wentTo')}
          required
          maxLength={200}
          value={account}
          error={wrong.of('account')}
          onChange={event => setTyped({ ...typed, account: event.target.value })}
        />
      )}
      <TextField
        id="refund-words"
        label={t(of.chain ? 'whoNamed' : 'words')}
        maxLength={500}
        value={words}
        error={wrong.of('words')}
        onChange={event => setTyped({ ...typed, words: event.target.value })}
      />
      {of.chain && (unseen || wrong.of('unseen')) && (
        <>
          {wrong.of('unseen') && <Say kind="unusual">{wrong.of('unseen')}</Say>}
          <Checkbox
            id="refund-unseen"
            label={t('unseen')}
            checked={unseen}
            onChange={event => setTyped({ ...typed, unseen: event.target.checked })}
          />
        </>
      )}
    </FormDialog>
  )
}
