import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { hasSubdivisions, subdivisionKind } from '#domain/kernel/subdivisions.ts'
import { query } from '#web/kernel/queries.ts'
import { ComboboxField, type ComboboxInputProps } from '#web/ui/combobox-field.tsx'
import type { FieldProps } from '#web/ui/field.tsx'
import { otherNames } from './country-names.ts'
import { likelyCountries } from './likely-countries.ts'
import { optionsOf } from './options-of.ts'

type Props = FieldProps & Omit<ComboboxInputProps, 'id' | 'options' | 'loading' | 'missing'>

/** A country, by its code; those that somebody at this device most likely means stand first, before them the one of their `invitation`. */
export function CountryField({ invited, ...rest }: Props & { invited?: string | undefined }) {
  const found = useQuery(query('listCountries', {}))
  const { data = [] } = found
  const codes = data.map(({ countryCode }) => countryCode)
  const likely = [...new Set([...(invited ? [invited] : []), ...likelyCountries(codes)])]
  const place = (code: string) => (likely.includes(code) ? likely.indexOf(code) : likely.length)
  return (
    <ComboboxField
      autoComplete="off"
      {...rest}
      {...optionsOf(found)}
      options={data
        .toSorted((a, b) => place(a.countryCode) - place(b.countryCode))
        .map(({ countryCode, name }) => ({
          value: countryCode,
          label: name,
          country: countryCode,
          also: otherNames(countryCode),
        }))}
    />
  )
}

/** The parts of a country, and what they are called there: none for a country without any. */
export function useSubdivisions(country: string) {
  const t = useTranslations('parts.subdivisions')
  const found = useQuery({
    ...query('listSubdivisions', { params: { code: country } }),
    enabled: country !== '',
  })
  const { data = [] } = found
  const { loading, missing } = optionsOf(found)
  const name = t(`names.${subdivisionKind(country)}`)
  const comes = (loading || missing !== undefined) && hasSubdivisions(country)
  return {
    /** They are on their way, or did not come: their field stands there, so that what is below it does not move, and nobody sends it empty unasked. */
    comes,
    state: { loading, missing },
    options: country === '' ? [] : data.map(({ code, name: label }) => ({ value: code, label })),
    label: name,
    required: t('missing', { name }),
  }
}
