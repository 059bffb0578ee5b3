import { useState } from 'react'
import { Controller, FormProvider, useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { isPlainDate } from '#domain/kernel/plain-date.ts'
import { MOST_COMPANY_HOLIDAYS } from '#domain/payroll/holiday-policy.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { useSubdivisions } from '#web/parts/country-field.tsx'
import { showProblem, useForm } from '#web/parts/form.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { ComboboxField } from '#web/ui/combobox-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { Say } from '#web/ui/say.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import { LOCALE } from '#web/words/words.tsx'

type Policy = ClientOutput<'getHolidayPolicy'>

interface HolidayEntry {
  subdivision_code: string
  holiday_policy: Policy['holiday_policy']
  /** As many as there may be; those without a day and a name are none. */
  holidays: { date: string; label: string }[]
}

const NO_HOLIDAY = { date: '', label: '' }

function entryOf({ subdivision_code, holiday_policy, holidays }: Policy): HolidayEntry {
  const places = Array.from({ length: MOST_COMPANY_HOLIDAYS }, (_, at) => holidays[at])
  return {
    subdivision_code: subdivision_code ?? '',
    holiday_policy,
    holidays: places.map(of => of ?? NO_HOLIDAY),
  }
}

function isTyped({ date, label }: HolidayEntry['holidays'][number]): boolean {
  return date !== '' || label.trim() !== ''
}

/** Whose public holidays count, what new policies begin with, and the company's own days; `onPart` hears which part is chosen. */
export function HolidayForm({
  policy,
  onPart,
}: {
  policy: Policy
  onPart: (subdivision_code: string) => void
}) {
  const t = useTranslations('payroll.holidaysPage')
  const form = useForm<HolidayEntry>('holidays', {
    mode: 'onTouched',
    defaultValues: entryOf(policy),
  })
  const put = useCall('putHolidayPolicy', {
    refresh: ['getHolidayPolicy', 'getPolicy', 'listFederalHolidays', 'listCycles'],
  })
  const submit = form.handleSubmit(async ({ subdivision_code, holiday_policy, holidays }) => {
    try {
      await put.mutateAsync({
        body: {
          subdivision_code: subdivision_code || null,
          holiday_policy,
          holidays: holidays.filter(isTyped),
          version: policy.version,
        },
      })
      openAlert(t('saved'), { severity: 'success' })
    } catch (thrown) {
      showProblem(form.setError, thrown)
    }
  })
  const may = policy.allowed_actions.includes('change')
  return (
    <form className="form-column" noValidate onSubmit={event => void submit(event)}>
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
  const { options, label } = useSubdivisions(country)
  if (options.length === 0) return null
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
