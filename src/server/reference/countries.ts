/** Countries and subdivisions (ISO 3166-1 and 3166-2) for address forms and for what a person may claim to live in. */
import { iso31661 } from 'iso-3166/1.js'
import { iso31662 } from 'iso-3166/2.js'

export type Country = { readonly countryCode: string; readonly name: string }
export type Subdivision = { readonly code: string; readonly name: string }

const names = new Intl.DisplayNames(['en'], { type: 'region' })
const byName = new Intl.Collator('en')

const COUNTRIES: readonly Country[] = iso31661
  .filter(({ state }) => state === 'assigned')
  .map(({ alpha2 }) => ({ countryCode: alpha2, name: names.of(alpha2) ?? alpha2 }))
  .sort((a, b) => byName.compare(a.name, b.name))

const COUNTRY_CODES = new Set(COUNTRIES.map(({ countryCode }) => countryCode))

const SUBDIVISIONS: ReadonlyMap<string, readonly Subdivision[]> = new Map(
  Object.entries(Object.groupBy(iso31662, ({ code }) => code.slice(0, 2))).map(
    ([country, list = []]) => [
      country,
      list.map(({ code, name }) => ({ code, name })).sort((a, b) => byName.compare(a.name, b.name)),
    ],
  ),
)

/** The 249 countries of ISO 3166-1 with their English names, sorted by name. */
export function countries(): readonly Country[] {
  return COUNTRIES
}

/** The subdivisions of a country, sorted by name, with their full ISO 3166-2 codes; empty where it has none. */
export function subdivisions(countryCode: string): readonly Subdivision[] {
  return SUBDIVISIONS.get(countryCode) ?? []
}

/** Whether the code is an assigned ISO 3166-1 alpha-2 code, in capitals. */
export function isCountry(code: string): boolean {
  return COUNTRY_CODES.has(code)
}

/** Whether the code is a subdivision of that country. */
export function isSubdivision(countryCode: string, code: string): boolean {
  return subdivisions(countryCode).some(subdivision => subdivision.code === code)
}

/** Languages in which lists of people come: a country is found by its name in any of them. */
const LIST_LANGUAGES = [
  'en',
  'de',
  'fr',
  'es',
  'pt',
  'it',
  'nl',
  'pl',
  'uk',
  'ar',
  'zh',
  'ja',
  'tr',
  'vi',
]
const COMMON_NAMES: Readonly<Record<string, string>> = {
  uk: 'GB',
  usa: 'US',
  england: 'GB',
  holland: 'NL',
}

let byAnyName: ReadonlyMap<string, readonly Country[]> | undefined

/** The countries that a text may mean: by code of two or three letters, or by name in one of many languages, `Congo` both of that name. */
export function countriesCalled(text: string): readonly Country[] {
  byAnyName ??= namesOfCountries()
  return byAnyName.get(foldedName(text)) ?? []
}

function namesOfCountries(): ReadonlyMap<string, readonly Country[]> {
  const found = new Map<string, Country[]>()
  const add = (name: string, country: Country) => {
    const key = foldedName(name)
    const others = found.get(key) ?? []
    if (key !== '' && !others.includes(country)) found.set(key, [...others, country])
  }
  const languages = LIST_LANGUAGES.map(one => new Intl.DisplayNames([one], { type: 'region' }))
  for (const { alpha2, alpha3, name } of iso31661) {
    const country = COUNTRIES.find(({ countryCode }) => countryCode === alpha2)
    if (!country) continue
    for (const one of [
      alpha2,
      alpha3,
      name,
      ...languages.map(language => language.of(alpha2) ?? ''),
    ]) {
      add(one, country)
      // `Congo - Kinshasa` and `Myanmar (Burma)` by what stands first.
      add(one.split(/ - | \(|, /)[0] ?? '', country)
    }
  }
  for (const [name, code] of Object.entries(COMMON_NAMES))
    add(name, COUNTRIES.find(({ countryCode }) => countryCode === code) as Country)
  return found
}

function foldedName(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
