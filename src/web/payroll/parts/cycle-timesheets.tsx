import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { api } from '#web/kernel/api.ts'
import type { ApiProblem } from '#web/kernel/api-problem.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { LoadingBlock, LoadProblem } from '#web/parts/loaded.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { type CycleView, cyclePath } from './pay-chips.tsx'
import { TIME_CHANGES } from './time-changes.ts'
import './time.css'

type Answer = ClientOutput<'listCycleTimesheets'>
type Row = Answer['items'][number]
type Params = { policy_uuid: string; cycle_uuid: string }

/** What of a cycle's time waits: reports for an answer, and where time has to be reported whoever reported nothing. */
export function useTimesheets(
  { policy_uuid, cycle_uuid }: CycleView,
  { required, enabled }: { required: boolean; enabled: boolean },
) {
  const params = { policy_uuid, cycle_uuid }
  const show = shown(required)
  return useInfiniteQuery<Answer, ApiProblem>({
    queryKey: ['listCycleTimesheets', params, show],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api(
        'listCycleTimesheets',
        {
          params,
          query: { show, limit: '50', ...(pageParam ? { cursor: String(pageParam) } : {}) },
        },
        { signal },
      ),
    getNextPageParam: page => page.next_cursor ?? undefined,
    refetchOnMount: 'always',
    enabled,
  })
}

const shown = (required: boolean) => (required ? 'open' : 'waiting')

/** The time that waits, with its answers. */
export function CycleTimesheets({
  cycle,
  answer,
  required,
}: {
  cycle: CycleView
  answer: ReturnType<typeof useTimesheets>
  required: boolean
}) {
  const t = useTranslations('payroll.time.cycle')
  const { policy_uuid, cycle_uuid } = cycle
  const params = { policy_uuid, cycle_uuid }
  if (answer.isPending) return <LoadingBlock height={180} />
  if (answer.error && !answer.data)
    return <LoadProblem problem={answer.error} onRetry={() => void answer.refetch()} />
  const [first] = answer.data.pages
  const rows = answer.data.pages.flatMap(({ items }) => items)
  const reported = rows.filter(({ timesheet }) => timesheet.allowed_actions.includes('accept'))
  return (
    <Card title={t('title')} note={t('waiting', { count: first?.[shown(required)] ?? 0 })}>
      <div className="body-pad stack g12">
        <p className="meta t2">{t(first?.required ? 'required' : 'stands')}</p>
        {reported.length > 1 && (
          <AcceptShown rows={reported} of={first?.waiting ?? 0} params={params} />
        )}
      </div>
      <ul className="time-rows line">
        {rows.map(row => (
          <Waiting key={row.line_item_uuid} row={row} params={params} cycle={cycle} />
        ))}
      </ul>
      {answer.hasNextPage && (
        <div className="body-pad">
          <Button
            variant="secondary"
            size="sm"
            loading={answer.isFetchingNextPage}
            onClick={() => void answer.fetchNextPage()}
          >
            {t('more')}
          </Button>
        </div>
      )}
    </Card>
  )
}

function seen({ timesheet: { timesheet_uuid, version } }: Row) {
  return { timesheet_uuid: timesheet_uuid ?? '', version }
}

/** Accepts what is shown, and says what was not taken. */
function useAccept() {
  const t = useTranslations('payroll.time.cycle')
  return useCall('acceptTimesheets', {
    refresh: TIME_CHANGES,
    onSuccess: ({ accepted, refused }) =>
      openAlert(t('accepted', { count: accepted }), {
        severity: refused.length > 0 ? 'warning' : 'success',
        ...(refused[0] && {
          beneath: t('refused', { count: refused.length, reason: refused[0].reason }),
        }),
      }),
  })
}

/** So many are answered at once. */
const AT_ONCE = 200

/** Accepts what is shown: nobody accepts what they have not seen, which is more where not all are loaded. */
function AcceptShown({
  rows,
  of,
  params,
}: {
  readonly rows: readonly Row[]
  readonly of: number
  readonly params: Params
}) {
  const t = useTranslations('payroll.time.cycle')
  const accept = useAccept()
  const shown = rows.slice(0, AT_ONCE)
  return (
    <div>
      <Button
        variant="secondary"
        loading={accept.isPending}
        onClick={() => accept.mutate({ params, body: { timesheets: shown.map(seen) } })}
      >
        {t(shown.length < of ? 'acceptShown' : 'acceptAll', { count: shown.length })}
      </Button>
    </div>
  )
}

function Waiting({ row, params, cycle }: { row: Row; params: Params; cycle: CycleView }) {
  const t = useTranslations('payroll.time.cycle')
  const accept = useAccept()
  const stand = useCall('letTimeStand', {
    refresh: TIME_CHANGES,
    onSuccess: () => openAlert(t('stood', { name }), { severity: 'success' }),
  })
  const { contractor_name: name, timesheet, line_item_uuid } = row
  const may = timesheet.allowed_actions
  const hours = (timesheet.hours ?? 0).toFixed(2)
  const scheduled = row.scheduled_hours.toFixed(2)
  const path = `${cyclePath('payroll-run', { ...params, status: cycle.status })}/${cycle.status}/${line_item_uuid}`
  return (
    <li>
      <div className="grow">
        <div className="w6">
          <bdi>{name}</bdi>
        </div>
        <div className="meta t2">
          {timesheet.hours === null ? t('none', { scheduled }) : t('row', { hours, scheduled })}
        </div>
        {timesheet.notes && (
          <blockquote>
            <bdi>{timesheet.notes}</bdi>
          </blockquote>
        )}
      </div>
      <div className="row g8 wrap">
        {may.includes('accept') && (
          <Button
            variant="secondary"
            size="sm"
            loading={accept.isPending}
            aria-label={t('acceptOf', { hours, name })}
            onClick={() => accept.mutate({ params, body: { timesheets: [seen(row)] } })}
          >
            {t('accept')}
          </Button>
        )}
        {may.includes('correct') && (
          <LinkButton
            variant="quiet"
            size="sm"
            href={`${path}?correct=time`}
            aria-label={t('correctOf', { name })}
          >
            {t('correct')}
          </LinkButton>
        )}
        {may.includes('let_stand') && (
          <Button
            variant="quiet"
            size="sm"
            loading={stand.isPending}
            aria-label={t('standOf', { name })}
            onClick={() => stand.mutate({ params: { ...params, line_item_uuid }, body: {} })}
          >
            {t('stand')}
          </Button>
        )}
      </div>
    </li>
  )
}

/** Whether a cycle has time to answer, by what its preview counts; and whether it has to be. */
export function timeToAnswer({ preview }: CycleView): { any: boolean; required: boolean } {
  const kinds = preview.unusual_kinds.filter(
    ({ code }) => code === 'TIME_UNANSWERED' || code === 'TIME_NOT_REPORTED',
  )
  return { any: kinds.length > 0, required: kinds.some(({ stops }) => stops) }
}
