import { useQuery } from '@tanstack/react-query'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { query } from '#web/kernel/queries.ts'
import { ComboboxField } from '#web/ui/combobox-field.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import type { AddressKind, PersonalForm } from './personal-form.ts'

/** An address as a contractor types it; subdivisions are asked for only where the country has any. */
export function AddressFields({
  form,
  at,
}: {
  form: UseFormReturn<PersonalForm>
  at: AddressKind
}) {
  const { register, formState } = form
  const errors = formState.errors[at]
  const who = at === 'permanent_address' ? 'section-home' : 'section-mail'
  return (
    <>
      <CountryFields form={form} at={at} />
      <TextField
        id={`${at}-street`}
        label="Street number and name"
        required
        autoComplete={`${who} address-line1`}
        error={errors?.street_number_and_name}
        {...register(`${at}.street_number_and_name`, {
          required: 'Street number and name are required',
        })}
      />
      <div className="pair">
        <TextField
          id={`${at}-unit`}
          label="Apartment or unit"
          autoComplete={`${who} address-line2`}
          error={errors?.apartment_or_unit_number}
          {...register(`${at}.apartment_or_unit_number`)}
        />
        <TextField
          id={`${at}-postal`}
          label="Postal code"
          autoComplete={`${who} postal-code`}
          error={errors?.postal_code}
          {...register(`${at}.postal_code`)}
        />
      </div>
      <TextField
        id={`${at}-city`}
        label="City or municipality"
        required
        autoComplete={`${who} address-level2`}
        error={errors?.city_or_municipality}
        {...register(`${at}.city_or_municipality`, {
          required: 'City or municipality is required',
        })}
      />
    </>
  )
}

function CountryFields({ form, at }: { form: UseFormReturn<PersonalForm>; at: AddressKind }) {
  const { control, watch, setValue } = form
  const country = watch(`${at}.country_code`)
  const countries = useQuery(query('listCountries', {}))
  const subdivisions = useQuery({
    ...query('listSubdivisions', { params: { code: country } }),
    enabled: country !== '',
  })
  const places = country === '' ? [] : (subdivisions.data ?? [])
  return (
    <>
      <Controller
        control={control}
        name={`${at}.country_code`}
        rules={{ required: 'Country is required' }}
        render={({ field, fieldState }) => (
          <ComboboxField
            id={`${at}-country`}
            label={at === 'permanent_address' ? 'Country of tax residence' : 'Country'}
            required
            value={field.value}
            options={(countries.data ?? []).map(({ countryCode, name }) => ({
              value: countryCode,
              label: name,
              country: countryCode,
            }))}
            loading={countries.isPending}
            error={fieldState.error}
            onBlur={field.onBlur}
            ref={field.ref}
            onChange={value => {
              field.onChange(value)
              setValue(`${at}.subdivision_code`, '')
            }}
          />
        )}
      />
      {places.length > 0 && (
        <Controller
          control={control}
          name={`${at}.subdivision_code`}
          rules={{ required: 'Province is required' }}
          shouldUnregister
          render={({ field, fieldState }) => (
            <ComboboxField
              id={`${at}-subdivision`}
              label="Province, state or region"
              required
              value={field.value ?? ''}
              options={places.map(({ code, name }) => ({ value: code, label: name }))}
              error={fieldState.error}
              onBlur={field.onBlur}
              ref={field.ref}
              onChange={field.onChange}
            />
          )}
        />
      )}
    </>
  )
}
