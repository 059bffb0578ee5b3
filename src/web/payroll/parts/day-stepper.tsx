import { useTranslations } from 'use-intl'
import { formatDateLong } from '#domain/kernel/plain-date.ts'
import { dayText } from '#web/parts/times.ts'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'
import { hundredthsOf, stepped, textOfHours } from './time-entry.ts'

/** The time of one day: typed, or by half hours with two buttons. */
export function DayStepper({
  date,
  isToday,
  value,
  onChange,
}: {
  date: string
  isToday: boolean
  value: string
  onChange: (hours: string) => void
}) {
  const t = useTranslations('payroll.time.day')
  const weekday = formatDateLong(date).split(',')[0] ?? ''
  const day = `${weekday}, ${dayText(date)}`
  const hours = hundredthsOf(value)
  const wrong = hours === undefined || hours > 2400
  return (
    <li className={cx(isToday && 'today')}>
      <div className="grow">
        <div className="w5">{weekday}</div>
        <div className="meta t3">{t(isToday ? 'today' : 'day', { date: dayText(date) })}</div>
      </div>
      <div className={cx('stp', hours === 0 && 'zero', wrong && 'bad')}>
        <button
          type="button"
          aria-label={t('less', { day })}
          disabled={hours === 0}
          onClick={() => onChange(stepped(value, -1))}
        >
          <Icon name="minus" size={18} />
        </button>
        <input
          inputMode="decimal"
          autoComplete="off"
          aria-label={t('hours', { day })}
          aria-invalid={wrong}
          value={value}
          onFocus={event => event.target.select()}
          onChange={event => onChange(event.target.value)}
          onBlur={() => {
            if (hours !== undefined) onChange(textOfHours(hours / 100))
          }}
        />
        <button
          type="button"
          aria-label={t('more', { day })}
          disabled={hours === 2400}
          onClick={() => onChange(stepped(value, 1))}
        >
          <Icon name="plus" size={18} />
        </button>
      </div>
    </li>
  )
}
