import { useTranslations } from 'use-intl'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { LOCALE } from '#web/words/words.tsx'
import type { BatchView, RowState } from './batch-words.tsx'

/** The groups of a bar, each of some states: every row is in one, so that the counts end in Together. */
const GROUPS = {
  settled: ['SETTLED'],
  sent: ['SENT'],
  waiting: ['APPROVED', 'WAITING', 'INVITED', 'UNINVITED'],
  held: ['HELD'],
  failed: ['FAILED'],
  declined: ['DECLINED'],
  back: ['CANCELLED'],
} as const satisfies Record<string, readonly RowState[]>
type Group = keyof typeof GROUPS
const NAMES = Object.keys(GROUPS) as Group[]
/** Shown also where there are none. */
const ALWAYS: readonly Group[] = ['settled', 'sent', 'waiting', 'held', 'failed']
/** Those of which somebody is to look at the rows. */
const LOOKED_AT: Readonly<Partial<Record<Group, RowState>>> = {
  held: 'HELD',
  failed: 'FAILED',
  declined: 'DECLINED',
}

/** How many of these rows are in a group. */
export function rowsIn(
  counts: readonly { readonly state: RowState; readonly rows: number }[],
  group: Group,
): number {
  const states: readonly RowState[] = GROUPS[group]
  return counts.reduce((sum, { state, rows }) => sum + (states.includes(state) ? rows : 0), 0)
}

/** How many rows there are. */
export function allRows(counts: readonly { readonly rows: number }[]): number {
  return counts.reduce((sum, { rows }) => sum + rows, 0)
}

/** All rows as one bar and its counts. */
export function BatchProgress({ batch: { counts } }: { batch: BatchView }) {
  const t = useTranslations('batches.batch')
  const all = allRows(counts)
  const shown = NAMES.filter(name => ALWAYS.includes(name) || rowsIn(counts, name) > 0)
  const out = rowsIn(counts, 'settled') + rowsIn(counts, 'sent')
  const paid = all - rowsIn(counts, 'declined') - rowsIn(counts, 'back')
  return (
    <Card pad>
      <div className="row between g12">
        <b className="w6">{share(out, paid)}%</b>
        <span className="meta t3">{t('progress')}</span>
      </div>
      <div className="mt8">
        <GroupBar counts={counts} thick />
      </div>
      <dl className="tally">
        {shown.map(name => {
          const rows = rowsIn(counts, name)
          const state = LOOKED_AT[name]
          return (
            <div key={name}>
              <dt>
                <span className={`key k-${name}`} />
                {t(`groups.${name}`)}
              </dt>
              <dd>
                {rows.toLocaleString(LOCALE)}
                {state && rows > 0 && (
                  <Link className="meta" href={`?row_state=${state}#payments`}>
                    {t('look4')}
                  </Link>
                )}
              </dd>
            </div>
          )
        })}
        <div>
          <dt>{t('groups.together')}</dt>
          <dd>{all.toLocaleString(LOCALE)}</dd>
        </div>
      </dl>
    </Card>
  )
}

/** The rows by group as one bar; what waits is its ground. */
export function GroupBar({
  counts,
  thick = false,
}: {
  counts: readonly { readonly state: RowState; readonly rows: number }[]
  thick?: boolean
}) {
  const t = useTranslations('batches.batch')
  const all = allRows(counts)
  const parts = NAMES.filter(name => name !== 'waiting' && rowsIn(counts, name) > 0)
  const label = NAMES.filter(name => rowsIn(counts, name) > 0)
    .map(name => `${t(`groups.${name}`)} ${rowsIn(counts, name)}`)
    .join(', ')
  return (
    <div className={thick ? 'bar thick' : 'bar thin'} role="img" aria-label={label}>
      {parts.map(name => (
        <span
          key={name}
          className={`k-${name}`}
          style={{ width: `${(rowsIn(counts, name) / Math.max(all, 1)) * 100}%` }}
        />
      ))}
    </div>
  )
}

function share(part: number, of: number): number {
  return of === 0 ? 0 : Math.floor((part / of) * 100)
}
