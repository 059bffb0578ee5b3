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

/** Whether a country is one of those whose parts have a name of their own here: all of these have parts. */
export function hasSubdivisions(country: string): boolean {
  return KIND_OF.has(country)
}

/** What the subdivisions of a country (ISO 3166-1 alpha-2) are called. */
export function subdivisionKind(country: string): SubdivisionKind {
  return KIND_OF.get(country) ?? 'region'
}
