/** Entries of published lists, out of the lines that they are published in. What is wrong with a line is said. */
import { type Text, textOf } from '#domain/kernel/words.ts'
import { foldName } from './fold-name.ts'
import type { ListEntry } from './score.ts'
import { foldAddress, type ListedWallet } from './wallets.ts'

/** How a list is written. */
export const LIST_FORMATS = ['ftm', 'ofac'] as const
export type ListFormat = (typeof LIST_FORMATS)[number]

/** Why a line has no entry: it is about something that nobody of ours can be, or it names nobody. */
export type Skipped = 'kind' | 'nameless'

/** An entry of a line, with the wallets that it names. */
export type ReadEntry = ListEntry & { readonly wallets: readonly ListedWallet[] }

/** An entry; nothing, and why; or what is wrong with the line. */
export type Read<T> = { readonly entry: T } | { readonly none: Skipped } | { readonly wrong: Text }

/** The kinds of FollowTheMoney that a person or a company of ours can be. */
const SCHEMATA: Readonly<Record<string, ListEntry['kind']>> = {
  Person: 'person',
  Organization: 'organisation',
  Company: 'organisation',
  LegalEntity: 'organisation',
  PublicBody: 'organisation',
}
const WALLET = 'CryptoWallet'
const MOST_VALUES = 500
const MOST_LETTERS = 1_000

/** A line of OpenSanctions' `entities.ftm.json` or `targets.nested.json`. */
export function readFtm(line: string): Read<ReadEntry> {
  let parsed: unknown
  try {
    parsed = JSON.parse(line)
  } catch {
    return { wrong: textOf('screening.lines.notJson') }
  }
  if (!isRecord(parsed) || typeof parsed.id !== 'string' || typeof parsed.schema !== 'string')
    return { wrong: textOf('screening.lines.noId') }
  const kind = SCHEMATA[parsed.schema]
  if (!kind && parsed.schema !== WALLET) return { none: 'kind' }
  const { properties } = parsed
  if (!isRecord(properties)) return { wrong: textOf('screening.lines.noProperties') }
  if (!kind) return walletIn(parsed.id, properties)
  const values = (name: string) => textsOf(properties[name])
  const whole = named([...values('name'), ...values('alias'), ...values('previousName')], false)
  const names = [
    ...(whole.length > 0 ? whole : namedInParts(values)),
    ...named(values('weakAlias'), true),
  ]
  if (names.every(({ name }) => foldName(name) === '')) return { none: 'nameless' }
  return {
    entry: {
      entry_id: parsed.id,
      kind,
      names,
      birth_dates: values('birthDate'),
      countries: [
        ...new Set(
          ['country', 'nationality', 'citizenship', 'jurisdiction'].flatMap(values).map(upper),
        ),
      ],
      registration_numbers: [...values('registrationNumber'), ...values('idNumber')],
      topics: values('topics'),
      programs: [...values('programId'), ...values('program')],
      wallets: nestedIn(properties.cryptoWallets).flatMap(wallet => keysOf(wallet, null)),
    },
  }
}

/** A wallet that is an entry of its own. Its holder may be told by name of their entry, or whole. */
function walletIn(entry_id: string, properties: Record<string, unknown>): Read<ReadEntry> {
  const holders = [
    ...textsOf(properties.holder),
    ...nestedIn(properties.holder, 'id').filter(id => typeof id === 'string'),
  ]
  const wallets = (holders.length > 0 ? holders : [null]).flatMap(holder_id =>
    keysOf(properties, holder_id),
  )
  if (wallets.length === 0) return { none: 'nameless' }
  return {
    entry: {
      ...{ entry_id, kind: 'wallet', names: [], birth_dates: [], countries: [] },
      registration_numbers: [],
      topics: textsOf(properties.topics),
      programs: [...textsOf(properties.programId), ...textsOf(properties.program)],
      wallets,
    },
  }
}

function keysOf(wallet: unknown, holder_id: string | null): ListedWallet[] {
  const keys = isRecord(wallet) ? textsOf(wallet.publicKey) : []
  return keys.flatMap(key => {
    const address = foldAddress(key)
    return address === '' ? [] : [{ address, holder_id }]
  })
}

/** A field of the entities that stand whole in a property. */
function nestedIn(value: unknown, field = 'properties'): unknown[] {
  const entities = Array.isArray(value) ? value.filter(isRecord).slice(0, MOST_VALUES) : []
  return entities.map(entity => entity[field])
}

const EMPTY = '-0-'

