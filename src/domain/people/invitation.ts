/** An employer's invitation of a contractor, and the relation that follows from it (design: States, Invitation). */
import { machine } from '#domain/kernel/machine.ts'

export const INVITATION_STATUSES = ['INVITED', 'ACCEPTED', 'OFFBOARDED', 'REJECTED'] as const
export type InvitationStatus = (typeof INVITATION_STATUSES)[number]

export type InvitationAction = 'accept' | 'reject' | 'resend' | 'offboard'

/** Who was REJECTED or OFFBOARDED is invited again by a new row, so that history is kept. */
export const invitationMachine = machine<InvitationStatus, InvitationAction>({
  INVITED: { accept: 'ACCEPTED', reject: 'REJECTED', resend: 'INVITED' },
  ACCEPTED: { offboard: 'OFFBOARDED' },
  OFFBOARDED: {},
  REJECTED: {},
})

const DAY_MS = 24 * 60 * 60 * 1000

/** How long a link lasts. */
export const INVITATION_LINK_MS = 30 * DAY_MS

/** So many days before its link stops working an employer is told that an invitation ends. */
export const INVITATION_ENDS_SOON_DAYS = 7

/** When the link that was sent at this instant stops working. */
export function linkExpiresAt(sentAt: string): string {
  return new Date(Date.parse(sentAt) + INVITATION_LINK_MS).toISOString()
}

/** What a column of a list of people to invite may say. */
export const INVITE_FIELDS = ['email', 'name', 'role', 'country', 'pay_policy'] as const
export type InviteField = (typeof INVITE_FIELDS)[number]

/** A row of such a list: MEND lacks something; LEFT_OUT is invited, or works here, already; READY can be invited. */
export const INVITE_STATES = ['MEND', 'LEFT_OUT', 'READY'] as const
export type InviteState = (typeof INVITE_STATES)[number]

/** What an employer has to do with somebody who works with it: offer a contract, or sign the one that is drafted. */
export const PEOPLE_NEEDS = ['TO_DRAFT', 'TO_SIGN'] as const
export type PeopleNeed = (typeof PEOPLE_NEEDS)[number]
