/** Companies that say for tests where they are registered. */
import { call, type Person } from '#db/seed/cast.ts'
import type { World } from '#test/harness/world.ts'

const STREETS = {
  AE: ['1 Palm Road', 'Dubai', '', 'AE-DU'],
  GB: ['5 Fleet Street', 'London', 'EC4Y 1AA', 'GB-LND'],
  US: ['1209 Orange Street', 'Wilmington', '19801', 'US-DE'],
} as const

/** Has a company, which said some of its details, say that it is registered in a country, and what else of them. */
export async function registerIn(
  world: World,
  boss: Person,
  country_code: keyof typeof STREETS,
  more: { readonly country_of_incorporation?: string } = {},
): Promise<void> {
  const { kyc_info } = await call(world, boss, 'getEmployer')
  if (!kyc_info.details) throw new Error('it said some')
  const { given_by: _, ...said } = kyc_info.details
  const [street, city, postal_code, subdivision_code] = STREETS[country_code]
  const registered_address = {
    ...{ street_number_and_name: street, apartment_or_unit_number: '' },
    ...{ city_or_municipality: city, postal_code, country_code, subdivision_code },
  }
  await call(world, boss, 'putEmployerKyc', {
    body: {
      ...{ ...said, ...more, registered_address },
      ...{ owners_complete: true, seen: kyc_info.version },
    },
  })
}
