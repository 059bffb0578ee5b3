/** A list of people to invite, from a file or pasted: which column says what, and what is wrong with a row (design: States, Invitation). */

import { extractEmails, isEmail } from '#domain/identity/email.ts'
import { looksLikeLink } from '#domain/identity/plain-name.ts'
import { folded, NAME_PART_HEADS, PERSON_HEADS } from '#domain/kernel/list-heads.ts'
import { MAX_PERSON_NAME, MAX_ROLE_LENGTH } from '#domain/kernel/names.ts'
import { wrongSigns } from '#domain/kernel/plain-signs.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import { INVITE_FIELDS, type InviteField, type InviteState } from '#domain/people/invitation.ts'

/** A row as it was typed, field by field; what the list does not say is empty. */
export type TypedInvite = { readonly [F in InviteField]: string }

export type NamedCountry = { readonly countryCode: string; readonly name: string }
export type NamedPolicy = { readonly uuid: string; readonly label: string }

/** What rows are judged by. */
export type InviteKnowledge = {
  /** The countries that may be meant by a name or a code: none, one or several. */
  readonly countriesCalled: (text: string) => readonly NamedCountry[]
  readonly policies: readonly NamedPolicy[]
  /** The policies that a text names: none, one or several. */
  readonly policiesCalled: (text: string) => readonly NamedPolicy[]
  /** The address of who invites. */
  readonly own_emails: ReadonlySet<string>
}

/** A value that would mend a field. */
export type Suggestion = { readonly value: string; readonly label: string }

/** Who a row invites, once it is READY; and what is wrong with which field, with what would mend it. */
export type JudgedInvite = {
  readonly email: string
  readonly name: string
  readonly role: string
  readonly country_code: string | null
  readonly pay_policy_uuid: string | null
  readonly state: InviteState
  readonly field: InviteField | null
  readonly said: Text | null
  readonly suggestions: readonly Suggestion[]
  /** What else is wrong, field by field, so that it is not found only once the first is mended. */
  readonly more: readonly { readonly field: InviteField; readonly said: Text | null }[]
}

/** The heads that files of this kind have; folded as `folded` does. */
const HEADS: Readonly<Record<InviteField, readonly string[]>> = {
  ...PERSON_HEADS,
  country: [
    ...['country', 'countrycode', 'countryofresidence', 'residence', 'land', 'wohnsitzland'],
    ...['wohnland', 'staat', 'pais', 'pays', 'paysderesidence', 'paese', 'kraj', 'iso31662code'],
  ],
  pay_policy: ['policy', 'payrollpolicy', 'paypolicy', 'calendar', 'zahlung', 'abrechnung'],
}

/** Columns of a list, with what tells what each says: its head, or what stands in it. */
export type ReadColumns = {
  readonly fields: readonly (InviteField | null)[]
  readonly told_by: readonly ('head' | 'content')[]
}

/**
 * What the columns of a first row say, if that row is one of heads: one that names no address anywhere, and names something that we know.
 * The addresses may stand below a head that we do not know. `name` is the column of names where that is known.
 */
export function columnsByHead(
  first: readonly string[],
  rows: readonly (readonly string[])[],
  name?: number,
): ReadColumns | undefined {
  if (first.some(cell => extractEmails(cell).length > 0)) return undefined
  const called = first.map((cell, at): InviteField | null => {
    const head = folded(cell)
    if (at === name) return 'name'
    return INVITE_FIELDS.find(field => HEADS[field].includes(head)) ?? null
  })
  const fields = called.map((field, at) => (called.indexOf(field) === at ? field : null))
  const told_by = fields.map((): 'head' | 'content' => 'head')
  if (fields.includes('email')) return { fields, told_by }
  const emails = fields.findIndex((field, at) => field === null && haveAddresses(rows, at))
  if (emails < 0 || fields.every(field => field === null)) return undefined
  return { fields: fields.with(emails, 'email'), told_by: told_by.with(emails, 'content') }
}

