import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { useDraft } from '#web/parts/draft.ts'
import { MoneyList } from '#web/parts/money.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { SelectField } from '#web/ui/select-field.tsx'

type Years = ClientOutput<'listStatements'>['years']

/** Chooses a year and what its statement shows beside the sum, and issues it. */
export function IssueStatement({ years }: { years: Years }) {
  const t = useTranslations('payroll.statements')
  const [asked, setAsked] = useDraft('statement', {
    year: String(years[0]?.year ?? ''),
    employers: false,
    months: false,
  })
  const issue = useCall('issueStatement', {
    refresh: ['listStatements'],
    onSuccess: () => openAlert(t('issued'), { severity: 'success' }),
  })
  const chosen = years.find(({ year }) => String(year) === asked.year)
  return (
    <form
      className="split-in stack g16"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        issue.mutate({
          body: {
            year: Number(asked.year),
            shows_employers: asked.employers,
            shows_months: asked.months,
          },
        })
      }}
    >
      <p className="meta t2">{t('lead')}</p>
      <SelectField
        id="statement_year"
        label={t('year')}
        required
        value={asked.year}
        options={years.map(({ year }) => ({ value: String(year), label: String(year) }))}
        onChange={year => setAsked({ ...asked, year })}
      />
      {chosen && (
        <p>
          <MoneyList of={chosen.totals} strong />
        </p>
      )}
      <fieldset className="stack g8">
        <legend className="h4">{t('shows')}</legend>
        <Checkbox
          label={t('employers')}
          checked={asked.employers}
          onChange={event => setAsked({ ...asked, employers: event.target.checked })}
        />
        <Checkbox
          label={t('months')}
          checked={asked.months}
          onChange={event => setAsked({ ...asked, months: event.target.checked })}
        />
      </fieldset>
      <div>
        <Button type="submit" loading={issue.isPending}>
          {t('issue')}
        </Button>
      </div>
    </form>
  )
}
