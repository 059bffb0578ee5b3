import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { addDays, formatDateLong } from '#domain/kernel/plain-date.ts'
import { useMe, useToday } from '#web/kernel/me.ts'
import { isYetToCome, JUST_ASKED_MS, query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { FundsAsked } from '#web/ledger/shared.tsx'
import { Awaited } from '#web/parts/awaited.tsx'
import { LoadingBlock } from '#web/parts/loaded.tsx'
import { MoneyAmount, MoneyList } from '#web/parts/money.tsx'
import { HeadSkeleton } from '#web/parts/query-view.tsx'
import { SimulatedNote } from '#web/parts/simulated-note.tsx'
import { monthDay } from '#web/parts/times.ts'
import { CycleHead, wrongCycles } from '#web/payroll/shared.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { EmployerNeeds, useNeeds, verificationNeed } from './parts/employer-needs.tsx'
import type { FirstPay } from './parts/first-pay.ts'
import { NextPayDates } from './parts/next-pay-dates.tsx'
import { WrongNow } from './parts/wrong-now.tsx'

// Below what is read first.
const PayByMonth = lazy(() =>
  import('./parts/pay-by-month.tsx').then(part => ({ default: part.PayByMonth })),
)
// Once the first pay has settled nobody needs their scripts again. The page's own Suspense stands in while they come.
const load = () => import('./parts/first-pay-way.tsx')
const FirstPayWay = lazy(() => load().then(part => ({ default: part.FirstPayWay })))
const WayHead = lazy(() => load().then(part => ({ default: part.WayHead })))

type CycleRow = ClientOutput<'listCycles'>['items'][number]

/** The employer's home: the worst thing first, then what to do, when pay is due, and what was paid. */
export function EmployerHome() {
  const t = useTranslations('dashboard.employer')
  const today = useToday()
  const { verified } = useMe()
  const cycles = useQuery({
    ...query('listCycles', { query: { view: 'run' } }),
    staleTime: JUST_ASKED_MS,
  })
  const way = useQuery({ ...query('getFirstPay', {}), staleTime: JUST_ASKED_MS })
  const needs = useNeeds()
  const rows = cycles.data?.items ?? []
  const wrong = wrongCycles(rows)
  // Drawn at once: what came later would move what is read, and until then it would seem that nothing is to be done.
  const known = cycles.data && !Object.values(needs).some(isYetToCome) ? way.data : undefined
  return (
    <Page>
      {known ? (
        <>
          <Head rows={rows} way={known} today={today} />
          {wrong.length > 0 && <WrongNow cycles={wrong} />}
          {!known.settled && <FirstPayWay way={known} first={wrong.length === 0} />}
          <FundsAsked requests={needs.asked.data?.requests ?? []} linked />
          <EmployerNeeds
            {...{ cycles: rows, way: known, today }}
            wrong={wrong.length > 0}
            known={needs}
          />
          <NextPayDates cycles={rows} />
        </>
      ) : (
        <>
          <h1 className="sr">{t('title')}</h1>
          <Awaited of={[cycles, way]}>
            <HeadSkeleton width={520} />
            {/* Who is not verified has hardly ever paid: the way to the first pay comes, beside its dates. */}
            <div className={verified ? undefined : 'aside-grid'}>
              <LoadingBlock height={verified ? 230 : 700} />
              <div className={verified ? 'mt32' : undefined}>
                <LoadingBlock height={verified ? 330 : 240} />
              </div>
            </div>
          </Awaited>
        </>
      )}
      {way.data?.settled && (
        <Suspense fallback={<div className="by-month-room" />}>
          <PayByMonth>
            <SimulatedNote />
          </PayByMonth>
        </Suspense>
      )}
      {way.data && !way.data.settled && <SimulatedNote />}
    </Page>
  )
}

/** The worst thing as a sentence with one figure: what is short, else what leaves next. */
function Head({ rows, way, today }: { rows: readonly CycleRow[]; way: FirstPay; today: string }) {
  const t = useTranslations('dashboard.employer')
  const tWrong = useTranslations('dashboard.wrongNow')
  const tNeeds = useTranslations('dashboard.needs')
  const { verified } = useMe()
  const live = rows.filter(row => row.cycle_uuid !== null && row.contractors > 0)
  const [wrong, ...others] = wrongCycles(live)
  if (wrong) {
    const ahead = live.filter(row => row.pay_state?.tone !== 'WRONG')
    const short = ahead.filter(row => row.to_send[0]).length
    const held = ahead.some(row => row.pay_state?.state === 'BLOCKED') ? 'yes' : 'no'
    const rest = tWrong('rest', { wrong: others.length, short, held })
    return <CycleHead row={wrong} lead={rest} />
  }
  // Of who is not verified no money is taken in, and no pay leaves.
  const [again] = verificationNeed(way, tNeeds)
  if (again) return <PageHead title={again.title} lead={again.text} />
  if (!way.settled && !(verified && live[0])) return <WayHead way={way} />
  const [short, ...later] = live.filter(row => row.to_send[0])
  const due = live.find(row => row.pay_state?.state === 'UNAPPROVED' && row.approve_by === today)
  if (due && due.cycle_uuid !== short?.cycle_uuid) return <DueHead row={due} short={short} />
  if (short) return <ShortHead row={short} later={later.length} today={today} />
  const announced = live.find(row => row.on_its_way[0])
  if (announced)
    return (
      <PageHead
        title={t.rich('announced.title', {
          amount: () => <MoneyList of={announced.on_its_way} />,
        })}
        lead={t('announced.lead', { date: formatDateLong(announced.pay_date) })}
      />
    )
  const [next] = live
  if (next?.pay_state) return <CycleHead row={{ ...next, pay_state: next.pay_state }} />
  const coming = rows.find(row => row.contractors > 0)
  if (coming?.to_send[0]) return <ShortHead row={coming} later={0} today={today} />
  if (coming)
    return (
      <PageHead
        title={t('later.title', { date: formatDateLong(coming.pay_date) })}
        lead={
          <span>{t.rich('later.lead', { amount: () => <MoneyList of={coming.totals} /> })}</span>
        }
      />
    )
  return <PageHead title={t('quiet.title')} lead={t('quiet.lead')} />
}

/** What has to be approved today, and below it what is short of a later pay. */
function DueHead({ row, short }: { row: CycleRow; short: CycleRow | undefined }) {
  const t = useTranslations('dashboard.employer.approve')
  const { count, totals } = row.waiting
  return (
    <PageHead
      title={t.rich(totals.length === 1 ? 'amount' : 'people', {
        amount: () => <MoneyList of={totals} />,
        count,
        kind: row.kind,
      })}
      lead={
        <span>
          {t.rich(short ? 'short' : 'lead', {
            date: formatDateLong(row.pay_date),
            later: formatDateLong(short?.pay_date ?? row.pay_date),
            amount: () => <MoneyList of={short?.to_send ?? []} />,
          })}
        </span>
      }
    />
  )
}

/** What is still to be sent for the first pay that is short, and how many later ones are. */
function ShortHead({ row, later, today }: { row: CycleRow; later: number; today: string }) {
  const t = useTranslations('dashboard.employer')
  const [missing, ...others] = row.to_send
  return (
    <PageHead
      title={t.rich(isNear(row.pay_date, today) ? 'short.near' : 'short.later', {
        weekday: formatDateLong(row.pay_date).split(',')[0] ?? '',
        date: monthDay(row.pay_date),
        amount: () => missing && <MoneyAmount of={missing} />,
      })}
      lead={
        others[0] ? (
          <span>{t.rich('short.also', { amount: () => <MoneyList of={others} /> })}</span>
        ) : row.on_its_way[0] ? (
          <span>{t.rich('short.sent', { amount: () => <MoneyList of={row.on_its_way} /> })}</span>
        ) : (
          t('short.rest', { short: later })
        )
      }
    />
  )
}

/** Within a week a day is called by its weekday. */
function isNear(date: string, today: string): boolean {
  return date >= today && date < addDays(today, 7)
}
