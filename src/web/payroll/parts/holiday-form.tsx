import { useState } from 'react'
import { Controller, FormProvider, useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { isPlainDate } from '#domain/kernel/plain-date.ts'
import { MOST_COMPANY_HOLIDAYS } from '#domain/payroll/holiday-policy.ts'
import { asApiProblem } from '#web/kernel/api-problem.ts'
import { draftPlace, forgetDraft } from '#web/kernel/drafts.ts'
import { useCall } from '#web/kernel/queries.ts'
import { useSubdivisions } from '#web/parts/country-field.tsx'
import { showProblem, useForm } from '#web/parts/form.ts'
import { useSeenVersion } from '#web/parts/two-versions.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { ComboboxField } from '#web/ui/combobox-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { Say } from '#web/ui/say.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import { LOCALE } from '#web/words/words.tsx'
import { entryOf, type HolidayEntry, isTyped, NO_HOLIDAY, type Policy } from './holiday-entry.ts'
import { HolidayVersions } from './holiday-versions.tsx'

const FORM = 'holidays'

/** Whose public holidays count, what new policies begin with, and the company's own days; `onPart` hears which part is chosen, `onOpen` over which the form begins anew. */
export function HolidayForm({
  policy,
  onPart,
  onOpen,
}: {
  policy: Policy
  onPart: (subdivision_code: string) => void
  onOpen: (policy: Policy) => void
}) {
  const t = useTranslations('payroll.holidaysPage')
  const { seen, isOther, hear, close } = useSeenVersion(policy.version, ['getHolidayPolicy'])
  const form = useForm<HolidayEntry>(FORM, { mode: 'onTouched', defaultValues: entryOf(policy) })
  const put = useCall('putHolidayPolicy', {
    refresh: ['getHolidayPolicy', 'getPolicy', 'listFederalHolidays', 'listCycles'],
  })
  const begin = (over: Policy) => {
    forgetDraft(draftPlace(FORM))
    onOpen(over)
  }
  const submit = (version: number) =>
    form.handleSubmit(async ({ subdivision_code, holiday_policy, holidays }) => {
      close(version)
      try {
        const saved = await put.mutateAsync({
          body: {
            subdivision_code: subdivision_code || null,
            holiday_policy,
            holidays: holidays.filter(isTyped),
            version,
          },
        })
        openAlert(t('saved'), { severity: 'success' })
        begin(saved)
      } catch (thrown) {
        if (!hear(asApiProblem(thrown))) showProblem(form.setError, thrown)
      }
    })()
  const may = policy.allowed_actions.includes('change')
  return (
    <form
      className="form-column"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void submit(seen)
      }}
    >
      {isOther && (
        <HolidayVersions
          theirs={entryOf(policy)}
          mine={form.getValues()}
          country={policy.country_code}
          onTheirs={() => begin(policy)}
          onMine={() => void submit(policy.version)}
        />
      )}
      <FormProvider {...form}>
        <Part country={policy.country_code} onPart={onPart} />
        <Controller
          control={form.control}
          name="holiday_policy"
          render={({ field }) => (
            <RadioCards
              legend={t('begin.title')}
              name={field.name}
              value={field.value}
              onChange={field.onChange}
              cards={[
                { value: 'RESPECT', label: t('begin.RESPECT'), sub: t('begin.respectHelp') },
                { value: 'IGNORE', label: t('begin.IGNORE'), sub: t('begin.ignoreHelp') },
              ]}
            />
          )}
        />
        <OwnDays />
      </FormProvider>
      <Consequences policy={policy} />
      {may && (
        <div className="row g8">
          <Button type="submit" size="lg" loading={form.formState.isSubmitting}>
            {t('save')}
          </Button>
        </div>
      )}
    </form>
  )
}

function Part({ country, onPart }: { country: string; onPart: (code: string) => void }) {
  const t = useTranslations('payroll.holidaysPage')
  const { control } = useFormContext<HolidayEntry>()
  const { comes, options, label, state } = useSubdivisions(country)
  if (!comes && options.length === 0) return null
  return (
    <Controller
      control={control}
      name="subdivision_code"
      render={({ field, fieldState }) => (
        <ComboboxField
          {...field}
          id="subdivision_code"
          label={t('part', { part: label })}
          required
          {...state}
          options={[{ value: '', label: t('whole') }, ...options]}
          error={fieldState.error}
          onChange={value => {
            field.onChange(value)
            onPart(value)
          }}
        />
      )}
    />
  )
}

/** The days on which the company is closed, each with its name. */
function OwnDays() {
  const t = useTranslations('payroll.holidaysPage.own')
  const { watch, getValues, setValue } = useFormContext<HolidayEntry>()
  const days = watch('holidays')
  const typed = days.findLastIndex(isTyped) + 1
  const [asked, setAsked] = useState(typed)
  const shown = Math.max(asked, typed)
  const remove = (place: number) => {
    const left = getValues('holidays').filter((_, at) => at !== place)
    setValue('holidays', [...left, NO_HOLIDAY], { shouldDirty: true })
    setAsked(shown - 1)
  }
  return (
    <fieldset className="stack g12">
      <legend className="h4 mt8">{t('title')}</legend>
      <p className="meta t2">{t('help')}</p>
      {days.slice(0, shown).map((_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place is what it is
        <OwnDay key={place} place={place} onRemove={() => remove(place)} />
      ))}
      <div>
        <Button
          variant="secondary"
          icon="plus"
          disabled={shown >= MOST_COMPANY_HOLIDAYS}
          onClick={() => setAsked(shown + 1)}
        >
          {t(shown === 0 ? 'add' : 'another')}
        </Button>
      </div>
    </fieldset>
  )
}

function OwnDay({ place, onRemove }: { place: number; onRemove: () => void }) {
  const t = useTranslations('payroll.holidaysPage.own')
  const { control, register, formState } = useFormContext<HolidayEntry>()
  const errors = formState.errors.holidays?.[place]
  return (
    <fieldset className="card pad stack g12" aria-label={t('day', { number: place + 1 })}>
      <div className="pair">
        <Controller
          control={control}
          name={`holidays.${place}.date`}
          rules={{ validate: typed => isPlainDate(typed) || t('dateMissing') }}
          render={({ field, fieldState }) => (
            <DateField
              {...field}
              id={`holiday-${place}-date`}
              label={t('date')}
              required
              error={fieldState.error}
            />
          )}
        />
        <TextField
          id={`holiday-${place}-label`}
          label={t('label')}
          required
          maxLength={80}
          error={errors?.label}
          {...register(`holidays.${place}.label`, {
            validate: typed => typed.trim() !== '' || t('labelMissing'),
          })}
        />
      </div>
      <div>
        <Button variant="quiet" size="sm" icon="trash" onClick={onRemove}>
          {t('remove')}
        </Button>
      </div>
    </fieldset>
  )
}

/** What saving changes, and what stays as somebody signed for it. */
function Consequences({ policy: { applies_to, kept_by } }: { policy: Policy }) {
  const t = useTranslations('payroll.holidaysPage')
  const list = new Intl.ListFormat(LOCALE, { type: 'conjunction' })
  return (
    <div className="stack g8" aria-live="polite">
      {applies_to.length > 0 && (
        <Say kind="note">
          {t('applies', { count: applies_to.length, policies: list.format(applies_to) })}
        </Say>
      )}
      {kept_by.length > 0 && (
        <Say kind="note">
          {t('kept', { count: kept_by.length, policies: list.format(kept_by) })}
        </Say>
      )}
    </div>
  )
}
