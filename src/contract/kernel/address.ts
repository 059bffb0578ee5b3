/** An address (specification 3) as it is read and as it is sent. */
import { z } from 'zod'
import { CountryCode, line, requiredLine } from './codecs.ts'

/** An address as the specification spells it. */
export const Address = z.object({
  street_number_and_name: z.string(),
  apartment_or_unit_number: z.string(),
  city_or_municipality: z.string(),
  postal_code: z.string(),
  country: z.object({ alpha_2: z.string(), name: z.string() }),
  subdivision: z.object({ code: z.string(), name: z.string() }).nullable(),
})

const named = { name: line(200).optional() }
const SubdivisionCode = z.string().max(6)

/** An address as it is sent: spelled as it is read, or with the codes that the sign-up sends. Names say nothing: codes decide. */
export const AddressInput = z.strictObject({
  street_number_and_name: requiredLine(200, 'people.problems.streetRequired'),
  apartment_or_unit_number: line(50).default(''),
  city_or_municipality: requiredLine(100, 'people.problems.cityRequired'),
  postal_code: line(20).default(''),
  country: z.strictObject({ alpha_2: CountryCode, ...named }).optional(),
  subdivision: z.strictObject({ code: SubdivisionCode, ...named }).nullish(),
  country_code: CountryCode.optional(),
  subdivision_code: SubdivisionCode.nullish(),
})
