import { Controller, useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { isPlainDate } from '#domain/kernel/plain-date.ts'
import { useToday } from '#web/kernel/me.ts'
import { CountryField } from '#web/parts/country-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { NumberField, useDecimalProblem } from '#web/ui/number-input.tsx'
import { TextField } from '#web/ui/text-input.tsx'

export interface OwnerForm {
  name: string
  birth_date: string
  country_code: string
  share: string
}

/** The part of a form that names owners. */
export type Owners = { beneficial_owners: OwnerForm[] }

/** One owner of a company, to type. Stands in a form of owners. */
export function OwnerFields({ place, onRemove }: { place: number; onRemove: () => void }) {
  const t = useTranslations('people.company.details.owners')
  const today = useToday()
  const decimalProblem = useDecimalProblem(2)
  const { control, register, formState } = useFormContext<Owners>()
  const errors = formState.errors.beneficial_owners?.[place]
  const at = `beneficial_owners.${place}` as const
  return (
    <fieldset className="card pad stack g12" aria-label={t('owner', { number: place + 1 })}>
      <div className="row between g12">
        <span className="w5">{t('owner', { number: place + 1 })}</span>
        <Button variant="quiet" size="sm" icon="trash" onClick={onRemove}>
          {t('remove')}
        </Button>
      </div>
      <TextField
        id={`owner-${place}-name`}
        label={t('name')}
        required
        error={errors?.name}
        {...register(`${at}.name`, { validate: typed => typed.trim() !== '' || t('nameMissing') })}
      />
      <div className="pair">
        <Controller
          control={control}
          name={`${at}.birth_date`}
          rules={{ validate: typed => isPlainDate(typed) || t('bornMissing') }}
          render={({ field, fieldState }) => (
            <DateField
              {...field}
              id={`owner-${place}-birth`}
              label={t('born')}
              required
              max={today}
              error={fieldState.error}
            />
          )}
        />
        <NumberField
          id={`owner-${place}-share`}
          label={t('share')}
          required
          suffix="%"
          error={errors?.share}
          {...register(`${at}.share`, {
            validate: typed => {
              if (typed.trim() === '') return t('shareMissing')
              return decimalProblem(typed) ?? (Number(typed) > 0 || t('shareMissing'))
            },
          })}
        />
      </div>
      <Controller
        control={control}
        name={`${at}.country_code`}
        rules={{ required: t('countryMissing') }}
        render={({ field, fieldState }) => (
          <CountryField
            {...field}
            id={`owner-${place}-country`}
            label={t('country')}
            required
            error={fieldState.error}
          />
        )}
      />
    </fieldset>
  )
}
