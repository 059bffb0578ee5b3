import { Controller, useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { addressPart } from '#domain/kernel/address-part.ts'
import { postalCodeProblem } from '#domain/kernel/postal-code.ts'
import { CountryField, useSubdivisions } from '#web/parts/country-field.tsx'
import { ComboboxField } from '#web/ui/combobox-field.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import { said } from '#web/words/said.ts'
import type { AddressForm } from './address-form.ts'

/** An address of a person, where a company is registered, or where a client is. */
type AddressAt = 'permanent_address' | 'mailing_address' | 'registered_address' | 'client_address'
type AddressesForm = Readonly<Record<AddressAt, AddressForm>>

const SECTIONS = {
  permanent_address: 'section-home',
  mailing_address: 'section-mail',
  registered_address: 'section-company',
  client_address: 'section-client',
} as const

/** An address as people type it; a subdivision is asked for only where addresses of the country have one. Stands in a form of addresses. */
export function AddressFields({ at }: { at: AddressAt }) {
  const t = useTranslations('people.address')
  const tPostal = useTranslations('kernel.postalCodes')
  const { register, formState } = useFormContext<AddressesForm>()
  const errors = formState.errors[at]
  const who = SECTIONS[at]
  return (
    <>
      <CountryFields at={at} />
      <TextField
        id={`${at}-street`}
        label={t('street')}
        required
        autoComplete={`${who} address-line1`}
        error={errors?.street_number_and_name}
        {...register(`${at}.street_number_and_name`, {
          required: t('streetMissing'),
        })}
      />
      <div className="pair">
        <TextField
          id={`${at}-unit`}
          label={t('unit')}
          autoComplete={`${who} address-line2`}
          error={errors?.apartment_or_unit_number}
          {...register(`${at}.apartment_or_unit_number`)}
        />
        <TextField
          id={`${at}-postal`}
          label={t('postal')}
          autoComplete={`${who} postal-code`}
          error={errors?.postal_code}
          {...register(`${at}.postal_code`, {
            validate: (typed, form) => {
              const problem = postalCodeProblem(form[at].country_code, typed)
              return problem && said(tPostal, problem)
            },
          })}
        />
      </div>
      <TextField
        id={`${at}-city`}
        label={t('city')}
        required
        autoComplete={`${who} address-level2`}
        error={errors?.city_or_municipality}
        {...register(`${at}.city_or_municipality`, {
          required: t('cityMissing'),
        })}
      />
    </>
  )
}

function CountryFields({ at }: { at: AddressAt }) {
  const t = useTranslations('people.address')
  const { control, watch, setValue, formState } = useFormContext<AddressesForm>()
  const country = watch(`${at}.country_code`)
  const { comes, options, label, required, state } = useSubdivisions(country)
  const part = addressPart(country)
  // One that was kept is seen, and can be taken out, where none is asked for any more.
  const kept = formState.defaultValues?.[at]
  const stands = part !== 'none' || (kept?.country_code === country && !!kept.subdivision_code)
  return (
    <>
      <Controller
        control={control}
        name={`${at}.country_code`}
        rules={{ required: t('countryMissing') }}
        render={({ field, fieldState }) => (
          <CountryField
            {...field}
            id={`${at}-country`}
            label={t(at === 'permanent_address' ? 'taxCountry' : 'country')}
            required
            error={fieldState.error}
            onChange={value => {
              field.onChange(value)
              setValue(`${at}.subdivision_code`, '')
            }}
          />
        )}
      />
      {stands && (comes || options.length > 0) && (
        <Controller
          control={control}
          name={`${at}.subdivision_code`}
          rules={{ required: part === 'required' && required }}
          shouldUnregister
          render={({ field, fieldState }) => (
            <ComboboxField
              {...field}
              id={`${at}-subdivision`}
              label={label}
              required={part === 'required'}
              value={field.value ?? ''}
              {...state}
              options={options}
              error={fieldState.error}
            />
          )}
        />
      )}
    </>
  )
}
