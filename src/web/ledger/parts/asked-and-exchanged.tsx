import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { printedReference } from '#domain/ledger/creditor-reference.ts'
import { useMay } from '#web/kernel/me.ts'
import { query, useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { type Answer, Awaited } from '#web/parts/awaited.tsx'
import { CursorPager, useOwnPaging } from '#web/parts/cursor-pager.tsx'
import { MoneyAmount } from '#web/parts/money.tsx'
import { shortDate } from '#web/parts/times.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import type { Balance } from './balance-words.ts'
import { Conversions } from './conversions.tsx'
import { type View, ViewChoice } from './view-choice.tsx'
import './funds.css'

type Request = ClientOutput<'listFundingRequests'>['items'][number]

const ConversionDialog = lazy(() =>
  import('./conversion-dialog.tsx').then(part => ({ default: part.ConversionDialog })),
)

/** What employers were asked to send, and how much of it came. */
export function AskedFor() {
  const t = useTranslations('ledger.asked')
  const [view, setView] = useState<View>('open')
  const paging = useOwnPaging(view)
  const found = useQuery({
    ...query('listFundingRequests', { query: { view, ...paging.query } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const { data, isPlaceholderData } = found
  return (
    <>
      <SectionHead title={t('title')} tools={<ViewChoice value={view} onChange={setView} />} />
      {!data || data.items.length === 0 ? (
        <Nothing of={found}>{data && t(`nothing.${view}`)}</Nothing>
      ) : (
        <ul className="card clip rows first funds-rows">
          {data.items.map(of => (
            <AskedRow key={of.request_uuid} of={of} />
          ))}
        </ul>
      )}
      {data && (
        <CursorPager
          paging={paging}
          cursor={data.next_cursor}
          shown={data.items.length}
          name={t('name')}
          loading={isPlaceholderData}
        />
      )}
    </>
  )
}

function AskedRow({ of }: { of: Request }) {
  const t = useTranslations('ledger.asked')
  const withdraw = useCall('withdrawFundingRequest', { refresh: ['listFundingRequests'] })
  const { request_uuid: id, received, status } = of
  return (
    <li className="row g16 between wrap">
      <div className="grow">
        <div className="w5">
          <bdi>{of.company_name}</bdi>
        </div>
        <div className="meta t3">
          <span className="mono">{printedReference(of.reference)}</span>{' '}
          {t('by', { date: shortDate(of.needed_on), name: of.asked_by })}
        </div>
        {of.words && (
          <p className="meta t2">
            <bdi>{of.words}</bdi>
          </p>
        )}
      </div>
      <div className="r">
        <MoneyAmount of={of.amount} strong />
        <div className="meta t3">
          {status === 'REQUESTED' && received.amount_in_smallest_unit > 0
            ? t.rich('part', { amount: () => <MoneyAmount of={received} size="sm" /> })
            : t(`status.${status}`)}
        </div>
      </div>
      {of.allowed_actions.includes('withdraw') && (
        <Button
          size="sm"
          variant="text"
          loading={withdraw.isPending}
          aria-label={t('withdrawOf', { company: of.company_name })}
          onClick={() => withdraw.mutate({ params: { id } })}
        >
          {t('withdraw')}
        </Button>
      )}
    </li>
  )
}

/** Exchanges of every employer, and a way to schedule one. */
export function Exchanged({ balances }: { balances: readonly Balance[] }) {
  const t = useTranslations('ledger.conversions')
  const [view, setView] = useState<View>('open')
  const [scheduling, setScheduling] = useState(false)
  const may = useMay()('scheduleConversion')
  const paging = useOwnPaging(view)
  const found = useQuery({
    ...query('listConversions', { query: { view, ...paging.query } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const { data, isPlaceholderData } = found
  return (
    <>
      <SectionHead
        title={t('title')}
        tools={
          <span className="row g12 wrap">
            <ViewChoice value={view} onChange={setView} />
            {may && balances.length > 0 && (
              <Button size="sm" variant="secondary" onClick={() => setScheduling(true)}>
                {t('schedule')}
              </Button>
            )}
          </span>
        }
      />
      {!data || data.items.length === 0 ? (
        <Nothing of={found}>{data && t(`nothing.${view}`)}</Nothing>
      ) : (
        <Conversions items={data.items} named />
      )}
      {data && (
        <CursorPager
          paging={paging}
          cursor={data.next_cursor}
          shown={data.items.length}
          name={t('name')}
          loading={isPlaceholderData}
        />
      )}
      {scheduling && (
        <Suspense fallback={null}>
          <ConversionDialog balances={balances} onClose={() => setScheduling(false)} />
        </Suspense>
      )}
    </>
  )
}

/** What is said where a list is empty, or did not come; it has its room while that is not known yet, so that nothing moves. */
function Nothing({ of, children = '\u00a0' }: { of: Answer; children?: string | undefined }) {
  return (
    <Awaited of={[of]}>
      <Card pad>
        <p className="meta t2">{children}</p>
      </Card>
    </Awaited>
  )
}