/** Where the parts of a name stand, if the first row says so: what is called a name alone beside first names is the last one. */
export function nameParts(
  first: readonly string[],
): { readonly first: number; readonly last: number } | undefined {
  const heads = first.map(folded)
  const placeOf = (names: readonly string[]) => heads.findIndex(head => names.includes(head))
  const firstAt = placeOf(NAME_PART_HEADS.first)
  const lastAt = placeOf(NAME_PART_HEADS.last)
  const last = lastAt < 0 ? placeOf(PERSON_HEADS.name) : lastAt
  return firstAt >= 0 && last >= 0 ? { first: firstAt, last } : undefined
}

/** Whether most of what stands in a column satisfies something. */
function most(rows: readonly (readonly string[])[], at: number, is: (cell: string) => boolean) {
  const cells = rows.map(row => row[at] ?? '').filter(cell => cell.trim() !== '')
  return cells.length > 0 && cells.filter(is).length * 2 >= cells.length
}

function haveAddresses(rows: readonly (readonly string[])[], at: number): boolean {
  return most(rows, at, cell => cell.includes('@'))
}

/**
 * What columns without heads say, by what stands in them: addresses, names of countries and of policies, and else names or roles. Of two that are else, such as `Ada Lovelace` and `Engineer`, the first
 * is the name, unless few rows have the second; one alone is the name where `areNames`.
 */
export function columnsByContent(
  rows: readonly (readonly string[])[],
  known: InviteKnowledge,
): ReadColumns {
  const width = Math.max(0, ...rows.map(row => row.length))
  const fields: (InviteField | null)[] = []
  const take = (field: InviteField) => (fields.includes(field) ? null : field)
  for (let at = 0; at < width; at++)
    fields.push(
      haveAddresses(rows, at)
        ? take('email')
        : most(rows, at, cell => known.countriesCalled(cell).length > 0)
          ? take('country')
          : most(rows, at, cell => known.policiesCalled(cell).length > 0)
            ? take('pay_policy')
            : null,
    )
  const said = fields.flatMap((field, at) =>
    field === null && most(rows, at, isWords) ? [at] : [],
  )
  const filled = (at = -1) => rows.filter(row => (row[at] ?? '').trim() !== '').length
  const [one = -1, other] = said
  // A role stands in most rows: what few rows have beside it is none.
  const isPair = filled(other) * 2 > filled(one)
  const isName = isPair || areNames(rows, one, fields.indexOf('email'))
  const [name, role] = isPair ? [one, other] : isName ? [one, undefined] : [undefined, one]
  return {
    fields: fields.map((field, at) => (at === role ? 'role' : at === name ? 'name' : field)),
    told_by: fields.map(() => 'content'),
  }
}

/** Whether a column beside addresses has names: most are parts of their addresses, or they stand before these and no two are the same. */
function areNames(rows: readonly (readonly string[])[], at: number, email: number): boolean {
  if (at < 0 || email < 0) return false
  const cells = rows.filter(row => (row[at] ?? '').trim() !== '')
  const inAddress = cells.filter(row => {
    const address = folded((row[email] ?? '').split('@')[0] ?? '')
    const words = (row[at] ?? '').split(/[\s,.-]+/).map(folded)
    return words.some(word => word.length > 2 && address.includes(word))
  })
  if (inAddress.length * 2 > cells.length) return true
  const different = new Set(cells.map(row => folded(row[at] ?? '')))
  return at < email && different.size === cells.length
}

function isWords(cell: string): boolean {
  return /\p{L}/u.test(cell)
}

/** So many characters of a cell are shown and judged: more than any field may have. */
const MOST_CELL = 500

/** A row of a list as what it says; a cell such as `Ada <ada@example.com>` is its address, and its name where no other is given. */
export function typedInvite(
  row: readonly string[],
  columns: readonly (InviteField | null)[],
): TypedInvite {
  const cell = (field: InviteField) =>
    (row[columns.indexOf(field)] ?? '').trim().slice(0, MOST_CELL)
  const found = namedAddress(cell('email'))
  return {
    email: found?.email ?? cell('email'),
    name: cell('name') || (found?.name ?? ''),
    role: cell('role'),
    country: cell('country'),
    pay_policy: cell('pay_policy'),
  }
}

