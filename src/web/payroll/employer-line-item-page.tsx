import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { formatDateLong } from '#domain/kernel/plain-date.ts'
import { useAddress } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import { useParam } from '#web/kernel/route-param.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { LoadingBlock, LoadProblem } from '#web/parts/loaded.tsx'
import { MoneyAmount } from '#web/parts/money.tsx'
import { SimulatedNote } from '#web/parts/simulated-note.tsx'
import { dateRange, shortDate } from '#web/parts/times.ts'
import { BlockerList } from '#web/payments/shared.tsx'
import { Figures } from '#web/ui/amount.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Page, PageHead, SectionHead } from '#web/ui/page.tsx'
import { Say } from '#web/ui/say.tsx'
import { said } from '#web/words/said.ts'
import { AddEntry } from './parts/add-entry.tsx'
import type { ItemParams } from './parts/approve-item.tsx'
import { ItemActions, ItemParts } from './parts/cycle-item-detail.tsx'
import { useCycleWords } from './parts/cycle-words.tsx'
import { ItemEntries } from './parts/item-entries.tsx'
import { AgainstLast, ItemCost, ItemHistory } from './parts/item-story.tsx'
import { cyclePath, PayChip } from './parts/pay-chips.tsx'

// Where nobody reports time nobody needs its scripts.
const ItemTime = lazy(() =>
  import('./parts/item-time.tsx').then(part => ({ default: part.ItemTime })),
)

export type ItemPage = ClientOutput<'getLineItem'>

/** One pay on a page of its own: what it is made of, what is in its way, where it goes and what happened to it. */
export function EmployerLineItemPage() {
  const t = useTranslations('payroll.itemPage')
  const params = {
    policy_uuid: useParam('policy_uuId'),
    cycle_uuid: useParam('cycle_uuId'),
    line_item_uuid: useParam('lineItemID'),
  }
  const page = useQuery({ ...query('getLineItem', { params }), refetchOnMount: 'always' })
  return (
    <Page>
      {page.isPending && <LoadingBlock height={640} />}
      {page.error && !page.data && (
        <>
          <PageHead title={t('title')} />
          <LoadProblem problem={page.error} onRetry={() => void page.refetch()} />
        </>
      )}
      {page.data && (
        <Suspense fallback={<LoadingBlock height={640} />}>
          <Shown key={params.line_item_uuid} page={page.data} params={params} />
        </Suspense>
      )}
    </Page>
  )
}

function Shown({ page, params }: { page: ItemPage; params: ItemParams }) {
  const t = useTranslations('payroll.itemPage')
  const { item, period } = page
  return (
    <>
      <Head page={page} params={params} />
      <div className="aside-grid">
        <div className="cycle-cols">
          <Made page={page} params={params} />
          {isTimed(item) && <ItemTime item={item} params={params} />}
          <InTheWay page={page} />
        </div>
        <Card className="item-side stack g16" pad>
          <AgainstLast page={page} />
          {item.status === 'PENDING_APPROVAL' && <ItemCost page={page} />}
          <ItemActions cycle={{ ...params, period }} item={item} />
        </Card>
      </div>
      {item.parts.length > 0 && (
        <>
          <SectionHead title={t('whereItGoes')} />
          <div className="prov">
            <ItemParts item={item} />
          </div>
        </>
      )}
      <SectionHead title={t('history')} />
      <Card>
        <ItemHistory page={page} />
      </Card>
      <SimulatedNote />
    </>
  )
}

/** Whether time was reported, or has to be. */
function isTimed({ timesheet }: ItemPage['item']): boolean {
  return timesheet !== null && (timesheet.state !== 'OPEN' || timesheet.required)
}

