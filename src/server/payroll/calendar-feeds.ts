/** Links by which calendar applications follow pay dates (decision 0065). */
import type { z } from 'zod'
import type { FileInPieces } from '#contract/kernel/endpoint.ts'
import { BASE_PATH } from '#contract/kernel/endpoint.ts'
import type { payCalendars } from '#contract/pay-calendars.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { employerOf } from '../kernel/actor.ts'
import { newToken, newUuid, sha256 } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { findFollowed } from './calendar-feed.report.store.ts'
import { type Followed, saveFeed, stopFeed } from './calendar-feed.store.ts'
import { payCalendarOf } from './contractor-policies.ts'
import { findCalendar } from './policy.report.store.ts'
import { calendarFile, daysOfPolicy } from './policy-calendar.ts'

type NewFeed = z.output<(typeof payCalendars)['makePolicyFeed']['response']>

/** Makes the link by which the acting person follows a policy of their employer; the one that they had stops. */
export async function makePolicyFeed(ctx: Ctx, policy_uuid: string): Promise<NewFeed> {
  return makeFeed(ctx, await ofPolicy(ctx, policy_uuid))
}

/** Makes the link by which the acting contractor follows their pay; the one that they had stops. */
export async function makePayFeed(ctx: Ctx): Promise<NewFeed> {
  return makeFeed(ctx, ofPay(ctx))
}

/** Stops the acting person's link of a policy; without one nothing happens. */
export async function stopPolicyFeed(ctx: Ctx, policy_uuid: string): Promise<{ ok: true }> {
  return stop(ctx, await ofPolicy(ctx, policy_uuid))
}

/** Stops the acting contractor's link; without one nothing happens. */
export async function stopPayFeed(ctx: Ctx): Promise<{ ok: true }> {
  return stop(ctx, ofPay(ctx))
}

/** The calendar of a link that works; LINK_NOT_VALID alike for one that was stopped or replaced, or never was. */
export async function readCalendarFeed(ctx: Ctx, token: string): Promise<FileInPieces> {
  const followed = await findFollowed(ctx.tx, hashOf(token.replace(/\.ics$/, '')))
  const file = followed && (await fileOf(ctx, followed))
  if (!file) throw new Problem('LINK_NOT_VALID', 'payroll.feeds.linkNotValid')
  return file
}

async function fileOf(
  ctx: Ctx,
  { sub, employer_uuid, policy_uuid }: Followed,
): Promise<FileInPieces | undefined> {
  if (!employer_uuid || !policy_uuid) return payCalendarOf(ctx, sub)
  const policy = await findCalendar(ctx.tx, policy_uuid, employer_uuid)
  return policy && calendarFile(policy.label, await daysOfPolicy(ctx, policy), ctx.now)
}

async function makeFeed(ctx: Ctx, followed: Followed): Promise<NewFeed> {
  const token = newToken()
  const created_at = ctx.now
  await saveFeed(ctx.tx, {
    ...followed,
    feed_uuid: newUuid(),
    token_hash: hashOf(token),
    created_at,
  })
  record(ctx, 'follow', followed)
  return { path: `${BASE_PATH}/calendar-feeds/${token}.ics`, created_at }
}

async function stop(ctx: Ctx, followed: Followed): Promise<{ ok: true }> {
  if (await stopFeed(ctx.tx, followed, ctx.now)) record(ctx, 'stop_following', followed)
  return { ok: true }
}

function record(ctx: Ctx, action: string, { sub, employer_uuid, policy_uuid }: Followed): void {
  ctx.audit({
    action,
    entity: 'calendar_feed',
    entity_uuids: policy_uuid ? [policy_uuid] : [],
    employer_uuid,
    after: { sub },
  })
}

async function ofPolicy(ctx: Ctx, policy_uuid: string): Promise<Followed> {
  const employer_uuid = employerOf(ctx.actor)
  if (!(await findCalendar(ctx.tx, policy_uuid, employer_uuid)))
    throw new Problem('NOT_FOUND', 'payroll.problems.noSuchPolicy')
  return { sub: ctx.actor.sub, employer_uuid, policy_uuid }
}

function ofPay(ctx: Ctx): Followed {
  return { sub: ctx.actor.sub, employer_uuid: null, policy_uuid: null }
}

function hashOf(token: string): Buffer {
  return Buffer.from(sha256(token), 'hex')
}