/**
 * The address of a cell and the name that it is written with: `Ada <ada@example.com>`, `ada@example.com (Ada)`, or the address alone. Undefined
 * where anything else stands beside it: of `john smith@example.com` nobody knows whether smith is meant.
 */
function namedAddress(written: string): { email: string; name: string } | undefined {
  const cell = written.replace(/[,;]$/, '').trim()
  const [open, close] = [cell.indexOf('<'), cell.indexOf('(')]
  if (cell.endsWith('>') && open >= 0)
    return addressed(cell.slice(open + 1, -1), cell.slice(0, open).replaceAll('"', ''))
  if (cell.endsWith(')') && close >= 0)
    return addressed(cell.slice(0, close), cell.slice(close + 1, -1))
  return addressed(cell, '')
}

/** An address that stands alone, with a name beside it. */
function addressed(written: string, name: string): { email: string; name: string } | undefined {
  const word = written.trim()
  const [email] = extractEmails(word)
  if (!email || /[\s,;<>()[\]"]/.test(word) || /[<>()]/.test(name)) return undefined
  return { email, name: isWords(name) ? name.trim() : '' }
}

/** Judges the rows, one after the other: of two with one address the first is invited. */
export function judgeInvites(rows: readonly TypedInvite[], known: InviteKnowledge): JudgedInvite[] {
  const first = new Map<string, number>()
  const roles = commonRoles(rows)
  return rows.map((row, at) => {
    const judged = withRoles(judgeInvite(row, known), roles)
    const before = first.get(judged.email)
    if (before === undefined) {
      if (isEmail(judged.email)) first.set(judged.email, at)
      return judged
    }
    return {
      ...judged,
      state: 'LEFT_OUT',
      field: 'email',
      said: textOf('people.inviteMany.said.sameRow', { row: before + 1 }),
      suggestions: [],
      more: [],
    }
  })
}

/** Which roles most rows of a list have, for a row that has none: so many. */
const COMMON_ROLES = 2

function commonRoles(rows: readonly TypedInvite[]): Suggestion[] {
  const usable = rows.flatMap(({ role }) => (wrongRole(role) ? [] : [role.trim()]))
  const many = [...Map.groupBy(usable, role => role)].map(
    ([role, of]) => [role, of.length] as const,
  )
  const common = many.toSorted(([, a], [, b]) => b - a).slice(0, COMMON_ROLES)
  return common.map(([role]) => ({ value: role, label: role }))
}

function withRoles(judged: JudgedInvite, roles: readonly Suggestion[]): JudgedInvite {
  return judged.field === 'role' && judged.role === '' ? { ...judged, suggestions: roles } : judged
}

function judgeInvite(row: TypedInvite, known: InviteKnowledge): JudgedInvite {
  const countries = row.country === '' ? [] : known.countriesCalled(row.country)
  const policies = row.pay_policy === '' ? [] : known.policiesCalled(row.pay_policy)
  const [wrong, ...others] = wrongsWith(row, countries, policies, known)
  return {
    email: row.email.trim().toLowerCase(),
    name: row.name.trim(),
    role: row.role.trim(),
    country_code: countries.length === 1 ? (countries[0]?.countryCode ?? null) : null,
    pay_policy_uuid: policies.length === 1 ? (policies[0]?.uuid ?? null) : null,
    state: wrong ? 'MEND' : 'READY',
    field: wrong?.field ?? null,
    said: wrong?.said ?? null,
    suggestions: wrong?.suggestions ?? [],
    more: others.map(({ field, said }) => ({ field, said })),
  }
}

type Wrong = Pick<JudgedInvite, 'said' | 'suggestions'> & { readonly field: InviteField }

function wrongsWith(
  row: TypedInvite,
  countries: readonly NamedCountry[],
  policies: readonly NamedPolicy[],
  known: InviteKnowledge,
): Wrong[] {
  const person = wrongPerson(row, known.own_emails)
  return [
    ...(person ? [person] : []),
    ...(row.country !== '' && countries.length !== 1 ? [wrongCountry(row.country, countries)] : []),
    ...(row.pay_policy !== '' && policies.length !== 1 ? [wrongPolicy(known)] : []),
  ]
}

/** What is wrong with whom a row names, or with the role; undefined where nothing is. `own_emails` are the addresses of the company's own people. */
export function wrongPerson(
  { email, name, role }: Pick<TypedInvite, 'email' | 'name' | 'role'>,
  own_emails: ReadonlySet<string>,
): Wrong | undefined {
  return wrongEmail(email, own_emails) ?? wrongName(name) ?? wrongRole(role)
}

function wrongEmail(email: string, own_emails: ReadonlySet<string>): Wrong | undefined {
  const wrong = (
    key: 'noEmail' | 'email' | 'beside' | 'comma' | 'own',
    suggestions: Suggestion[] = [],
  ): Wrong => ({
    field: 'email',
    said: textOf(`people.inviteMany.said.${key}`),
    suggestions,
  })
  if (email === '') return wrong('noEmail')
  if (own_emails.has(email.toLowerCase())) return wrong('own')
  if (isEmail(email)) return undefined
  const [found] = extractEmails(email)
  // Of two words one address may be meant; more of them are a name, or say something else.
  const joined = !found || /^\S+\s+\S+@\S+$/.test(email) ? mendedEmail(email) : undefined
  const meant = [joined, found].flatMap(one => one ?? [])
  const mends = [...new Set(meant)].map(value => ({ value, label: value }))
  if (found) return wrong('beside', mends)
  return wrong(email.includes(',') && meant.length > 0 ? 'comma' : 'email', mends)
}

/** The address that was probably meant: without spaces, with points for commas, and with its sign where it was spelled out. */
function mendedEmail(email: string): string | undefined {
  const meant = email
    .replace(/\s*[([{]\s*(at|@)\s*[)\]}]\s*/i, '@')
    .replace(/^mailto:/i, '')
    .replace(/,/g, '.')
    .replace(/\s+/g, '')
    .replace(/\.{2,}/g, '.')
    .replace(/[.;:]+$/, '')
    .toLowerCase()
  return meant !== email && isEmail(meant) ? meant : undefined
}

function wrongName(name: string): Wrong | undefined {
  const wrong = (said: Text): Wrong => ({ field: 'name', said, suggestions: [] })
  if (name.length > MAX_PERSON_NAME || looksLikeLink(name))
    return wrong(textOf('people.inviteMany.said.name', { most: MAX_PERSON_NAME }))
  const signs = wrongSigns(name)
  return signs && wrong(signs)
}

function wrongRole(role: string): Wrong | undefined {
  const wrong = (key: 'noRole' | 'longRole' | 'linkRole'): Wrong => ({
    field: 'role',
    said: textOf(`people.inviteMany.said.${key}`, { most: MAX_ROLE_LENGTH }),
    suggestions: [],
  })
  if (role.trim() === '') return wrong('noRole')
  if (role.length > MAX_ROLE_LENGTH) return wrong('longRole')
  if (looksLikeLink(role)) return wrong('linkRole')
  const signs = wrongSigns(role)
  return signs && { field: 'role', said: signs, suggestions: [] }
}

function wrongCountry(typed: string, countries: readonly NamedCountry[]): Wrong {
  const several = countries.length > 1
  return {
    field: 'country',
    said: textOf(`people.inviteMany.said.${several ? 'countries' : 'country'}`, { typed }),
    suggestions: countries.map(({ name }) => ({ value: name, label: name })),
  }
}

function wrongPolicy({ policies }: InviteKnowledge): Wrong {
  return {
    field: 'pay_policy',
    said: textOf(`people.inviteMany.said.${policies.length === 0 ? 'noPolicy' : 'policy'}`),
    suggestions: policies.slice(0, 3).map(({ label }) => ({ value: label, label })),
  }
}

/** What rows are judged by of the policies. Their names are folded once, and not for each cell: a list has as many as its sender likes. */
export function policiesKnown(
  policies: readonly NamedPolicy[],
): Pick<InviteKnowledge, 'policies' | 'policiesCalled'> {
  const byLabel = Map.groupBy(policies, ({ label }) => folded(label))
  return { policies, policiesCalled: text => byLabel.get(folded(text)) ?? [] }
}
