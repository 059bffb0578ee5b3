/** Addresses: checked against ISO 3166, kept as codes, shown with names (specification 3, Address). */
import type { z } from 'zod'
import type { Address, AddressInput } from '#contract/kernel/address.ts'
import { addressPart } from '#domain/kernel/address-part.ts'
import { postalCodeProblem } from '#domain/kernel/postal-code.ts'
import { invalidField } from '#domain/kernel/problem.ts'
import type { FieldCipher } from '../kernel/field-cipher.ts'
import { countries, isCountry, isSubdivision, subdivisions } from './countries.ts'

/** An address as it is kept. */
export type StoredAddress = {
  readonly street_number_and_name: string
  readonly apartment_or_unit_number: string
  readonly city_or_municipality: string
  readonly postal_code: string
  readonly country_code: string
  readonly subdivision_code: string | null
}

type AddressColumn =
  | 'contractor.permanent_address'
  | 'contractor.mailing_address'
  | 'person.mailing_address'
  | 'employer.registered_address'

/** An address as its column keeps it; `id` names the row. */
export function sealAddress(
  fields: FieldCipher,
  column: AddressColumn,
  id: string,
  address: StoredAddress,
): string {
  return fields.seal(column, id, JSON.stringify(address))
}

/** An address as its column kept it; null where there is none. */
export function openAddress(
  fields: FieldCipher,
  column: AddressColumn,
  id: string,
  sealed: string | null,
): StoredAddress | null {
  if (sealed === null) return null
  return JSON.parse(fields.open(column, id, sealed)) as StoredAddress
}

type Home = { readonly country_code: string; readonly subdivision_code: string | null }
type HomeInput = { readonly country_code: string; readonly subdivision_code?: string | undefined }

/**
 * The address to keep, with a subdivision where it has one. VALIDATION, with `path` before the field, for a country or subdivision that
 * does not exist, for none where addresses of that country need one, and for a Canadian postal code that cannot be.
 */
export function checkAddress(
  input: z.output<typeof AddressInput>,
  path: readonly string[] = [],
): StoredAddress {
  const { country, subdivision, country_code, subdivision_code, ...lines } = input
  const home = {
    country_code: country_code ?? country?.alpha_2 ?? '',
    subdivision_code: subdivision_code ?? subdivision?.code,
  }
  const kept = checkPlace(home, path, addressPart(home.country_code) === 'required')
  const wrong = postalCodeProblem(kept.country_code, lines.postal_code)
  if (wrong) throw invalidField([...path, 'postal_code'], wrong.text)
  return { ...lines, ...kept }
}

/** A country with its subdivision, which who signs up names wherever there are any (specification 6); a country without has none. */
export function checkHome(home: HomeInput): Home {
  return checkPlace(home, [], true)
}

function checkPlace(
  { country_code, subdivision_code }: HomeInput,
  path: readonly string[],
  required: boolean,
): Home {
  if (!isCountry(country_code))
    throw invalidField([...path, 'country_code'], 'kernel.problems.countryRequired')
  if (subdivisions(country_code).length === 0) return { country_code, subdivision_code: null }
  if (subdivision_code && isSubdivision(country_code, subdivision_code))
    return { country_code, subdivision_code }
  if (!required && !subdivision_code) return { country_code, subdivision_code: null }
  throw invalidField(
    [...path, 'subdivision_code'],
    required ? 'kernel.problems.provinceRequired' : 'kernel.problems.provinceElsewhere',
  )
}

/** The address as the specification spells it. */
export function presentAddress(address: StoredAddress | null): z.output<typeof Address> | null {
  if (!address) return null
  const { country_code, subdivision_code, ...lines } = address
  return {
    ...lines,
    country: { alpha_2: country_code, name: countryName(country_code) },
    subdivision: subdivision_code
      ? { code: subdivision_code, name: subdivisionName(country_code, subdivision_code) }
      : null,
  }
}

/** The address as the lines of a document; of a company that did not say where it is registered just its home. */
export function addressLines(
  address: Partial<StoredAddress> & Pick<StoredAddress, 'country_code' | 'subdivision_code'>,
): string[] {
  const { country_code, subdivision_code } = address
  const street = [address.street_number_and_name, address.apartment_or_unit_number]
  const town = [
    address.city_or_municipality,
    subdivision_code ? subdivisionName(country_code, subdivision_code) : '',
    address.postal_code,
  ]
  const join = (parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(', ')
  return [join(street), join(town), countryName(country_code)].filter(line => line !== '')
}

/** The English name of a country. */
export function countryName(code: string): string {
  return countries().find(country => country.countryCode === code)?.name ?? code
}

function subdivisionName(country: string, code: string): string {
  return subdivisions(country).find(subdivision => subdivision.code === code)?.name ?? code
}
