/** Showing a contract to people who are not its parties: each is mailed a link that only reads (decision 0052). */
import type { z } from 'zod'
import type { ContractView } from '#contract/contract-shapes.ts'
import {
  isShareable,
  MOST_VIEWERS,
  SHARE_DAYS,
  shareState,
  viewersOf,
} from '#domain/contracts/share.ts'
import { assert } from '#domain/kernel/assert.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import { countInvitation, stoppedAmong } from '../identity/index.ts'
import { newToken, newUuid, sha256 } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { getEmployerRecord } from '../people/index.ts'
import type { ContractRow } from './contract.report.store.ts'
import { getContract, lockOwnContract } from './find-contract.ts'
import { listShares, revokeShareRow, saveShares } from './share.store.ts'

type View = z.output<typeof ContractView>

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Mails a link to read the contract to each address in what was given, all or none. An address that had one gets another, and the one
 * before stops. As many as can have a link at a time are counted over all calls. Counted as invitations are (docs/decisions/0022-mail-that-strangers-cause.md), so it fails as they do.
 */
export async function shareContract(
  ctx: Ctx,
  contract_uuid: string,
  given: string | readonly string[],
): Promise<View> {
  const emails = viewersOf(given)
  const contract = await lockOwnContract(ctx, contract_uuid)
  if (contract.status === 'DISCARDED')
    throw new Problem('TRANSITION_NOT_ALLOWED', 'contracts.problems.discardedNotShared')
  if (!isShareable(contract.status, contract.pdf_file_uuid !== null))
    throw new Problem('TRANSITION_NOT_ALLOWED', 'contracts.problems.shareNeedsPdf')
  const open = (await listShares(ctx.tx, [contract_uuid]))
    .filter(share => shareState(share, contract.status, ctx.now) === 'OPEN')
    .map(share => share.viewer_email)
  if (new Set([...open, ...emails]).size > MOST_VIEWERS)
    throw invalidField('viewer_emails', 'contracts.problems.tooManyViewers', {
      most: MOST_VIEWERS,
      open: open.length,
    })
  await countMails(ctx, contract, emails)
  await sendLinks(ctx, contract, emails)
  return getContract(ctx, contract_uuid)
}

/** One by one in the order of their names, so that two who share with the same people do not wait for each other. */
async function countMails(ctx: Ctx, { employer_uuid }: ContractRow, emails: readonly string[]) {
  const stopped = await stoppedAmong(ctx, emails)
  if (stopped.size > 0)
    throw new Problem('ADDRESS_STOPPED', 'contracts.problems.viewersStopped', {
      params: { emails: [...stopped].join(', ') },
    })
  const { verification } = await getEmployerRecord(ctx, employer_uuid)
  const sender = { employer_uuid, verified: verification === 'VERIFIED' }
  for (const email of [...emails].sort()) await countInvitation(ctx, email, sender)
}

async function sendLinks(
  ctx: Ctx,
  { contract_uuid, employer_uuid, contractor_sub }: ContractRow,
  emails: readonly string[],
): Promise<void> {
  const expires_at = new Date(ctx.now.getTime() + SHARE_DAYS * DAY_MS)
  const tokens = new Map(emails.map(email => [email, newToken()]))
  const shared = await saveShares(
    ctx.tx,
    [...tokens].map(([viewer_email, token]) => ({
      share_uuid: newUuid(),
      contract_uuid,
      employer_uuid,
      contractor_sub,
      viewer_email,
      shared_by: ctx.actor.sub,
      token_hash: linkHash(token),
      link_sent_at: ctx.now,
      expires_at,
    })),
  )
  ctx.audit({
    action: 'share',
    entity: 'contract',
    entity_uuids: [contract_uuid],
    employer_uuid,
    after: { viewer_emails: emails, expires_at },
  })
  for (const [email, secret] of tokens) {
    const share_uuid = shared.get(email)
    assert(share_uuid, 'each address has its share')
    ctx.announce('contracts.contract_shared', { share_uuid, secret })
  }
}

/** Stops the link of one address; again changes nothing. */
export async function revokeShare(
  ctx: Ctx,
  contract_uuid: string,
  share_uuid: string,
): Promise<View> {
  const { employer_uuid } = await lockOwnContract(ctx, contract_uuid)
  const shares = await listShares(ctx.tx, [contract_uuid])
  const share = shares.find(one => one.share_uuid === share_uuid)
  if (!share) throw new Problem('NOT_FOUND', 'contracts.problems.noSuchShare')
  if (await revokeShareRow(ctx.tx, share_uuid, ctx.now))
    ctx.audit({
      action: 'stop_sharing',
      entity: 'contract',
      entity_uuids: [contract_uuid],
      employer_uuid,
      before: { viewer_email: share.viewer_email, expires_at: share.expires_at },
    })
  return getContract(ctx, contract_uuid)
}

/** What is kept of a link's token. */
export function linkHash(token: string): Buffer {
  return Buffer.from(sha256(token), 'hex')
}
