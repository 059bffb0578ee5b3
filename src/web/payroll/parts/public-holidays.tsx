import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { formatDateLong } from '#domain/kernel/plain-date.ts'
import { useToday } from '#web/kernel/me.ts'
import { query } from '#web/kernel/queries.ts'
import { LoadingBlock, LoadProblem } from '#web/parts/loaded.tsx'
import { Card } from '#web/ui/card.tsx'
import { Segmented } from '#web/ui/segmented.tsx'

/** The public holidays of a part of the company's country, or of all of it, a year at a time. */
export function PublicHolidays({ part }: { part: string }) {
  const t = useTranslations('payroll.holidaysPage.public')
  const now = Number(useToday().slice(0, 4))
  const [chosen, setYear] = useState<string>()
  const year = chosen ?? String(now)
  const { data, error, refetch } = useQuery({
    ...query('listFederalHolidays', { params: { year }, query: { subdivision_code: part } }),
    enabled: now > 0,
    placeholderData: keepPreviousData,
  })
  return (
    <Card
      title={t('title')}
      note={
        <Segmented
          label={t('year')}
          segments={[now, now + 1].map(String).map(value => ({ value, label: value }))}
          value={year}
          onChange={setYear}
        />
      }
    >
      {error && !data ? (
        <LoadProblem problem={error} onRetry={() => void refetch()} />
      ) : data ? (
        <ul className="rows">
          {data.map(({ date, name }) => (
            <li key={`${date} ${name}`} className="row g12 between">
              <span>{name}</span>
              <span className="meta t2 nowrap">{formatDateLong(date)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <LoadingBlock height={320} />
      )}
      {data && <p className="body-pad meta t3">{t('source')}</p>}
    </Card>
  )
}
