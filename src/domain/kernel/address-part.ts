/** Which part of its country an address names (decision 0169). */

/** Whether an address names a part of its country: it must, it may, or nobody writes one there. */
export type AddressPart = 'required' | 'optional' | 'none'

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

/** What addresses of a country (ISO 3166-1 alpha-2) do with its parts, by the formats of libaddressinput (RegionDataConstants). */
export function addressPart(country: string): AddressPart {
  return PART_OF.get(country) ?? 'none'
}
