import type { reference } from '#contract/reference.ts'
import { supportedTokens } from '#domain/kernel/network.ts'
import { Problem } from '#domain/kernel/problem.ts'
import type { Text } from '#domain/kernel/words.ts'
import type { Handlers } from '../kernel/http.ts'
import { sayText } from '../kernel/words.ts'
import { countries, isCountry, subdivisions } from './countries.ts'
import { accountCurrencies, contractCurrencies } from './currencies.ts'
import { holidaysOf } from './holidays.ts'

/** What an installation says of itself before anyone signs in. */
export type AppConfig = {
  readonly demo: boolean
  readonly simulated_payments: boolean
  readonly identity: { readonly kind: 'embedded' | 'oidc'; readonly name: string }
  readonly google_sign_in: boolean
  readonly tag_manager_id: string | null
  readonly support_email: string
}

/**
 * Handlers of the reference calls. `homeOf` finds the country whose holidays an employer keeps, `unpaidCurrencies` why an account in a
 * currency is not paid now.
 */
export function referenceHandlers(
  config: AppConfig,
  homeOf: (
    ctx: Parameters<Handlers<typeof reference>['listFederalHolidays']>[1],
  ) => Promise<{ country_code: string; subdivision_code: string | null }>,
  unpaidCurrencies: (
    ctx: Parameters<Handlers<typeof reference>['listCurrencies']>[1],
  ) => Promise<(currency: string) => Text | undefined>,
): Handlers<typeof reference> {
  return {
    getAppConfig: async (_input, ctx) => ({ ...config, today: ctx.today }),
    listCountries: async () => [...countries()],
    listSubdivisions: async ({ params }) => {
      if (!isCountry(params.code))
        throw new Problem('NOT_FOUND', 'kernel.problems.noSuchCountry', {
          params: { code: params.code },
        })
      return [...subdivisions(params.code)]
    },
    listCurrencies: async (_input, ctx) => {
      const unpaid = await unpaidCurrencies(ctx)
      return accountCurrencies().map(currency => {
        const why = unpaid(currency.code)
        return { ...currency, not_paid: why ? sayText(why) : null }
      })
    },
    listContractCurrencies: async () => [...contractCurrencies()],
    listSupportedTokens: async () => supportedTokens(),
    listFederalHolidays: async ({ params, query }, ctx) => {
      const { country_code, subdivision_code } = await homeOf(ctx)
      const asked = query.subdivision_code
      const known = subdivisions(country_code).find(({ code }) => code === asked)
      const part = asked === undefined ? subdivision_code : (known?.code ?? null)
      return [...holidaysOf(country_code, part, params.year)]
    },
  }
}
