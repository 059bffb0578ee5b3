import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ClosedSteps, WaitingSteps } from '#web/approvals/shared.tsx'
import { useMay } from '#web/kernel/me.ts'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { HeadSkeleton, QueryView } from '#web/parts/query-view.tsx'
import { clockText } from '#web/parts/times.ts'
import { SimulatedNote } from '#web/payments/shared.tsx'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page, SectionHead } from '#web/ui/page.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { AskedFor, Exchanged } from './parts/asked-and-exchanged.tsx'
import { BalanceTable } from './parts/balance-table.tsx'
import { type Balance, saysSomething } from './parts/balance-words.ts'
import { ChainReceipts } from './parts/deposit-work.tsx'
import { FundingAccounts } from './parts/funding-accounts.tsx'
import { FundingUpload } from './parts/funding-upload.tsx'
import { FundsHead } from './parts/funds-head.tsx'
import { NeedBars } from './parts/need-bars.tsx'
import { Notices } from './parts/notices.tsx'
import { Received } from './parts/received.tsx'
import { ToSign } from './parts/to-sign.tsx'
import { Treasuries } from './parts/treasuries.tsx'
import { Unmatched } from './parts/unmatched.tsx'
import { type Wire, WireForm } from './parts/wire-form.tsx'
import '#web/parts/parts.css'
import { CardSkeleton } from '#web/ui/skeleton.tsx'

const RequestDialog = lazy(() =>
  import('./parts/request-dialog.tsx').then(part => ({ default: part.RequestDialog })),
)

type Funds = ClientOutput<'getBalances'>

/** Others book and announce meanwhile. */
const LOOKS_AGAIN_MS = 30_000

/** What every employer has and needs this week, what is missing, and booking of what arrived. */
export function OperatorFundsPage() {
  const t = useTranslations('ledger.operatorFunds')
  return (
    <Page>
      <QueryView
        title={t('title')}
        of={{ ...query('getBalances', {}), refetchInterval: LOOKS_AGAIN_MS }}
        skeleton={
          <>
            <HeadSkeleton width={520} />
            <div className="stack g32">
              <CardSkeleton height={274} />
              <CardSkeleton height={420} />
            </div>
          </>
        }
      >
        {funds => <FundsView funds={funds} />}
      </QueryView>
    </Page>
  )
}

function FundsView({ funds }: { funds: Funds }) {
  const t = useTranslations('ledger.operatorFunds')
  const { fundings, notices, read_at } = funds
  const balances = funds.balances.filter(saysSomething)
  const [booking, setBooking] = useState<'file' | { readonly wire: Wire }>()
  const exampleDomain = funds.balances[0]?.domain ?? 'example.test'
  const close = () => setBooking(undefined)
  return (
    <>
      <FundsHead
        balances={balances}
        work={funds.work ?? []}
        onAdd={() => setBooking({ wire: {} })}
        onFile={() => setBooking('file')}
      />
      <div className="stack g20">
        {booking === 'file' && <FundingUpload exampleDomain={exampleDomain} onClose={close} />}
        {typeof booking === 'object' && (
          <WireForm
            key={Object.values(booking.wire).join()}
            start={booking.wire}
            exampleDomain={exampleDomain}
            onClose={close}
          />
        )}
        <WaitingSteps kind="book_funding" />
        <WaitingSteps kind="match_receipt" />
        <WaitingSteps kind="refund_receipt" />
        <WaitingSteps kind="request_funds" />
        <WaitingSteps kind="explain_missing" />
        <WaitingSteps kind="explain_wallet" />
        <WaitingSteps kind="schedule_conversion" />
        {balances.length > 0 && <NeedBars balances={balances} />}
      </div>
      <Notices
        notices={notices}
        onBook={wire => {
          setBooking({ wire })
          window.scrollTo({ top: 0 })
        }}
      />
      <Unmatched balances={funds.balances} />
      <ChainReceipts />
      <ToSign />
      <Balances balances={balances} readAt={read_at} />
      <AskedFor />
      <Exchanged balances={balances} />
      <SectionHead title={t('lately')} />
      <Received withCompanies fundings={fundings} />
      <ClosedSteps kind="book_funding" />
      <ClosedSteps kind="schedule_conversion" />
      <Treasuries />
      <FundingAccounts />
      <div className="page-note">
        <p className="meta row g16 wrap">
          <Link href="/operations/reconciliation">{t('bank')}</Link>
          <Link href="/operations/ledger">{t('ledger')}</Link>
          <Link href="/operations/rates">{t('rates')}</Link>
          <Link href="/operations/prices">{t('prices')}</Link>
        </p>
        <SimulatedNote />
      </div>
    </>
  )
}

function Balances({ balances, readAt }: { balances: readonly Balance[]; readAt: string }) {
  const t = useTranslations('ledger.operatorFunds')
  const [view, setView] = useState<'all' | 'short'>('all')
  const short = balances.filter(row => row.short > 0)
  const mayAsk = useMay()('requestFunds')
  const [asking, setAsking] = useState<Balance | 'any'>()
  return (
    <>
      <SectionHead
        title={t('balances')}
        tools={
          <span className="row g12 wrap">
            <span className="meta t3">{t('readAt', { at: clockText(readAt) })}</span>
            <Segmented
              label={t('which.label')}
              value={view}
              onChange={setView}
              segments={[
                { value: 'all', label: t('which.all'), count: balances.length },
                { value: 'short', label: t('which.short'), count: short.length },
              ]}
            />
            {mayAsk && balances.length > 0 && (
              <Button size="sm" variant="secondary" onClick={() => setAsking('any')}>
                {t('ask')}
              </Button>
            )}
          </span>
        }
      />
      <BalanceTable
        balances={view === 'all' ? balances : short}
        onAsk={mayAsk ? setAsking : undefined}
      />
      {asking && (
        <Suspense fallback={null}>
          <RequestDialog
            balances={balances}
            row={asking === 'any' ? undefined : asking}
            onClose={() => setAsking(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
