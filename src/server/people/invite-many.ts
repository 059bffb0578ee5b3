/** Inviting many at once: a list is looked at row by row, mended, and then sent; nobody is invited twice. */
import type { z } from 'zod'
import { Invite } from '#contract/invite-list.ts'
import type { people } from '#contract/people.ts'
import { type Text, type TextKey, textOf } from '#domain/kernel/words.ts'
import { INVITE_STATES } from '#domain/people/invitation.ts'
import { stoppedAmong, takeInvitations, teamEmails } from '../identity/index.ts'
import { employerOf } from '../kernel/actor.ts'
import { newUuid } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { sayText, withReason } from '../kernel/words.ts'
import { countriesCalled, isCountry } from '../reference/countries.ts'
import { selectPolicies } from './employer.report.store.ts'
import { getEmployerRecord } from './employer-profile.ts'
import { selectKnownAmong } from './invitation.report.store.ts'
import { insertInvitations } from './invitation.store.ts'
import { newLink } from './invite-contractor.ts'
import {
  columnsByContent,
  type InviteKnowledge,
  type JudgedInvite,
  judgeInvites,
  policiesKnown,
  type TypedInvite,
  typedInvite,
  wrongPerson,
} from './invite-list.ts'
import { readInviteTable, rowsOfPeople } from './invite-table.ts'

type Preview = z.output<(typeof people)['previewInvitations']['body']>
type Previewed = z.output<(typeof people)['previewInvitations']['response']>
type InviteRows = z.output<(typeof people)['inviteMany']['body']>['invitations']
type Answer = z.output<(typeof people)['inviteMany']['response']>
/** Whom to invite: looked at, and by the one spelling of the address. */
type Whom = z.output<typeof Invite>

/** What a list says, row by row. Who is invited or works here already is left out. VALIDATION where it is no list. */
export async function previewInvitations(ctx: Ctx, body: Preview): Promise<Previewed> {
  const known = await knowledgeOf(ctx)
  const { columns, rows } = body.rows ? { columns: [], rows: body.rows } : readList(body, known)
  const { defaults } = body
  const typed = rows.map(row => ({
    ...row,
    role: row.role || defaults.role || '',
    country: row.country || defaults.country || '',
    pay_policy: row.pay_policy || defaults.pay_policy || '',
  }))
  const judged = await withKnown(ctx, judgeInvites(typed, known))
  const counts = Object.fromEntries(
    INVITE_STATES.map(state => [state, judged.filter(row => row.state === state).length]),
  ) as Previewed['counts']
  return {
    columns,
    rows: judged.map((row, at) => ({
      ...withSentence(row),
      suggestions: [...row.suggestions],
      more: row.more.map(withSentence),
      typed: rows[at] as TypedInvite,
    })),
    counts,
  }
}

/**
 * Invites those of a list who may be; each row answers for itself, and what is wrong with one stops no other. Of two lists at once each address
 * is invited by one. What was sent is counted as single invitations are; who is above the day's share is left out, and said so.
 */
export async function inviteMany(ctx: Ctx, rows: InviteRows): Promise<Answer> {
  const judge = await judgeOf(ctx)
  const judged = rows.map(judge)
  const by = { employer_uuid: employerOf(ctx.actor), inviter_sub: ctx.actor.sub }
  const { invited, reasons } = await inviteAll(
    ctx,
    by,
    judged.flatMap(row => ('said' in row ? [] : [row])),
  )
  const first = new Map<string, number>()
  return {
    invited,
    left_out: judged.flatMap((row, at) => {
      const { email } = row
      const leaveOut = (said: Text) => [withReason({ row: at, email, said })]
      if ('said' in row) return leaveOut(row.said)
      const before = first.get(email)
      first.set(email, before ?? at)
      const why = reasons.get(email)
      if (why) return leaveOut(textOf(why))
      if (before === undefined) return []
      return leaveOut(textOf('people.inviteMany.said.sameRow', { row: before + 1 }))
    }),
  }
}

