import { useTranslations } from 'use-intl'
import { endsSoonUntil } from '#domain/people/document-expiry.ts'
import { useToday } from '#web/kernel/me.ts'
import { useAddress, useGo } from '#web/kernel/navigation.tsx'
import { ListTools } from '#web/parts/search-box.tsx'
import { atTime, dayText } from '#web/parts/times.ts'
import { Button } from '#web/ui/button.tsx'
import { StatusChip } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Flag } from '#web/ui/flag.tsx'
import { Identity } from '#web/ui/identity.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { useKindOfDocument, VerificationChip } from './document-words.tsx'
import { reviewAddress } from './review-screen.tsx'
import type { ReviewRow as Row } from './review-subject.ts'
import '#web/parts/parts.css'
import './review.css'

const STATUSES = ['', 'PENDING_REVIEW', 'UNVERIFIED', 'REJECTED', 'VERIFIED'] as const

const EXPIRING = 'EXPIRING'

/** The filter and the search of a review queue, both in the address. */
export function ReviewToolbar({
  counts,
  expiring,
}: {
  counts: Readonly<Record<string, number>>
  /** How many have papers that end soon; undefined where papers have no end. */
  expiring: number | undefined
}) {
  const t = useTranslations('people.review')
  const { get, set } = useAddress()
  const ends = get('expiring') === 'true'
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <ListTools search={t('search')}>
      <Segmented
        label={t('verification')}
        segments={[
          ...STATUSES.map(value => ({
            value,
            label: t(`filters.${value || 'ALL'}`),
            count: value === '' ? all : (counts[value] ?? 0),
          })),
          ...(expiring === undefined
            ? []
            : [{ value: EXPIRING, label: t('filters.EXPIRING'), count: expiring }]),
        ]}
        value={ends ? EXPIRING : (get('verification') as (typeof STATUSES)[number])}
        onChange={value =>
          set({
            verification: value === EXPIRING ? undefined : value,
            expiring: value === EXPIRING ? 'true' : undefined,
            cursor: undefined,
          })
        }
      />
    </ListTools>
  )
}

/** The rows of a review queue in the server's order, those who wait first; each leads to its review. */
export function ReviewRows({ subjects }: { subjects: readonly Row[] }) {
  const t = useTranslations('people.review')
  if (subjects.length === 0) return <EmptyState title={t('nobody')}>{t('nobodyLead')}</EmptyState>
  return (
    <ul className="card clip rows first">
      {subjects.map(subject => (
        <li key={subject.id}>
          <ReviewRow subject={subject} />
        </li>
      ))}
    </ul>
  )
}

function ReviewRow({ subject }: { subject: Row }) {
  const t = useTranslations('people.review')
  const go = useGo()
  const today = useToday()
  const waits = subject.status === 'PENDING_REVIEW'
  const kindOf = useKindOfDocument()
  const { waiting_since, claim, ends_on, missing } = subject
  const isWhole = missing.length === 0
  const does = waits && isWhole && claim?.mine !== false ? 'review' : 'open'
  return (
    <div className="row g16 wrap review-row">
      <div className="grow" style={{ flexBasis: 240 }}>
        <Identity
          name={subject.name}
          square={subject.kind === 'employers'}
          second={
            <span className="row g6">
              {subject.country_code && <Flag country={subject.country_code} />}
              <span
                className="cut"
                title={typeof subject.second === 'string' ? subject.second : undefined}
              >
                {subject.second}
              </span>
            </span>
          }
        />
      </div>
      <span className="row g8 wrap">
        {waits && waiting_since && (
          <span className="meta t3">{t('since', { time: atTime(waiting_since) })}</span>
        )}
        {claim && (
          <span className="meta t2">
            {claim.mine
              ? t('claimedByMe')
              : t('claimed', { name: claim.name, time: atTime(claim.since) })}
          </span>
        )}
        {waits && !isWhole && (
          <StatusChip tone="warn">
            {t('notSent', { documents: missing.map(kindOf).join(', ') })}
          </StatusChip>
        )}
        {ends_on && ends_on <= endsSoonUntil(today) && (
          <StatusChip tone={ends_on < today ? 'err' : 'warn'}>
            {t(ends_on < today ? 'ended' : 'ends', { day: dayText(ends_on) })}
          </StatusChip>
        )}
        {subject.suspended && <StatusChip tone="err">{t('suspended')}</StatusChip>}
        <VerificationChip status={subject.status} />
      </span>
      <Button
        size="sm"
        variant={does === 'review' ? 'primary' : 'secondary'}
        aria-label={t(`${does}Of`, { name: subject.name })}
        onClick={() => go(reviewAddress(subject.kind, subject.id))}
      >
        {t(does)}
      </Button>
    </div>
  )
}
