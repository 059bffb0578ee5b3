/** What the parts of a country are called where people write addresses. */

/** A kind of part, each with a word of its own; `region` where none is usual. */
export type SubdivisionKind =
  | 'province'
  | 'state'
  | 'land'
  | 'canton'
  | 'prefecture'
  | 'county'
  | 'department'
  | 'emirate'
  | 'governorate'
  | 'district'
  | 'region'

const KINDS: readonly (readonly [SubdivisionKind, string])[] = [
  ['province', 'CA AR BE BO CN CR CU DO EC ES ID IT KH KR LA MZ NL PA PH PK TR VN ZA ZM ZW'],
  ['state', 'US AU BR IN MX MY NG SD SS VE'],
  ['land', 'DE AT'],
  ['canton', 'CH'],
  ['prefecture', 'JP'],
  ['county', 'EE GB HR HU IE KE LT LV NO RO SE'],
  ['department', 'CO FR GT HN NI PY SV UY'],
  ['emirate', 'AE'],
  ['governorate', 'BH EG IQ JO KW LB OM PS SY TN YE'],
  ['district', 'BD CY IL LU MD MT PT RS'],
]

const KIND_OF = new Map(
  KINDS.flatMap(([kind, codes]) => codes.split(' ').map(code => [code, kind] as const)),
)

const ASKED: readonly (readonly [AddressPart, string])[] = [
  [
    'required',
    'AE AS AU BR CA CN CO CR ES FM HK HN ID IN IQ IT JM JP KN KR KY MH MP MX NR PF PG PW RU SO SV TW UM US VE VI VN',
  ],
  [
    'optional',
    'AM AR BB BS BY CC CL CU CV CX EE EG HM IE IR KI KP KZ LT LV MN MY MZ NF NG NI PA PE PH RO SC SR TH TR TV UA UY UZ',
  ],
]

const PART_OF = new Map(
  ASKED.flatMap(([part, codes]) => codes.split(' ').map(code => [code, part] as const)),
)

/** Whether an address names a part of its country: it must, it may, or nobody writes one there. */
export type AddressPart = 'required' | 'optional' | 'none'

/** What addresses of a country (ISO 3166-1 alpha-2) do with its parts, by the formats of libaddressinput (RegionDataConstants). */
export function addressPart(country: string): AddressPart {
  return PART_OF.get(country) ?? 'none'
}

/** Whether a country is one of those whose parts have a name of their own here: all of these have parts. */
export function hasSubdivisions(country: string): boolean {
  return KIND_OF.has(country)
}

/** What the subdivisions of a country (ISO 3166-1 alpha-2) are called. */
export function subdivisionKind(country: string): SubdivisionKind {
  return KIND_OF.get(country) ?? 'region'
}
