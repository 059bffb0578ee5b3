import { useTranslations } from 'use-intl'
import { useSubdivisions } from '#web/parts/country-field.tsx'
import { differing, TwoVersions } from '#web/parts/two-versions.tsx'
import { shownDate } from '#web/ui/typed-date.ts'
import { type HolidayEntry, isTyped } from './holiday-entry.ts'

/** Which holidays are kept by now beside what stands in the form. */
export function HolidayVersions({
  theirs,
  mine,
  country,
  ...answers
}: {
  theirs: HolidayEntry
  mine: HolidayEntry
  country: string
  onTheirs: () => void
  onMine: () => void
}) {
  const t = useTranslations('payroll.holidaysPage')
  const { options, label } = useSubdivisions(country)
  const row = (term: string, of: (entry: HolidayEntry) => string) => ({
    ...{ term, theirs: of(theirs), mine: of(mine) },
  })
  const part = (code: string) => options.find(({ value }) => value === code)?.label ?? t('whole')
  const rows = [
    row(t('part', { part: label }), ({ subdivision_code }) => part(subdivision_code)),
    row(t('begin.title'), ({ holiday_policy }) => t(`begin.${holiday_policy}`)),
    row(t('own.title'), ({ holidays }) =>
      holidays
        .filter(isTyped)
        .map(day => `${shownDate(day.date)} ${day.label}`)
        .toSorted()
        .join('; '),
    ),
  ]
  return <TwoVersions rows={differing(rows)} {...answers} />
}
