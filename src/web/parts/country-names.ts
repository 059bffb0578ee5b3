/** By what else people look for a country: how it is called there, and by what it is called for short. Nobody is shown any of it. */

/** Those that no table of names has. */
const FOR_SHORT: Readonly<Record<string, readonly string[]>> = {
  AE: ['UAE', 'Emirates', 'Dubai', 'Abu Dhabi'],
  BA: ['BiH'],
  CD: ['DRC'],
  CI: ['Ivory Coast'],
  CZ: ['Czech Republic'],
  GB: ['UK', 'Great Britain', 'England', 'Scotland', 'Wales', 'Northern Ireland'],
  KR: ['Korea', 'South Korea'],
  MM: ['Burma'],
  NL: ['Holland'],
  RU: ['Russia'],
  SZ: ['Swaziland'],
  TR: ['Turkey'],
  US: ['USA', 'America'],
  VA: ['Vatican'],
}

const known = new Map<string, readonly string[]>()

/** The other names of a country by its code: in the language that is spoken there the most, and for short. */
export function otherNames(country: string): readonly string[] {
  const before = known.get(country)
  if (before) return before
  const names = [...(FOR_SHORT[country] ?? []), ...ownName(country)]
  known.set(country, names)
  return names
}

function ownName(country: string): string[] {
  try {
    const { language } = new Intl.Locale('und', { region: country }).maximize()
    const name = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }).of(country)
    return name ? [name] : []
  } catch {
    return []
  }
}
