import { useTranslations } from 'use-intl'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'
import { KeyCap } from './key-cap.tsx'
import { useKeys } from './review-keys.ts'
import { type Entered, isCompared, isOthers } from './review-subject.ts'

/** How something that was entered compares with its paper: the same, another, or another and right all the same. */
export type Compared = 'same' | 'differs' | 'accepted'
export type Comparison = Readonly<Record<string, Compared | undefined>>

/** What was entered, to be held against the paper beside it, row by row; what differs is ticked off by itself. */
export function CompareCard({
  entered,
  passport,
  compared,
  ticking,
  onChange,
}: {
  /** What the paper that is shown says. */
  entered: readonly Entered[]
  /** Whether it is a passport, whose lines for machines nobody but the reader reads (decision 0061). */
  passport: boolean
  compared: Comparison
  /** Whether the reader compares; else it is only read. */
  ticking: boolean
  onChange: (compared: Comparison) => void
}) {
  const t = useTranslations('people.compare')
  const byReader = entered.filter(isCompared)
  const same = entered.filter(
    row => row.users?.length === 0 || ['same', 'accepted'].includes(compared[row.id] ?? ''),
  )
  const differing = byReader.filter(({ id }) => compared[id] && compared[id] !== 'same')
  const others = entered.filter(isOthers)
  const set = (id: string, value: Compared | undefined) => onChange({ ...compared, [id]: value })
  const rest = () =>
    onChange({
      ...Object.fromEntries(byReader.map(({ id }) => [id, 'same' as const])),
      ...Object.fromEntries(Object.entries(compared).filter(([, value]) => value)),
    })
  const open = ticking && byReader.some(({ id }) => !compared[id])
  useKeys({ m: open ? rest : undefined })
  return (
    <section className="card compare" aria-labelledby="compare-title">
      <div className="head">
        <h2 className="h4 grow" id="compare-title">
          {t('title')}
        </h2>
        {ticking && (
          <span className="note">{t('count', { same: same.length, of: entered.length })}</span>
        )}
      </div>
      {entered.length === 0 ? (
        <p className="body-pad t2">{t('nothing')}</p>
      ) : (
        <ul>
          {entered.map(row => (
            <CompareRow
              key={row.id}
              row={row}
              value={compared[row.id]}
              ticking={ticking}
              onChange={value => set(row.id, value)}
            />
          ))}
        </ul>
      )}
      {passport && <p className="body-pad meta t3">{t('byEye')}</p>}
      {(ticking ? [...differing, ...others] : []).map(({ id, term, users }) => (
        <div key={id} className="compare-ack">
          <Checkbox
            checked={compared[id] === 'accepted'}
            onChange={event => set(id, event.target.checked ? 'accepted' : 'differs')}
            label={<span className="w6">{users ? t('used') : t('differs', { field: term })}</span>}
            sub={t(users ? 'usedSeen' : 'accepted')}
          />
        </div>
      ))}
      {ticking && byReader.length > 0 && (
        <div className="foot">
          <Button variant="secondary" size="sm" icon="check" disabled={!open} onClick={rest}>
            {t(differing.length > 0 ? 'rest' : 'all')}
            <KeyCap>M</KeyCap>
          </Button>
        </div>
      )}
    </section>
  )
}

function CompareRow({
  row,
  value,
  ticking,
  onChange,
}: {
  row: Entered
  value: Compared | undefined
  ticking: boolean
  onChange: (value: Compared | undefined) => void
}) {
  const t = useTranslations('people.compare')
  const { term, value: entered, wrong, foot } = row
  const other = value === 'differs' || value === 'accepted' || isOthers(row)
  const toggle = (to: 'same' | 'differs', on: boolean) => onChange(on ? undefined : to)
  return (
    <li className={cx('compare-row', other && 'dif')}>
      <span className="meta t3">{term}</span>
      <span className="w5 grow">
        {entered}
        {wrong && <span className="compare-wrong">{wrong}</span>}
        {foot && (
          <span className="compare-foot">
            {t.rich('foot', { letters: () => <bdi className="mono">{foot}</bdi> })}
          </span>
        )}
      </span>
      {!isCompared(row) && (
        <span className={isOthers(row) ? 'warn' : 'ok'}>
          <Icon name={isOthers(row) ? 'warning' : 'done'} size={18} />
        </span>
      )}
      {ticking && isCompared(row) && (
        <span className="row g4">
          <button
            type="button"
            className={cx('tick-same', value === 'same' && 'on')}
            aria-pressed={value === 'same'}
            aria-label={t('sameOf', { field: term })}
            title={t('same')}
            onClick={() => toggle('same', value === 'same')}
          >
            <Icon name="done" size={18} />
          </button>
          <button
            type="button"
            className={cx('tick-other', other && 'on')}
            aria-pressed={other}
            aria-label={t('otherOf', { field: term })}
            title={t('other')}
            onClick={() => toggle('differs', other)}
          >
            <Icon name="warning" size={18} />
          </button>
        </span>
      )}
    </li>
  )
}
