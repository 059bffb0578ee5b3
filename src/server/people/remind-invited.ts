/** Whoever was invited and does not answer is reminded, as who signed up is of their onboarding (decision 0136). */
import { LATEST_DAYS } from '#domain/people/onboarding-reminders.ts'
import { stoppedAmong, takeReminders } from '../identity/index.ts'
import { newToken } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { insertReminders, replaceLinks } from './invitation-reminder.store.ts'
import { tokenHash } from './invite-contractor.ts'
import { type DueReminder, selectUnanswered } from './invited.report.store.ts'

const BATCH = 500
const DAY_MS = 24 * 60 * 60 * 1000

/** Before the id of every invitation. */
export const FIRST_INVITED = '00000000-0000-0000-0000-000000000000'

/**
 * Job: reminds some of who was invited, after `after`, each with a link that takes the place of the one before. Answers the last that was due, null
 * when there are no more. Each reminder is sent once, whoever is at it; the newest that is due, of several. Nothing goes to addresses that want none,
 * nor more to one than its share of the day: that reminder is left out.
 */
export async function remindInvited(ctx: Ctx, after: string): Promise<string | null> {
  const signed_up_since = new Date(ctx.now.getTime() - (LATEST_DAYS + 1) * DAY_MS)
  const asked = { now: ctx.now, signed_up_since, after, limit: BATCH }
  const due = await selectUnanswered(ctx.tx, asked)
  // Another worker may have been faster: whoever notes it sends it.
  const noted = await insertReminders(
    ctx.tx,
    due.map(({ email: _, ...reminder }) => ({ ...reminder, reminded_at: ctx.now })),
  )
  await send(
    ctx,
    due.filter(({ invitation_uuid }) => noted.has(invitation_uuid)),
  )
  return due.length < BATCH ? null : (due.at(-1)?.invitation_uuid ?? null)
}

async function send(ctx: Ctx, noted: readonly DueReminder[]): Promise<void> {
  const stopped = await stoppedAmong(
    ctx,
    noted.map(({ email }) => email),
  )
  const wanted = noted.filter(({ email }) => !stopped.has(email))
  const room = await takeReminders(
    ctx,
    wanted.map(({ email }) => email),
  )
  const links = wanted
    .filter((_, at) => room[at])
    .map(reminder => {
      const token = newToken()
      return { ...reminder, token, token_hash: tokenHash(token) }
    })
  const sent = await replaceLinks(
    ctx.tx,
    links.map(({ invitation_uuid, token_hash }) => ({ invitation_uuid, token_hash })),
    ctx.now,
  )
  const reminded = links.filter(({ invitation_uuid }) => sent.has(invitation_uuid))
  for (const [employer_uuid, of] of Map.groupBy(reminded, one => one.employer_uuid))
    ctx.audit({
      action: 'remind',
      entity: 'invitation',
      entity_uuids: of.map(({ invitation_uuid }) => invitation_uuid),
      employer_uuid,
      after: { status: 'INVITED' },
    })
  for (const { invitation_uuid, token, day } of reminded)
    ctx.announce('people.invitation_waits', { invitation_uuid, secret: token, day })
}
