/** What a contractor types about themselves, and what is sent of it. */
import type { ClientInput, ClientOutput } from '#web/kernel/types.ts'
import { type AddressForm, addressForm, addressInput } from '#web/parts/address-form.ts'

export type ContractorSelf = ClientOutput<'getContractorSelf'>
type Address = NonNullable<ContractorSelf['permanent_address']>
export type AddressKind = 'permanent_address' | 'mailing_address'

/** The addresses of a form, as `AddressFields` shows them. */
export type AddressesForm = Readonly<Record<AddressKind, AddressForm>>

export interface PersonalForm extends AddressesForm {
  first_name: string
  middle_name: string
  last_name: string
  preferred_name: string
  phone_number: string
  mailing: 'same' | 'other'
}

/** The form as the profile has it; country and subdivision of the sign-up stand in for an address that is not there yet. */
export function personalForm(self: ContractorSelf): PersonalForm {
  return {
    first_name: self.first_name,
    middle_name: self.middle_name,
    last_name: self.last_name,
    preferred_name: self.preferred_name,
    phone_number: self.phone_number,
    permanent_address: addressForm(
      self.permanent_address,
      self.country_code,
      self.subdivision_code,
    ),
    mailing: self.mailing_address ? 'other' : 'same',
    mailing_address: addressForm(self.mailing_address),
  }
}

/** What is sent; without a mailing address mail goes to the permanent one. */
export function personalInput(values: PersonalForm): ClientInput<'putPersonalInformation'>['body'] {
  const { permanent_address, mailing, mailing_address, ...names } = values
  return {
    ...names,
    permanent_address: addressInput(permanent_address),
    ...(mailing === 'other' ? { mailing_address: addressInput(mailing_address) } : {}),
  }
}

/** An address in lines, as on an envelope. */
export function addressLines(address: Address): string[] {
  const street = [address.street_number_and_name, address.apartment_or_unit_number]
  const town = [address.city_or_municipality, address.subdivision?.name, address.postal_code]
  return [street, town, [address.country.name]]
    .map(parts => parts.filter(Boolean).join(', '))
    .filter(line => line !== '')
}
