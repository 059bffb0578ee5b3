import { useMemo, useRef } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { phoneProblem } from '#web/identity/phone-problem.ts'
import { likelyCountries } from '#web/parts/likely-countries.ts'
import { phoneCountries } from '#web/ui/phone-countries.ts'
import { PhoneField } from '#web/ui/phone-field.tsx'
import { TextField } from '#web/ui/text-input.tsx'

/** What somebody who signs up or joins a team says of themselves. */
export const NO_NAMES = { first_name: '', last_name: '', preferred_name: '', phone_number: '' }
export type Names = typeof NO_NAMES

function required(message: string) {
  return { validate: (typed: string) => typed.trim() !== '' || message }
}

/** The three names. Stands in a form of `Names`. */
export function NameFields() {
  const t = useTranslations('identity.names')
  const { register, formState } = useFormContext<Names>()
  const { errors } = formState
  return (
    <>
      <div className="pair">
        <TextField
          id="first_name"
          label={t('first')}
          required
          autoComplete="given-name"
          error={errors.first_name}
          {...register('first_name', required(t('firstMissing')))}
        />
        <TextField
          id="last_name"
          label={t('last')}
          required
          autoComplete="family-name"
          error={errors.last_name}
          {...register('last_name', required(t('lastMissing')))}
        />
      </div>
      <TextField
        id="preferred_name"
        label={t('preferred')}
        required
        autoComplete="nickname"
        error={errors.preferred_name}
        {...register('preferred_name', required(t('preferredMissing')))}
      />
    </>
  )
}

function likelyHere(): readonly string[] {
  const codes = phoneCountries.map(({ iso2 }) => iso2.toUpperCase())
  return likelyCountries(codes).map(code => code.toLowerCase())
}

/** A plus and the digits of the longest dial code: what is no longer is nothing that somebody typed. */
const LONGEST_DIAL_CODE = '+1234'.length

/** The phone number, in the format of `country` (two capitals, or empty) until another is chosen. Stands in a form of `Names`. */
export function PhoneNumberField({ country = '' }: { country?: string | undefined }) {
  // A new country brings its own dial code, however it came: chosen, or from an invitation.
  return <PhoneOfCountry key={country} country={country} />
}

function PhoneOfCountry({ country }: { country: string }) {
  const t = useTranslations('identity.names')
  const { control, getValues } = useFormContext<Names>()
  const likely = useMemo(likelyHere, [])
  const dialCode = useRef('')
  const { current: before } = useRef(getValues('phone_number'))
  const isBare = before.length <= LONGEST_DIAL_CODE
  const validate = (typed: string) => {
    const wrong = phoneProblem(typed, dialCode.current)
    return wrong && t(`phoneWrong.${wrong}`)
  }
  return (
    <Controller
      control={control}
      name="phone_number"
      rules={{ validate }}
      render={({ field, fieldState }) => (
        <PhoneField
          id="phone_number"
          label={t('phone')}
          required
          error={fieldState.error}
          name={field.name}
          value={isBare && field.value === before ? '' : field.value}
          onChange={(typed, chosen) => {
            dialCode.current = chosen.dialCode
            field.onChange(typed)
          }}
          onBlur={field.onBlur}
          defaultCountry={country.toLowerCase() || 'us'}
          likely={likely}
        />
      )}
    />
  )
}