/** A row of OFAC's `sdn.csv`: number, name, type, programs, … and remarks, which have birth dates, nationalities and addresses of wallets. */
export function readSdn(row: readonly string[], countryOf: CountryOf): Read<ReadEntry> {
  const [id = '', name = '', type = '', programs = ''] = row.map(field => field.trim())
  if (row.length !== 12) return { wrong: fields(row, 12) }
  if (!/^\d+$/.test(id) || name === '' || name === EMPTY)
    return { wrong: textOf('screening.lines.noNumber') }
  if (type === 'vessel' || type === 'aircraft') return { none: 'kind' }
  const remarks = row[11] ?? ''
  return {
    entry: {
      entry_id: id,
      kind: type === 'individual' ? 'person' : 'organisation',
      names: [{ name, weak: false }],
      birth_dates: [...remarks.matchAll(/\bDOB ([^;.]+)/g)].flatMap(([, said = '']) =>
        dateIn(said),
      ),
      countries: [...remarks.matchAll(/\b(?:nationality|citizen) ([^;.]+)/gi)].flatMap(
        ([, said = '']) => countryOf(said.trim()) ?? [],
      ),
      registration_numbers: [
        ...remarks.matchAll(/\b(?:Registration (?:ID|Number)|Company Number) ([\w./-]*\w)/g),
      ].flatMap(([, number]) => number ?? []),
      topics: ['sanction'],
      programs:
        programs === EMPTY
          ? []
          : programs
              .split(/[[\];]+/)
              .map(one => one.trim())
              .filter(one => one !== ''),
      wallets: [...remarks.matchAll(DIGITAL_CURRENCY)].flatMap(([, address = '']) => ({
        ...{ address: foldAddress(address), holder_id: null },
      })),
    },
  }
}

/** As OFAC writes it: `Digital Currency Address - XBT 1…;`. */
const DIGITAL_CURRENCY = /\bDigital Currency Address - [A-Z0-9]{2,6} ([\w.-]*\w)/g

function fields(row: readonly string[], wanted: number): Text {
  return textOf('screening.lines.fields', { count: row.length, wanted })
}

/** The code of a country by its English name. */
export type CountryOf = (name: string) => string | undefined

/** A row of OFAC's `alt.csv`: another name of an entry; one that is quoted as weak is `a.k.a.` with low quality in its remarks. */
export function readAlt(
  row: readonly string[],
): Read<{ entry_id: string; name: string; weak: boolean }> {
  const [entry_id = '', , , name = '', remarks = ''] = row.map(field => field.trim())
  if (row.length !== 5) return { wrong: fields(row, 5) }
  if (!/^\d+$/.test(entry_id)) return { wrong: textOf('screening.lines.noNumber') }
  if (name === '' || name === EMPTY) return { none: 'nameless' }
  return {
    entry: {
      entry_id,
      name: name.slice(0, MOST_LETTERS),
      weak: /\bweak\b|low quality/i.test(remarks),
    },
  }
}

/** A row of OFAC's `add.csv`, of which the country counts. */
export function readAdd(
  row: readonly string[],
  countryOf: CountryOf,
): Read<{ entry_id: string; country: string }> {
  const [entry_id = '', , , , said = ''] = row.map(field => field.trim())
  if (row.length !== 6) return { wrong: fields(row, 6) }
  if (!/^\d+$/.test(entry_id)) return { wrong: textOf('screening.lines.noNumber') }
  const country = said === EMPTY ? undefined : countryOf(said)
  return country ? { entry: { entry_id, country } } : { none: 'nameless' }
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** `12 Mar 1961`, `Mar 1961` or `1961`, also after `circa`. */
function dateIn(said: string): string[] {
  const [, day, month, year] = /(?:(?:(\d{1,2}) )?([A-Z][a-z]{2}) )?(\d{4})/.exec(said) ?? []
  if (!year) return []
  const at = MONTHS.indexOf((month ?? '').toLowerCase()) + 1
  if (at === 0) return [year]
  const two = (n: number) => String(n).padStart(2, '0')
  return [[year, two(at), ...(day ? [two(Number(day))] : [])].join('-')]
}

function named(names: readonly string[], weak: boolean): { name: string; weak: boolean }[] {
  return names.filter(name => name.trim() !== '').map(name => ({ name, weak }))
}

/** So many names are put together of the parts that one person has; each part may be said in several alphabets. */
const MOST_PUT_TOGETHER = 50

/** Names of a person of whom only parts are said, each first name with each last name; one part alone is a weak name. */
function namedInParts(values: (name: string) => string[]): { name: string; weak: boolean }[] {
  const [firsts, lasts] = [
    ['firstName', 'secondName', 'middleName'],
    ['lastName', 'fatherName', 'motherName'],
  ].map(parts => parts.map(values).find(said => said.some(one => one.trim() !== '')) ?? [])
  const put = (firsts ?? []).flatMap(first => (lasts ?? []).map(last => `${first} ${last}`))
  return put.length > 0
    ? named(put.slice(0, MOST_PUT_TOGETHER), false)
    : named([...(firsts ?? []), ...(lasts ?? [])], true)
}

function textsOf(value: unknown): string[] {
  const values = Array.isArray(value) ? value : []
  return values
    .filter(one => typeof one === 'string')
    .slice(0, MOST_VALUES)
    .map(one => one.slice(0, MOST_LETTERS).replaceAll('\0', ''))
}

const upper = (code: string) => code.toUpperCase()

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
