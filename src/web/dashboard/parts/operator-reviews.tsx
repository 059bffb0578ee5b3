import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { personName } from '#domain/kernel/names.ts'
import { daysLate } from '#domain/payments/lateness.ts'
import { useToday } from '#web/kernel/me.ts'
import { query } from '#web/kernel/queries.ts'
import { LoadProblem } from '#web/parts/loaded.tsx'
import { atTime } from '#web/parts/times.ts'
import { companyLines } from '#web/people/shared.tsx'
import { Card } from '#web/ui/card.tsx'
import { Identity } from '#web/ui/identity.tsx'
import { Link } from '#web/ui/link.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import { Say } from '#web/ui/say.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'

/** What the lists of those who wait for review are asked for; the operators' home asks the same. */
export const WAITING = { query: { verification: 'PENDING_REVIEW', limit: '4' } } as const

/** Since when somebody waits; once the promised day is over, how late the review is. */
function Since({ since, by }: { since: string; by: string | null }) {
  const t = useTranslations('dashboard.operator.reviews')
  const today = useToday()
  const days = by ? daysLate(by, { due: by, on: today }) : 0
  const time = atTime(since)
  return (
    <span className={days > 0 ? 'meta err w5' : 'meta t3'}>
      {days > 0 ? t('overdue', { time, days }) : t('since', { time })}
    </span>
  )
}

/** Who waits for review, the longest wait first, companies and people alike. */
export function OperatorReviews() {
  const t = useTranslations('dashboard.operator.reviews')
  const employers = useQuery(query('listOperationsEmployers', WAITING))
  const contractors = useQuery(query('listOperationsContractors', WAITING))
  const failed = [employers, contractors].find(({ data, error }) => error && !data)
  if (failed?.error)
    return <LoadProblem problem={failed.error} onRetry={() => void failed.refetch()} />
  if (!employers.data || !contractors.data) return <CardSkeleton height={220} />
  const counts = {
    employers: employers.data.counts.PENDING_REVIEW ?? 0,
    contractors: contractors.data.counts.PENDING_REVIEW ?? 0,
  }
  const rows = [
    ...employers.data.items.map(of => ({
      ...{ id: of.employer_uuid, list: 'employers', since: of.waiting_since, by: of.review_by },
      ...companyLines(of),
    })),
    ...contractors.data.items.map(of => ({
      ...{ id: of.sub, list: 'contractors', since: of.waiting_since, by: of.review_by },
      ...{ name: personName(of, of.email), second: of.email },
    })),
  ].toSorted((a, b) => ((a.since ?? '') < (b.since ?? '') ? -1 : 1))
  return (
    <>
      <SectionHead
        title={t('title', { count: counts.employers + counts.contractors })}
        tools={
          <span className="row g16 wrap">
            <Link href="/operations/employers">{t('employers')}</Link>
            <Link href="/operations/contractors">{t('contractors')}</Link>
          </span>
        }
      />
      {rows.length === 0 ? (
        <Card pad>
          <Say kind="done" word={t('nobody')}>
            {t('nobodyText')}
          </Say>
        </Card>
      ) : (
        <ul className="card clip rows first">
          {rows.map(({ id, list, name, second, since, by }) => (
            <li key={id} className="row g16 between wrap">
              <div className="grow" style={{ flexBasis: 240 }}>
                <Identity
                  name={name}
                  square={list === 'employers'}
                  href={`/operations/${list}?verification=PENDING_REVIEW&open=${encodeURIComponent(id)}`}
                  second={second}
                />
              </div>
              {since && <Since since={since} by={by} />}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
