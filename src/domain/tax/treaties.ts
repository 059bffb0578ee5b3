/** Which countries have an income tax treaty with the United States in force (IRS, "United States income tax treaties – A to Z", read in 2026). */

// Those that ended or are suspended are none: Hungary since 2024, Russia and Belarus since 2024. China's leaves out Hong Kong and Macao.
// biome-ignore format: one a line would say no more
const TREATIES: ReadonlySet<string> = new Set([
  'AM', 'AT', 'AU', 'AZ', 'BB', 'BD', 'BE', 'BG', 'CA', 'CH', 'CL', 'CN', 'CY', 'CZ', 'DE', 'DK', 'EE', 'EG', 'ES', 'FI', 'FR',
  'GB', 'GE', 'GR', 'ID', 'IE', 'IL', 'IN', 'IS', 'IT', 'JM', 'JP', 'KG', 'KR', 'KZ', 'LK', 'LT', 'LU', 'LV', 'MA', 'MD', 'MT',
  'MX', 'NL', 'NO', 'NZ', 'PH', 'PK', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK', 'TH', 'TJ', 'TM', 'TN', 'TR', 'TT', 'UA', 'UZ', 'VE',
  'ZA',
])

/** Whether who lives in a country, by its ISO 3166-1 code, may claim a treaty with the United States at all. */
export function hasTreaty(country: string): boolean {
  return TREATIES.has(country)
}
