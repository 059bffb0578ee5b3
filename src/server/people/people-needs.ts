/** What an employer has to do about its people, counted over all of them. */
import type { z } from 'zod'
import type { company } from '#contract/company.ts'
import { addDays, endOf, type PlainDateString } from '#domain/kernel/plain-date.ts'
import { INVITATION_ENDS_SOON_DAYS } from '#domain/people/invitation.ts'
import { employerOf } from '../kernel/actor.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import {
  countWaiting,
  selectEndingInvitations,
  selectWaiting,
} from './people-needs.report.store.ts'

type Needs = z.output<(typeof company)['getPeopleNeeds']['response']>

/** Invitations that end before this instant end soon, or did. */
export function endsSoonBefore(today: PlainDateString): Date {
  return endOf(addDays(today, INVITATION_ENDS_SOON_DAYS))
}

/** Who of the acting employer's people waits for a contract or for its signature, and whose invitation ends within a week or did. */
export async function getPeopleNeeds(ctx: Ctx): Promise<Needs> {
  const employer_uuid = employerOf(ctx.actor)
  const until = addDays(ctx.today, INVITATION_ENDS_SOON_DAYS)
  const [waiting, counts, ending] = await Promise.all([
    selectWaiting(ctx.tx, employer_uuid),
    countWaiting(ctx.tx, employer_uuid),
    selectEndingInvitations(ctx.tx, employer_uuid, endsSoonBefore(ctx.today)),
  ])
  const peopleOf = (wanted: keyof typeof counts) => ({
    count: counts[wanted],
    people: waiting.filter(({ need }) => need === wanted),
  })
  return {
    to_draft: peopleOf('TO_DRAFT'),
    to_sign: peopleOf('TO_SIGN'),
    ending: { count: ending[0]?.of ?? 0, until, names: ending.map(({ name }) => name) },
  }
}
