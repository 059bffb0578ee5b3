/**
 * Which countries have an income tax treaty with the United States by which pay for services may be free of tax. Sources: IRS, "United States income
 * tax treaties – A to Z", as it stood after Chile's came into force and Hungary's ended (2024), against Table 3 of the tax treaty tables (October 2015).
 * Hungary's ended on January 1, 2024. Of Russia's the articles 5 to 21 and 23 are suspended since August 16, 2024 (Announcement 2024-26): there is nothing
 * to claim. Of Belarus's the exemption of interest on trade credits alone is, until the end of 2026 (note of December 17, 2024): the rest may be claimed.
 * China's leaves out Hong Kong and Macao.
 */
// biome-ignore format: one a line would say no more
const TREATIES: ReadonlySet<string> = new Set([
  'AM', 'AT', 'AU', 'AZ', 'BB', 'BD', 'BE', 'BG', 'BY', 'CA', 'CH', 'CL', 'CN', 'CY', 'CZ', 'DE', 'DK', 'EE', 'EG', 'ES', 'FI', 'FR',
  'GB', 'GE', 'GR', 'ID', 'IE', 'IL', 'IN', 'IS', 'IT', 'JM', 'JP', 'KG', 'KR', 'KZ', 'LK', 'LT', 'LU', 'LV', 'MA', 'MD', 'MT',
  'MX', 'NL', 'NO', 'NZ', 'PH', 'PK', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK', 'TH', 'TJ', 'TM', 'TN', 'TR', 'TT', 'UA', 'UZ', 'VE',
  'ZA',
])

/** Whether who lives in a country, by its ISO 3166-1 code, may claim a treaty with the United States at all. */
export function hasTreaty(country: string): boolean {
  return TREATIES.has(country)
}
