import { useTranslations } from 'use-intl'
import type { ClientOutput } from '#web/kernel/types.ts'
import { dayText, shortDate, shortRange } from '#web/parts/times.ts'
import { Card } from '#web/ui/card.tsx'

type Change = NonNullable<ClientOutput<'previewPolicy'>['change']>

const SHOWN = 6

/** Which dates of a policy move by what is typed, and which stay, before anything is saved. */
export function PolicyChange({ change }: { change: Change }) {
  const t = useTranslations('payroll.policyChange')
  const { moved, same, kept } = change
  return (
    <Card
      title={t('title')}
      note={moved.length > 0 ? t('moved', { count: moved.length }) : undefined}
    >
      <div className="body-pad stack g8 meta" aria-live="polite">
        {kept.opened_through !== null && (
          <p>{t('opened', { date: shortDate(kept.opened_through) })}</p>
        )}
        <p className="t2">{moved.length === 0 ? t('none') : t('same', { count: same })}</p>
      </div>
      {moved.length > 0 && (
        <ul className="list-rows line">
          {moved.slice(0, SHOWN).map(({ start_date, end_date, was, becomes }) => (
            <li key={`${start_date} ${end_date}`} className="row between g12 base wrap">
              <span className="meta t3 nowrap">{shortRange(start_date, end_date)}</span>
              <span className="meta warn">
                {was && becomes
                  ? t('from', { was: dayText(was), becomes: shortDate(becomes) })
                  : becomes
                    ? t('new', { becomes: shortDate(becomes) })
                    : t('gone', { was: shortDate(was ?? end_date) })}
              </span>
            </li>
          ))}
          {moved.length > SHOWN && (
            <li className="meta t3">{t('more', { count: moved.length - SHOWN })}</li>
          )}
        </ul>
      )}
    </Card>
  )
}
