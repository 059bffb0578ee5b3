import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import { rowsOf } from '../kernel/rows.ts'
import type { LinkedShare } from './share.report.store.ts'

export type ShareRow = {
  readonly share_uuid: string
  readonly contract_uuid: string
  readonly viewer_email: string
  readonly shared_at: Date
  readonly link_sent_at: Date
  readonly expires_at: Date
  readonly revoked_at: Date | null
  readonly views: number
  /** ISO instants, newest first. */
  readonly viewed_at: readonly string[]
}

const LATEST_VIEWS = 10

/** Who was sent links to these contracts, the newest first, each with how often and when last they were opened. */
export async function listShares(tx: Tx, contract_uuids: readonly string[]): Promise<ShareRow[]> {
  const { rows } = await sql<ShareRow>`
    select s.share_uuid, s.contract_uuid, s.viewer_email, s.shared_at, s.link_sent_at, s.expires_at, s.revoked_at,
        (select count(*)::int from contract_share_view v where v.share_uuid = s.share_uuid) views,
        array(select to_json(v.viewed_at) #>> '{}' from contract_share_view v where v.share_uuid = s.share_uuid
          order by v.viewed_at desc limit ${LATEST_VIEWS}) viewed_at
      from contract_share s where s.contract_uuid = any(${[...contract_uuids]}::uuid[])
      order by s.link_sent_at desc, s.viewer_email`.execute(tx)
  return rows
}

export type NewShare = {
  readonly share_uuid: string
  readonly contract_uuid: string
  readonly employer_uuid: string
  readonly contractor_sub: string
  readonly viewer_email: string
  readonly shared_by: string
  readonly token_hash: Buffer
  readonly link_sent_at: Date
  readonly expires_at: Date
}

/**
 * Gives each address its link to the contract, in place of one that it had, under a held contract; answers by address which share it is. An
 * address whose link had ended is shared with from now on, another since it was.
 */
export async function saveShares(
  tx: Tx,
  shares: readonly NewShare[],
): Promise<ReadonlyMap<string, string>> {
  const given = rowsOf('g', shares, {
    share_uuid: 'uuid',
    contract_uuid: 'uuid',
    employer_uuid: 'uuid',
    contractor_sub: 'text',
    viewer_email: 'text',
    shared_by: 'text',
    token_hash: 'bytea',
    link_sent_at: 'timestamptz',
    expires_at: 'timestamptz',
  })
  const { rows } = await sql<{ share_uuid: string; viewer_email: string }>`
    with replaced as (
      update contract_share s set token_hash = g.token_hash, link_sent_at = g.link_sent_at, expires_at = g.expires_at,
          shared_by = g.shared_by, revoked_at = null,
          shared_at = case when s.revoked_at is null and s.expires_at > g.link_sent_at then s.shared_at else g.link_sent_at end
        from ${given}
        where s.contract_uuid = g.contract_uuid and s.viewer_email = g.viewer_email
        returning s.share_uuid, s.viewer_email),
    made as (
      insert into contract_share (share_uuid, contract_uuid, employer_uuid, contractor_sub, viewer_email, shared_by, shared_at,
          token_hash, link_sent_at, expires_at)
        select g.share_uuid, g.contract_uuid, g.employer_uuid, g.contractor_sub, g.viewer_email, g.shared_by, g.link_sent_at,
            g.token_hash, g.link_sent_at, g.expires_at
          from ${given} where g.viewer_email not in (select viewer_email from replaced)
        returning share_uuid, viewer_email)
    select share_uuid, viewer_email from replaced union all select share_uuid, viewer_email from made`.execute(
    tx,
  )
  return new Map(rows.map(row => [row.viewer_email, row.share_uuid]))
}

/** Stops the link of a share; answers false where it was stopped before. */
export async function revokeShareRow(tx: Tx, share_uuid: string, at: Date): Promise<boolean> {
  const row = await tx
    .updateTable('contract_share')
    .set({ revoked_at: at })
    .where('share_uuid', '=', share_uuid)
    .where('revoked_at', 'is', null)
    .returning('share_uuid')
    .executeTakeFirst()
  return row !== undefined
}

export type ShareView = Pick<LinkedShare, 'share_uuid' | 'employer_uuid' | 'contractor_sub'> & {
  readonly view_uuid: string
  readonly viewed_at: Date
  readonly what: 'text' | 'pdf'
  readonly address: string
}

/** Records that a link was opened, when and from where; answers false where the same was recorded within the last minute. */
export async function insertView(tx: Tx, view: ShareView): Promise<boolean> {
  const { rows } = await sql`
    insert into contract_share_view (view_uuid, share_uuid, employer_uuid, contractor_sub, viewed_at, what, address)
      select ${view.view_uuid}::uuid, ${view.share_uuid}::uuid, ${view.employer_uuid}::uuid, ${view.contractor_sub},
          ${view.viewed_at}::timestamptz, ${view.what}, ${view.address}
        where not exists (select from contract_share_view where share_uuid = ${view.share_uuid}::uuid and what = ${view.what}
          and address = ${view.address} and viewed_at > ${view.viewed_at}::timestamptz - interval '1 minute')
      returning view_uuid`.execute(tx)
  return rows.length > 0
}
