/** What a company says of itself: read by its own people and by who verifies it. */
import { z } from 'zod'
import { INDUSTRIES } from '#domain/people/company-details.ts'
import { Address } from './kernel/address.ts'
import { CountryCode, Instant, Percentage, PlainDate, requiredName } from './kernel/codecs.ts'

/** A natural person who owns a part of the company or controls it; `share` is a percentage. */
export const BeneficialOwner = z.strictObject({
  name: requiredName(200, 'people.problems.ownerName'),
  birth_date: PlainDate,
  country_code: CountryCode,
  share: Percentage,
})

/** What a company says of itself; its owners are shown to its own people and to who verifies it, and to nobody else. */
export const CompanyDetails = z.object({
  registration_number: z.string(),
  country_of_incorporation: z.string(),
  date_of_incorporation: z.string(),
  registered_address: Address,
  tax_number: z.string(),
  industry: z.enum(INDUSTRIES),
  website: z.string(),
  beneficial_owners: z.array(BeneficialOwner),
  /** Who said so in the company's name, and when. */
  given_by: z.string(),
  given_at: Instant,
})
