import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { useAsk } from '#web/parts/ask.ts'
import { Awaited } from '#web/parts/awaited.tsx'
import { CursorPager, useOwnPaging } from '#web/parts/cursor-pager.tsx'
import { useDraft } from '#web/parts/draft.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { atTime } from '#web/parts/times.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import './funds.css'

/** Whose books and in what; empty for all. */
export type BooksOf = { readonly employer_domain: string; readonly currency: string }

type Transfer = ClientOutput<'listTransfers'>['items'][number]

function narrowed({ employer_domain, currency }: BooksOf) {
  return { ...(employer_domain && { employer_domain }), ...(currency && { currency }) }
}

/** Accounts with what they hold, or held at an instant; what stands below them comes once they are there. */
export function Accounts({
  of,
  at,
  children,
}: {
  of: BooksOf
  at: { at?: string }
  children: ReactNode
}) {
  const t = useTranslations('ledger.bookPage')
  const paging = useOwnPaging(JSON.stringify([of, at]))
  const found = useQuery({
    ...query('listLedgerAccounts', {
      query: { ...narrowed(of), ...at, limit: '20', ...paging.query },
    }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const { data, isPlaceholderData } = found
  return (
    <>
      <SectionHead title={t('accounts')} />
      <Awaited of={[found]}>
        <ul className="card clip rows first">
          {data?.items.map(({ account_id, balance, ...side }) => (
            <li key={account_id} className="row g16 between wrap">
              <span className="grow">
                <SideWords of={side} />
              </span>
              <MoneyAmount of={balance} strong />
            </li>
          ))}
        </ul>
      </Awaited>
      {data && (
        <CursorPager
          paging={paging}
          cursor={data.next_cursor}
          shown={data.items.length}
          name={t('accountsName')}
          loading={isPlaceholderData}
        />
      )}
      {!found.isPending && children}
    </>
  )
}

function SideWords({ of: { kind, company_name } }: { of: Transfer['from'] }) {
  const t = useTranslations('ledger')
  return (
    <>
      {company_name && (
        <>
          <bdi className="w5">{company_name}</bdi>{' '}
        </>
      )}
      {t(`kinds.${kind}`)}
    </>
  )
}

/** What moved, newest first; what was booked wrongly can be taken back. */
export function Transfers({ of, until }: { of: BooksOf; until: string }) {
  const t = useTranslations('ledger.bookPage')
  const tCodes = useTranslations('ledger')
  const [reversing, setReversing] = useState<Transfer>()
  const paging = useOwnPaging(JSON.stringify([of, until]))
  const found = useQuery({
    ...query('listTransfers', {
      query: { ...narrowed(of), ...(until && { until }), limit: '20', ...paging.query },
    }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const { data, isPlaceholderData } = found
  return (
    <>
      <SectionHead title={t('transfers')} />
      <Awaited of={[found]}>
        <ul className="card clip rows first funds-rows">
          {data?.items.map(transfer => (
            <li key={transfer.transfer_uuid} className="row g16 between wrap">
              <div className="grow">
                <div className="w5">{tCodes(`codes.${transfer.code}`)}</div>
                <div className="meta t2">
                  <SideWords of={transfer.from} /> → <SideWords of={transfer.to} />
                </div>
                <div className="meta t3">{atTime(transfer.at)}</div>
              </div>
              <MoneyAmount of={transfer.amount} strong />
              {transfer.allowed_actions.includes('reverse') && (
                <Button size="sm" variant="text" onClick={() => setReversing(transfer)}>
                  {t('reverse')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Awaited>
      {data && (
        <CursorPager
          paging={paging}
          cursor={data.next_cursor}
          shown={data.items.length}
          name={t('transfersName')}
          loading={isPlaceholderData}
        />
      )}
      {reversing && <ReverseDialog of={reversing} onClose={() => setReversing(undefined)} />}
    </>
  )
}

function ReverseDialog({ of, onClose }: { of: Transfer; onClose: () => void }) {
  const t = useTranslations('ledger.bookPage')
  const [reason, setReason] = useDraft({ dialog: `reverse ${of.transfer_uuid}` }, '')
  const [apart, setApart] = useState(false)
  const { ask, isPending, wrong } = useAsk(
    'reverseFunding',
    { reason },
    {
      refresh: ['listTransfers', 'listApprovalSteps', 'getTrialBalance'],
      onDone: onClose,
    },
  )
  return (
    <FormDialog
      onClose={onClose}
      title={t('reverseTitle')}
      lead={t('reverseLead')}
      submit={t('reverseSubmit')}
      pending={isPending}
      refused={wrong.whole}
      onSubmit={() => ask({ params: { id: of.transfer_uuid }, body: { reason, apart } })}
    >
      <p>
        <bdi>{of.to.company_name}</bdi> <MoneyAmount of={of.amount} strong />
      </p>
      <TextField
        id="reverse-reason"
        label={t('why')}
        required
        maxLength={500}
        value={reason}
        error={wrong.of('reason')}
        onChange={event => setReason(event.target.value)}
      />
      <Checkbox
        id="reverse-apart"
        label={t('apart')}
        checked={apart}
        onChange={event => setApart(event.target.checked)}
      />
    </FormDialog>
  )
}