/** Invites in the name of a company and one of its people; what is asked for was looked at before. Answers why an address was left out. */
export async function inviteAll(
  ctx: Ctx,
  { employer_uuid, inviter_sub }: { readonly employer_uuid: string; readonly inviter_sub: string },
  invites: readonly Whom[],
): Promise<{ readonly invited: number; readonly reasons: ReadonlyMap<string, TextKey> }> {
  const first = new Map(invites.map(invite => [invite.email, invite] as const).reverse())
  const emails = [...first.keys()].sort()
  const reasons = new Map<string, TextKey>()
  const leaveOut = (among: Iterable<string>, why: TextKey) => {
    for (const email of among) if (!reasons.has(email)) reasons.set(email, why)
  }
  const known = await selectKnownAmong(ctx.tx, employer_uuid, emails)
  leaveOut(known.keys(), 'people.inviteMany.said.invited')
  leaveOut(await stoppedAmong(ctx, emails), 'people.inviteMany.said.stopped')
  const { verification } = await getEmployerRecord(ctx, employer_uuid)
  const wanted = emails.filter(email => !reasons.has(email))
  const verified = verification === 'VERIFIED'
  leaveOut(
    await takeInvitations(ctx, wanted, { employer_uuid, verified }),
    verified ? 'people.inviteMany.said.tomorrow' : 'people.inviteMany.said.tomorrowUnverified',
  )
  const links = wanted
    .filter(email => !reasons.has(email))
    .map(email => ({ email, invitation_uuid: newUuid(), ...newLink(ctx.now) }))
  const made = await insertInvitations(
    ctx.tx,
    links.map(({ token: _, ...link }) => ({
      ...link,
      employer_uuid,
      inviter_sub,
      name: first.get(link.email)?.name ?? '',
      role: first.get(link.email)?.role ?? '',
      country_code: first.get(link.email)?.country_code ?? null,
      pay_policy_uuid: first.get(link.email)?.pay_policy_uuid ?? null,
      datetime_invited: ctx.now,
    })),
  )
  const sent = links.filter(({ invitation_uuid }) => made.has(invitation_uuid))
  leaveOut(
    links.filter(({ invitation_uuid }) => !made.has(invitation_uuid)).map(({ email }) => email),
    'people.inviteMany.said.invited',
  )
  ctx.audit({
    action: 'invite_many',
    entity: 'invitation',
    entity_uuids: sent.map(({ invitation_uuid }) => invitation_uuid),
    employer_uuid,
    after: { status: 'INVITED', emails: sent.map(({ email }) => email) },
  })
  for (const { invitation_uuid, token } of sent)
    ctx.announce('people.contractor_invited', { invitation_uuid, secret: token })
  return { invited: sent.length, reasons }
}

/** What is wrong with a row, with its sentence beside: the page has no words for what every text may have wrong with it. */
function withSentence<A extends { readonly said: Text | null }>(
  row: A,
): A & { readonly reason: string | null } {
  return { ...row, reason: row.said && sayText(row.said) }
}

type Judged = Whom | { readonly email: string; readonly said: Text }

/** Judges rows by what the caller's company has: whom each invites, or what is wrong with it. */
async function judgeOf(ctx: Ctx): Promise<(row: InviteRows[number]) => Judged> {
  const policies = await selectPolicies(ctx.tx, employerOf(ctx.actor))
  const own = new Set(policies.map(({ policy_uuid }) => policy_uuid))
  const team = await teamEmails(ctx)
  return row => {
    const { email, name = '', role, country_code, pay_policy_uuid } = row
    const wrong = (said: Text) => ({ email: email.trim().toLowerCase(), said })
    const person = wrongPerson({ email: email.trim(), name, role }, team)
    if (person?.said) return wrong(person.said)
    if (country_code && !isCountry(country_code))
      return wrong(textOf('people.inviteMany.said.country', { typed: country_code }))
    if (pay_policy_uuid && !own.has(pay_policy_uuid))
      return wrong(textOf('people.inviteMany.said.notYours'))
    const whom = Invite.safeParse(row)
    return whom.success ? whom.data : wrong(textOf('people.inviteMany.said.unreadable'))
  }
}

async function knowledgeOf(ctx: Ctx): Promise<InviteKnowledge> {
  const policies = await selectPolicies(ctx.tx, employerOf(ctx.actor))
  return {
    countriesCalled,
    ...policiesKnown(
      policies
        .filter(({ approved_at }) => approved_at !== null)
        .map(({ policy_uuid: uuid, label }) => ({ uuid, label })),
    ),
    own_emails: await teamEmails(ctx),
  }
}

/** Rows whose address is no stranger's any more are left out, with who it is; those of addresses that take no invitations too. */
async function withKnown(ctx: Ctx, rows: readonly JudgedInvite[]) {
  const emails = rows.filter(({ state }) => state === 'READY').map(({ email }) => email)
  const known = await selectKnownAmong(ctx.tx, employerOf(ctx.actor), emails)
  const stopped = await stoppedAmong(ctx, emails)
  return rows.map(row => {
    const person = row.state === 'READY' ? known.get(row.email) : undefined
    const leave = (key: 'works' | 'invited' | 'stopped') => ({
      ...row,
      state: 'LEFT_OUT' as const,
      field: 'email' as const,
      said: textOf(`people.inviteMany.said.${key}`),
      contractor: person?.id ?? null,
    })
    if (person) return leave(person.status === 'ACCEPTED' ? 'works' : 'invited')
    if (row.state === 'READY' && stopped.has(row.email)) return leave('stopped')
    return { ...row, contractor: null }
  })
}

function readList({ text = '', columns }: Preview, known: InviteKnowledge) {
  const table = readInviteTable(text)
  const { heads, first, rows } = table
  const read = heads ?? columnsByContent(rows, known)
  const fields = columns ?? read.fields
  return {
    columns: first.map((cell, at) => ({
      head: cell.slice(0, 100),
      field: fields[at] ?? null,
      told_by: columns ? ('chosen' as const) : (read.told_by[at] ?? ('content' as const)),
    })),
    rows: rowsOfPeople(table, fields).map(row => typedInvite(row, fields)),
  }
}
