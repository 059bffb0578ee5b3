import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { bpsOf } from '#domain/kernel/allocate.ts'
import { query } from '#web/kernel/queries.ts'
import { type Answer, Awaited } from '#web/parts/awaited.tsx'
import { MoneyList } from '#web/parts/money.tsx'
import { HeadSkeleton, QueryView } from '#web/parts/query-view.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { percentText } from '#web/ui/split-bar.tsx'
import { NotInUse } from './parts/destination-row.tsx'
import { KeptPays, keptParts } from './parts/kept-pays.tsx'
import { NextPayCard, RecentChanges } from './parts/method-asides.tsx'
import { nextToLeave } from './parts/next-to-leave.ts'
import { arriving } from './parts/part-words.ts'
import { SplitForm } from './parts/split-form.tsx'
import { previewOf, useShares } from './parts/use-shares.ts'
import type { Destination, Destinations, NextPay, PaymentPart } from './queries.ts'
import { SimulatedNote } from './shared.tsx'
import '#web/parts/parts.css'
import { CardSkeleton } from '#web/ui/skeleton.tsx'

// Nobody needs its scripts before a wallet is added.
const AddWalletDialog = lazy(() =>
  import('./parts/add-wallet-dialog.tsx').then(part => ({ default: part.AddWalletDialog })),
)

const BANK_FORM = '/contractor/payment-methods/banking-information'

const ASK_MS = 3000

/** Asked again while a chain is asked what a wallet is. */
const BANKING = {
  ...query('getBanking', {}),
  refetchInterval: ({ state }: { state: { data?: Destinations | undefined } }) =>
    state.data?.destinations.some(of => of.on_chain?.looking) ? ASK_MS : false,
}

/** Where the contractor's pay goes: the split, each account and wallet with its wait, and what changed lately. */
export function ContractorPaymentMethodsPage() {
  const t = useTranslations('payments.methods')
  return (
    <Page>
      <QueryView title={t('title')} of={BANKING} skeleton={<MethodsSkeleton />}>
        {banking => <Methods banking={banking} />}
      </QueryView>
    </Page>
  )
}

function Methods({ banking }: { banking: Destinations }) {
  const t = useTranslations('payments.methods')
  const [adding, setAdding] = useState(false)
  const pays = useQuery(query('listNextPays', {}))
  const active = banking.destinations.filter(({ status }) => status === 'ACTIVE')
  const kept = keptParts(pays.data ?? [])
  const splitSentence = useSplitSentence(active)
  // Drawn at once: what came later would move what is read.
  if (pays.isPending) return <MethodsSkeleton />
  const actions = (
    <>
      <LinkButton href={BANK_FORM} variant="secondary" icon="bank">
        {t('addBank')}
      </LinkButton>
      <Button variant="secondary" icon="wallet" onClick={() => setAdding(true)}>
        {t('addWallet')}
      </Button>
    </>
  )
  return (
    <>
      <MethodsHead split={splitSentence} kept={kept} actions={active.length > 0 && actions} />
      <PaysUnknown of={pays} />
      <Columns
        key={active.map(d => `${d.destination_uuid}=${d.percentage}`).join()}
        banking={banking}
        active={active}
        pays={pays.data ?? []}
        actions={actions}
      />
      <SimulatedNote />
      {adding && (
        <Suspense fallback={null}>
          <AddWalletDialog pays={pays.data ?? []} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  )
}

/** That it is not known what did not arrive, and what the split makes of the next pay. */
function PaysUnknown({ of }: { of: Answer }) {
  const t = useTranslations('payments.methods')
  if (of.data || !of.error) return null
  return (
    <div className="seg-tabs">
      <Awaited of={[of]} failed={t('unknown')} />
    </div>
  )
}

/** The split and what it makes of the next pay, as it is typed too; beside what is out of use, and what changed. */
function Columns({
  banking,
  active,
  pays,
  actions,
}: {
  banking: Destinations
  active: readonly Destination[]
  pays: readonly NextPay[]
  actions: ReactNode
}) {
  const t = useTranslations('payments.methods')
  const form = useShares(active)
  const idle = banking.destinations.filter(({ status }) => status === 'DEACTIVATED')
  const next = nextToLeave(pays)
  const typed = form.changed && form.problem === undefined
  return (
    <div className="aside-grid">
      <div className="stack g20">
        <KeptPays pays={pays} />
        {active.length === 0 ? (
          <EmptyState title={t('empty.title')} actions={actions}>
            {t('empty.text')}
          </EmptyState>
        ) : (
          <SplitForm version={banking.version} destinations={active} pays={pays} form={form} />
        )}
        {idle.length > 0 && <NotInUse destinations={idle} />}
      </div>
      <div className="stack g20">
        {next && (
          <NextPayCard
            amount={next.amount}
            parts={typed ? previewOf(next, active, form.shares) : next.parts}
            typed={typed}
          />
        )}
        <RecentChanges changes={banking.changes} />
      </div>
    </div>
  )
}

/** The split as the page's sentence; where something did not arrive, that first. */
function MethodsHead({
  split,
  kept,
  actions,
}: {
  split: string
  kept: readonly PaymentPart[]
  actions: ReactNode
}) {
  const t = useTranslations('payments.methods')
  const tKept = useTranslations('payments.kept')
  if (kept.length === 0) return <PageHead title={split} lead={t('lead')} actions={actions} />
  return (
    <PageHead
      wrong
      title={tKept.rich('head', { amount: () => <MoneyList of={kept.map(arriving)} /> })}
      lead={`${split}. ${t('lead')}`}
      actions={actions}
    />
  )
}

/** The split as the page's sentence. */
function useSplitSentence(active: readonly Destination[]): string {
  const t = useTranslations('payments.split')
  const used = active.filter(({ percentage }) => percentage > 0)
  const [first, second] = used
  const kind = (destination: Destination) => (destination.kind === 'bank' ? 'bank' : 'wallet')
  const share = (destination: Destination) => percentText(bpsOf(destination.percentage))
  if (!first) return t('none')
  if (!second) return t(`all.${kind(first)}`)
  if (used.length === 2 && kind(first) !== kind(second))
    return t(`both.${kind(first)}`, { first: share(first), second: share(second) })
  return t('parts', { count: used.length })
}

function MethodsSkeleton() {
  return (
    <>
      <HeadSkeleton width={480} />
      <div className="aside-grid">
        <CardSkeleton height={380} />
        <div className="stack g20">
          <CardSkeleton height={274} />
          <CardSkeleton height={236} />
        </div>
      </div>
    </>
  )
}
