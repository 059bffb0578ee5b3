import { type CountryData, defaultCountries, parseCountry } from 'react-international-phone'
import { LOCALE } from '#web/words/words.tsx'

const mask = '............'

/**
 * Regions of the international numbering plan that the phone library leaves out. Where they share a dial code with a
 * larger neighbour, area codes tell them apart, and a low rank lets the neighbour win where none was typed. Islands of
 * the North American plan carry their area in the dial code, as the library writes their neighbours.
 */
const others: readonly (readonly [
  iso2: string,
  dialCode: string,
  areaCodes?: readonly string[],
])[] = [
  ['ac', '247'],
  ['ai', '1264'],
  ['as', '1684'],
  ['ax', '358', ['18']],
  ['bl', '590'],
  ['bm', '1441'],
  ['cc', '61', ['89162']],
  ['ck', '682'],
  ['cx', '61', ['89164']],
  ['eh', '212', ['5288', '5289']],
  ['fk', '500'],
  ['gg', '44', ['1481']],
  ['im', '44', ['1624']],
  ['je', '44', ['1534']],
  ['mf', '590'],
  ['mp', '1670'],
  ['ms', '1664'],
  ['nf', '672', ['3']],
  ['nu', '683'],
  ['sh', '290'],
  ['sj', '47', ['79']],
  ['sx', '1721'],
  ['ta', '290', ['8']],
  ['tc', '1649'],
  ['tk', '690'],
  ['vg', '1284'],
  ['vi', '1340'],
]

const names = new Intl.DisplayNames([LOCALE], { type: 'region' })

/** One region that a phone number may belong to. */
export interface PhoneCountry {
  readonly iso2: string
  readonly name: string
  readonly dialCode: string
}

/** The digits of the longest number there is, its dial code with them (ITU-T E.164). */
const LONGEST = 15

/** The mask with room for the longest number: the phone library drops each digit that has no place in it. */
function roomy(format: string, dialCode: string): string {
  const places = dialCode.length + format.split('.').length - 1
  return format + '.'.repeat(Math.max(0, LONGEST - places))
}

function withRoom([name, iso2, dialCode, format, ...rest]: CountryData): CountryData {
  const masks = typeof format === 'object' ? format : { default: format ?? mask }
  const wide = Object.entries(masks).map(([of, one]) => [of, roomy(one, dialCode)] as const)
  return [name, iso2, dialCode, { ...masks, ...Object.fromEntries(wide) }, ...rest]
}

/** All 245 regions of the numbering plan in the form that the phone library reads. */
export const phoneCountryData: CountryData[] = [
  ...defaultCountries,
  ...others.map(
    ([iso2, dialCode, areaCodes]): CountryData => [
      names.of(iso2.toUpperCase()) ?? iso2,
      iso2,
      dialCode,
      dialCode.length === 4 ? '...-....' : mask,
      9,
      [...(areaCodes ?? [])],
    ],
  ),
].map(withRoom)

/** All regions in the order of their English names. */
export const phoneCountries: readonly PhoneCountry[] = phoneCountryData
  .map(data => {
    const { iso2, name, dialCode } = parseCountry(data)
    return { iso2, name, dialCode }
  })
  .sort((a, b) => a.name.localeCompare(b.name, 'en'))

/** Countries whose national numbers keep their leading zero when dialled from abroad. */
const keepsZero = new Set(['it', 'sm', 'va', 'ci', 'cg', 'ga'])

/**
 * What a pasted number means when it has no plus: digits of the chosen country, so its dial code goes in front; the
 * national trunk zero falls away. A number with a plus, or with 00, is international already.
 */
export function pastedPhone(
  text: string,
  country: { iso2: string; dialCode: string },
): string | undefined {
  const digits = text.replace(/\D/gu, '')
  if (digits === '' || text.trim().startsWith('+')) return undefined
  if (digits.startsWith('00')) return `+${digits.slice(2)}`
  // In the North American plan ten digits are a whole national number, whatever island is chosen.
  if (country.dialCode.startsWith('1') && digits.length === 11 && digits.startsWith('1'))
    return `+${digits}`
  if (country.dialCode.startsWith('1') && digits.length === 10) return `+1${digits}`
  const national = keepsZero.has(country.iso2) ? digits : digits.replace(/^0/u, '')
  return `+${country.dialCode}${national}`
}
