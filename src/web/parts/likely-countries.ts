/** The countries that somebody at this device most likely means: of their time zone, and of the languages that they read. */

type WithZones = Intl.Locale & {
  readonly timeZones?: readonly string[]
  getTimeZones?: () => readonly string[] | undefined
}

function zonesOf(country: string): readonly string[] {
  const locale: WithZones = new Intl.Locale('und', { region: country })
  return locale.getTimeZones?.() ?? locale.timeZones ?? []
}

/** Of these countries the likely ones, the likeliest first; none where the device does not tell. */
export function likelyCountries(
  countries: readonly string[],
  zone: string = Intl.DateTimeFormat().resolvedOptions().timeZone,
  languages: readonly string[] = navigator.languages,
): string[] {
  const spoken = languages.flatMap(language => regionOf(language) ?? [])
  const zoned = countries.filter(country => zonesOf(country).includes(zone))
  // A language may be set to that of the country somebody left; the clock is set to where they are.
  return [...new Set([...zoned, ...spoken])].filter(country => countries.includes(country))
}

function regionOf(language: string): string | undefined {
  try {
    return new Intl.Locale(language).region
  } catch {
    return undefined
  }
}
