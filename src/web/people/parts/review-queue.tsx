import { useTranslations } from 'use-intl'
import { useAddress } from '#web/kernel/navigation.tsx'
import { SearchBox } from '#web/parts/search-box.tsx'
import { atTime } from '#web/parts/times.ts'
import { Button } from '#web/ui/button.tsx'
import { StatusChip } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Flag } from '#web/ui/flag.tsx'
import { Identity } from '#web/ui/identity.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { VerificationChip } from './document-words.tsx'
import { ReviewPanel } from './review-panel.tsx'
import type { ReviewSubject } from './review-subject.ts'
import '#web/parts/parts.css'

const STATUSES = ['', 'PENDING_REVIEW', 'UNVERIFIED', 'REJECTED', 'VERIFIED'] as const

/** The filter and the search of a review queue, both in the address. */
export function ReviewToolbar({ counts }: { counts: Readonly<Record<string, number>> }) {
  const t = useTranslations('people.review')
  const { get, set } = useAddress()
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <div className="toolbar">
      <Segmented
        label={t('verification')}
        segments={STATUSES.map(value => ({
          value,
          label: t(`filters.${value || 'ALL'}`),
          count: value === '' ? all : (counts[value] ?? 0),
        }))}
        value={get('verification') as (typeof STATUSES)[number]}
        onChange={value => set({ verification: value, cursor: undefined })}
      />
      <SearchBox label={t('search')} />
    </div>
  )
}

/** The rows of a review queue in the server's order, those who wait first; one opens in place. */
export function ReviewRows({ subjects }: { subjects: readonly ReviewSubject[] }) {
  const t = useTranslations('people.review')
  const { get, set } = useAddress()
  if (subjects.length === 0) return <EmptyState title={t('nobody')}>{t('nobodyLead')}</EmptyState>
  return (
    <ul className="card clip rows first">
      {subjects.map(subject => {
        const open = get('open') === subject.id
        return (
          <li key={subject.id}>
            <ReviewRow
              subject={subject}
              open={open}
              onToggle={() => set({ open: open ? undefined : subject.id })}
            />
            {open && <ReviewPanel subject={subject} />}
          </li>
        )
      })}
    </ul>
  )
}

function ReviewRow({
  subject,
  open,
  onToggle,
}: {
  subject: ReviewSubject
  open: boolean
  onToggle: () => void
}) {
  const t = useTranslations('people.review')
  const waits = subject.status === 'PENDING_REVIEW'
  const { waiting_since } = subject
  const does = open ? 'close' : waits ? 'review' : 'open'
  return (
    <div className="row g16 wrap">
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
        {subject.suspended && <StatusChip tone="err">{t('suspended')}</StatusChip>}
        <VerificationChip status={subject.status} />
      </span>
      <Button
        size="sm"
        variant={waits && !open ? 'primary' : 'secondary'}
        aria-expanded={open}
        aria-label={t(`${does}Of`, { name: subject.name })}
        onClick={onToggle}
      >
        {t(does)}
      </Button>
    </div>
  )
}
