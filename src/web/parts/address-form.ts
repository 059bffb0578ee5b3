/** An address as people type it, as it is sent, and as it is read. */
import { addressPart } from '#domain/kernel/address-part.ts'
import type { ClientInput, ClientOutput } from '#web/kernel/types.ts'

type Address = NonNullable<ClientOutput<'getContractorSelf'>['permanent_address']>
type AddressInput = ClientInput<'putPersonalInformation'>['body']['permanent_address']

export interface AddressForm {
  street_number_and_name: string
  apartment_or_unit_number: string
  city_or_municipality: string
  postal_code: string
  country_code: string
  subdivision_code?: string | undefined
}

/**
 * An address as a form has it; until there is one, its country and subdivision are those of the sign-up, the latter where addresses
 * name one.
 */
export function addressForm(
  address: Address | null,
  country: string | null = '',
  subdivision: string | null = '',
): AddressForm {
  const atSignUp = addressPart(country ?? '') === 'none' ? '' : (subdivision ?? '')
  return {
    street_number_and_name: address?.street_number_and_name ?? '',
    apartment_or_unit_number: address?.apartment_or_unit_number ?? '',
    city_or_municipality: address?.city_or_municipality ?? '',
    postal_code: address?.postal_code ?? '',
    country_code: address?.country.alpha_2 ?? country ?? '',
    subdivision_code: address ? (address.subdivision?.code ?? '') : atSignUp,
  }
}

/** An address as it is sent; a country without subdivisions has none. */
export function addressInput({ subdivision_code, ...address }: AddressForm): AddressInput {
  return subdivision_code ? { ...address, subdivision_code } : address
}

/** An address in one line, as a form holds it: to be held against another. */
export function addressWords(address: AddressForm): string {
  return [
    ...[address.street_number_and_name, address.apartment_or_unit_number],
    ...[address.city_or_municipality, address.subdivision_code, address.postal_code],
    address.country_code,
  ]
    .filter(Boolean)
    .join(', ')
}