function Head({ page, params }: { page: ItemPage; params: ItemParams }) {
  const t = useTranslations('payroll.itemPage')
  const past = useAddress().path.includes('payroll-historical')
  const root = past ? 'payroll-historical' : 'payroll-run'
  const { item, period, policy_label, cycle_status: status } = page
  const cycle = cyclePath(root, { ...params, status })
  const to = (uuid: string) => `${cycle}/${status}/${uuid}`
  const wrong = useWrong(page)
  return (
    <PageHead
      wrong={wrong !== undefined}
      crumbs={[
        ...(item.contract_uuid === null
          ? [
              { label: t('batches'), href: '/employer/partner/payments' },
              { label: policy_label, href: `/employer/partner/payments/${params.cycle_uuid}` },
            ]
          : [
              { label: t(past ? 'past' : 'run'), href: `/employer/${root}` },
              { label: `${policy_label}, ${shortDate(period.pay_date)}`, href: cycle },
            ]),
        { label: item.contractor_name },
      ]}
      title={
        wrong?.title ??
        t.rich('pay', {
          name: () => <bdi>{item.contractor_name}</bdi>,
          amount: () => <MoneyAmount of={item.amount} />,
          date: formatDateLong(period.pay_date),
          status: item.status,
        })
      }
      lead={
        <>
          <PayChip status={item.status} />
          <span>
            {t('lead', {
              role: item.role,
              period: dateRange(period.start_date, period.end_date),
            })}
            {wrong?.lead && <> {wrong.lead}</>}
            {page.approve_by && ` ${t('approveBy', { date: shortDate(page.approve_by) })}`}
          </span>
        </>
      }
      actions={
        <nav className="row g8" aria-label={t('others')}>
          <span className="meta t3">
            {t('position', { position: page.position, count: page.count })}
          </span>
          {page.previous_uuid && (
            <LinkButton variant="secondary" size="sm" href={to(page.previous_uuid)}>
              {t('previous')}
            </LinkButton>
          )}
          {page.next_uuid && (
            <LinkButton variant="secondary" size="sm" href={to(page.next_uuid)}>
              {t('next')}
            </LinkButton>
          )}
        </nav>
      }
    />
  )
}

/** What is wrong with it, in the words of its cycle's page; what keeps it stands below, and is no part of that. */
function useWrong({ item, pay_state, policy_label, period }: ItemPage) {
  const words = useCycleWords()
  if (pay_state?.tone !== 'WRONG') return undefined
  const kind = item.contract_uuid === null ? 'BATCH' : 'CALENDAR'
  const { title, lead } = words({ policy_label, kind, pay_date: period.pay_date }, pay_state)
  const below = pay_state.state === 'BLOCKED' || pay_state.state === 'COOLING'
  return { title, lead: below ? null : lead }
}

function Made({ page, params }: { page: ItemPage; params: ItemParams }) {
  const t = useTranslations('payroll.itemPage')
  const [adding, setAdding] = useState(false)
  const { item } = page
  const may = item.allowed_actions.includes('edit')
  return (
    <Card
      title={t('made')}
      note={
        may &&
        !adding && (
          <Button variant="text" icon="plus" onClick={() => setAdding(true)}>
            {t('addEntry')}
          </Button>
        )
      }
    >
      {adding && may && <AddEntry item={item} params={params} onDone={() => setAdding(false)} />}
      <ItemEntries item={item} period={page.period} params={params} />
      <div className="entries-sum">
        <span className="w6">{t('gross', { count: item.entries.length })}</span>
        <MoneyAmount of={item.amount} strong />
      </div>
    </Card>
  )
}

/** What keeps it from leaving, then what is unusual; where nothing is, that. */
function InTheWay({ page: { item } }: { page: ItemPage }) {
  const t = useTranslations('payroll.itemPage')
  const tUnusual = useTranslations('payroll.unusual')
  const quiet = item.blockers.length === 0 && item.unusual.length === 0
  if (item.status !== 'PENDING_APPROVAL' && quiet) return null
  return (
    <Card
      title={t('before')}
      note={!quiet && t('found', { blocked: item.blockers.length, unusual: item.unusual.length })}
      pad
    >
      <div className="stack g12">
        <BlockerList blockers={item.blockers} reader="employer" />
        {item.unusual.map(thing => (
          <Say key={thing.code} kind="unusual" word={t('unusual')}>
            <Figures text={said(tUnusual, thing.said, thing.text)} />
          </Say>
        ))}
        {quiet && (
          <Say kind="done" word={t('nothing.word')}>
            {t('nothing.text')}
          </Say>
        )}
      </div>
    </Card>
  )
}
