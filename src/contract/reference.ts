/** Reference data: countries, currencies, tokens, holidays. */
import { z } from 'zod'
import { CountryCode, PlainDate } from './kernel/codecs.ts'
import { endpoint } from './kernel/endpoint.ts'

export const Country = z.object({ countryCode: z.string(), name: z.string() })
export const Subdivision = z.object({ code: z.string(), name: z.string() })
export const Currency = z.object({
  name: z.string(),
  code: z.string(),
  smallest_unit_name: z.string(),
  smallest_unit_factor: z.int(),
})

export const reference = {
  getAppConfig: endpoint({
    method: 'GET',
    path: '/user/app-config',
    summary: 'What this installation offers, before anyone signs in',
    access: 'public',
    response: z.object({
      demo: z.boolean(),
      simulated_payments: z.boolean(),
      /** How people sign in: with our own forms, or at an OpenID provider of this name. */
      identity: z.object({ kind: z.enum(['embedded', 'oidc']), name: z.string() }),
      google_sign_in: z.boolean(),
      /** The tag manager's container (GTM-...), loaded after consent alone; null where none is configured. */
      tag_manager_id: z.string().nullable(),
      support_email: z.string(),
      /** Today by the server's clock, which the demo can move. */
      today: PlainDate,
    }),
  }),
  listCountries: endpoint({
    method: 'GET',
    path: '/user/countries',
    summary: 'Countries of ISO 3166-1 with their English names',
    access: 'public',
    response: z.array(Country),
  }),
  listSubdivisions: endpoint({
    method: 'GET',
    path: '/user/countries/:code/subdivisions',
    summary: 'Subdivisions of a country (ISO 3166-2); empty where it has none',
    access: 'public',
    params: z.object({ code: CountryCode }),
    response: z.array(Subdivision),
    problems: ['NOT_FOUND'],
  }),
  listCurrencies: endpoint({
    method: 'GET',
    path: '/user/currencies',
    summary: 'Currencies that bank accounts may hold, and why one is not paid now',
    access: 'signed-in',
    response: z.array(
      Currency.extend({
        /** Why no account in it can be added now; null where one can. */
        not_paid: z.string().nullable(),
      }),
    ),
  }),
  listContractCurrencies: endpoint({
    method: 'GET',
    path: '/user/contract_currencies',
    summary: 'Currencies that a contract may be agreed in',
    access: 'signed-in',
    response: z.array(Currency),
  }),
  listSupportedTokens: endpoint({
    method: 'GET',
    path: '/contractor/supported-tokens',
    summary: 'Tokens that contractors may be paid in, with the networks of each',
    access: ['contractor', 'employer', 'operator'],
    response: z.array(
      z.object({
        asset: z.string(),
        /** `added` is our own addition to the networks of the specification. */
        networks: z.array(
          z.object({
            ...{ blockchain: z.string(), label: z.string() },
            added: z.literal(true).optional(),
          }),
        ),
      }),
    ),
  }),
  listFederalHolidays: endpoint({
    method: 'GET',
    path: '/employer/federal-holidays/:year',
    summary: "Holidays of the employer's country and subdivision in a year",
    access: ['employer'],
    params: z.object({ year: z.coerce.number<string>().int().min(1970).max(2200) }),
    /** Of another part of the country, or with an empty text of all of it; left out, of the one whose holidays the company keeps. */
    query: z.object({ subdivision_code: z.string().max(10).optional() }),
    response: z.array(z.object({ date: PlainDate, name: z.string() })),
  }),
}
