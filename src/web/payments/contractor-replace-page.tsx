import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { bpsOf } from '#domain/kernel/allocate.ts'
import { isKept } from '#domain/payments/lost.ts'
import { useGo } from '#web/kernel/navigation.tsx'
import { query, useCall } from '#web/kernel/queries.ts'
import { useParam } from '#web/kernel/route-param.ts'
import { MoneyList } from '#web/parts/money.tsx'
import { HeadSkeleton, QueryView } from '#web/parts/query-view.tsx'
import { useRefusal } from '#web/parts/refusal.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { percentText } from '#web/ui/split-bar.tsx'
import { arriving } from './parts/part-words.ts'
import { Reopens } from './parts/reopens.tsx'
import type { Destination, Destinations, NextPay, PaymentPart } from './queries.ts'
import { SimulatedNote } from './shared.tsx'
import '#web/parts/parts.css'
import { CardSkeleton } from '#web/ui/skeleton.tsx'

const METHODS = '/contractor/payment-methods'

/** Another account in place of one that failed: what is kept goes there, and that share of all pay to come. */
export function ContractorReplacePage() {
  const id = useParam('destinationId')
  const t = useTranslations('payments.replace')
  const skeleton = (
    <>
      <HeadSkeleton width={420} />
      <CardSkeleton height={240} />
    </>
  )
  return (
    <Page>
      <QueryView title={t('title')} of={query('getBanking', {})} skeleton={skeleton}>
        {banking => (
          <QueryView title={t('title')} of={query('listNextPays', {})} skeleton={skeleton}>
            {pays => <Replace key={id} {...{ id, banking, pays }} />}
          </QueryView>
        )}
      </QueryView>
    </Page>
  )
}

function Replace({
  id,
  banking,
  pays,
}: {
  id: string
  banking: Destinations
  pays: readonly NextPay[]
}) {
  const t = useTranslations('payments.replace')
  const from = banking.destinations.find(({ destination_uuid }) => destination_uuid === id)
  const kept = keptFor(id, pays)
  const crumbs = [{ label: t('crumbs.methods'), href: METHODS }, { label: t('crumbs.replace') }]
  if (!from)
    return (
      <>
        <PageHead crumbs={crumbs} title={t('title')} />
        <EmptyState
          title={t('gone.title')}
          actions={<LinkButton href={METHODS}>{t('gone.action')}</LinkButton>}
        >
          {t('gone.text')}
        </EmptyState>
      </>
    )
  // Whoever comes by the link of a mail again is told that it is done.
  if (kept.length === 0 && from.status === 'DEACTIVATED')
    return (
      <>
        <PageHead crumbs={crumbs} title={t('title')} />
        <EmptyState
          title={t('over.title')}
          actions={<LinkButton href={METHODS}>{t('over.action')}</LinkButton>}
        >
          {t.rich('over.text', { name: () => <bdi>{from.label}</bdi> })}
        </EmptyState>
      </>
    )
  const others = banking.destinations.filter(of =>
    from.replaceable_by.includes(of.destination_uuid),
  )
  return (
    <>
      <ReplaceHead from={from} kept={kept} crumbs={crumbs} />
      <div className="form-column">
        <Choice {...{ from, others }} kept={kept.length > 0} pays={pays} />
        <SimulatedNote />
      </div>
    </>
  )
}

function goesTo({ destination_uuid }: Destination) {
  return (part: PaymentPart) => part.destination_uuid === destination_uuid
}

/** What did not arrive at a destination, and is kept. */
function keptFor(id: string, pays: readonly NextPay[]): PaymentPart[] {
  return pays
    .flatMap(pay => pay.parts)
    .filter(part => part.destination_uuid === id && isKept(part.status))
}

/** What is kept for the contractor since it did not arrive there, else whose place it is. */
function ReplaceHead({
  from,
  kept,
  crumbs,
}: {
  from: Destination
  kept: readonly PaymentPart[]
  crumbs: { label: string; href?: string }[]
}) {
  const t = useTranslations('payments.replace')
  const name = () => <bdi>{from.label}</bdi>
  if (kept.length === 0)
    return (
      <PageHead crumbs={crumbs} title={t('title')} lead={<span>{t.rich('lead', { name })}</span>} />
    )
  return (
    <PageHead
      crumbs={crumbs}
      title={t.rich('kept.title', { amount: () => <MoneyList of={kept.map(arriving)} /> })}
      lead={
        <span>
          {kept[0]?.failure_reason} {t.rich('kept.lead', { name })}
        </span>
      }
    />
  )
}

function Choice({
  from,
  others,
  kept,
  pays,
}: {
  from: Destination
  others: readonly Destination[]
  /** Whether something is kept that did not arrive there. */
  kept: boolean
  pays: readonly NextPay[]
}) {
  const t = useTranslations('payments.replace')
  const go = useGo()
  const only = others.length === 1 ? others[0] : undefined
  const [picked, setPicked] = useState<string>()
  // The only one is chosen also where it is added while the page stands.
  const chosen = picked ?? only?.destination_uuid ?? ''
  const refusal = useRefusal({ destination_uuid: chosen })
  const replace = useCall('replaceDestination', {
    refresh: ['getBanking', 'listNextPays', 'getMe'],
    onSuccess: () => {
      openAlert(t('done', { kept: kept ? 'yes' : 'no' }), { severity: 'success' })
      go('/dashboard')
    },
    onProblem: refusal.hear,
  })
  const refused = refusal.of('destination_uuid') ?? refusal.whole
  const currency = from.currency
  const back = `${METHODS}/replace/${from.destination_uuid}`
  const add = (
    <LinkButton
      variant={others.length === 0 && from.kind === 'bank' ? 'primary' : 'secondary'}
      size="lg"
      href={
        from.kind === 'bank'
          ? `${METHODS}/banking-information?currency=${currency}&then=${encodeURIComponent(back)}`
          : METHODS
      }
    >
      {t(from.kind === 'bank' ? 'addBank' : 'addWallet', { currency })}
    </LinkButton>
  )
  if (others.length === 0)
    return (
      <EmptyState title={t('none.title', { currency })} actions={add}>
        {t('none.text', { currency, kept: kept ? 'yes' : 'no' })}
      </EmptyState>
    )
  return (
    <form
      className="stack g20"
      onSubmit={event => {
        event.preventDefault()
        if (!chosen) return refusal.say({ destination_uuid: t('choose') })
        replace.mutate({
          params: { id: from.destination_uuid },
          body: { destination_uuid: chosen },
        })
      }}
    >
      {refused && <ErrorBox>{refused}</ErrorBox>}
      <RadioCards
        legend={t('which', { currency })}
        value={chosen}
        onChange={setPicked}
        cards={others.map(other => ({
          value: other.destination_uuid,
          label: other.label,
          sub: t('share', {
            now: percentText(bpsOf(other.percentage)),
            next: percentText(bpsOf(other.percentage) + bpsOf(from.percentage)),
          }),
        }))}
      />
      <p className="meta t2">
        {t('wait', { kept: kept ? 'yes' : 'no' })}
        <Reopens pays={pays.filter(pay => pay.parts.some(goesTo(from)))} />
      </p>
      <div className="row g8 wrap">
        <Button type="submit" size="lg" loading={replace.isPending}>
          {t('submit')}
        </Button>
        {add}
      </div>
    </form>
  )
}
