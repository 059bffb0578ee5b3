import type { z } from 'zod'
import { type ScreeningHit, screening } from '#contract/screening.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { ASKED_FROM } from '#domain/screening/score.ts'
import { ageInDays, hitActions, OLD_FROM_DAYS, VIEWED } from '#domain/screening/screening-hit.ts'
import type { Handlers } from '../kernel/http.ts'
import { mayCall } from '../kernel/may-call.ts'
import { decodeCursor, InstantKey, pageOf } from '../kernel/paging.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { decideHit } from './decide-hit.ts'
import { countDue } from './due.store.ts'
import { findHit, type HitRow, listHits } from './hit.report.store.ts'
import { selectLists } from './list.store.ts'

/** The handlers of screening. */
export const screeningHandlers: Handlers<typeof screening> = {
  listHits: async ({ query }, ctx) => {
    const found = await listHits(ctx, {
      statuses: VIEWED[query.view],
      party: query.party,
      after: decodeCursor(query.cursor, InstantKey),
      limit: query.limit + 1,
    })
    const { rows, next_cursor } = pageOf(found, query.limit, row => [
      row.found_at.toISOString(),
      row.hit_uuid,
    ])
    return { items: rows.map(row => present(ctx, row)), next_cursor }
  },
  getLists: async (_input, ctx) => {
    const lists = (await selectLists(ctx.tx)).map(({ list_uuid: _, ...list }) => {
      const age_days = ageInDays(list.imported_at, ctx.now)
      return { ...list, age_days, is_old: age_days >= OLD_FROM_DAYS }
    })
    return { lists, ...(await countDue(ctx.tx)) }
  },
  decideHit: async ({ params, body }, ctx) => {
    await decideHit(ctx, params.id, { ...body, words: body.words.trim() })
    const hit = await findHit(ctx, params.id)
    if (!hit) throw new Problem('NOT_FOUND', 'screening.problems.noSuchHit')
    return present(ctx, hit)
  },
}

function present({ actor }: Ctx, row: HitRow): z.output<typeof ScreeningHit> {
  const { subject, entry } = row
  const said = (by: string | null, name: string | null, at: Date | null) =>
    by !== null && at !== null ? { name: name ?? '', is_me: by === actor.sub, at } : null
  const may = mayCall(actor, screening.decideHit)
  // Of a wallet all that is known is its address, and that is on the list.
  const is_wallet = row.subject_kind === 'wallet'
  const wallets = is_wallet ? [...subject.names] : []
  return {
    hit_uuid: row.hit_uuid,
    status: row.status,
    version: row.version,
    score: row.score,
    asked_from: ASKED_FROM,
    reasons: row.reasons,
    subject_kind: row.subject_kind,
    subject: {
      names: is_wallet ? [] : [...subject.names],
      wallets,
      birth_dates: subject.birth_date === null ? [] : [subject.birth_date],
      countries: [...subject.countries],
      registration_numbers:
        subject.registration_number === null ? [] : [subject.registration_number],
    },
    entry: {
      entry_id: entry.entry_id,
      names: entry.names.map(({ name }) => name),
      wallets,
      birth_dates: [...entry.birth_dates],
      countries: [...entry.countries],
      registration_numbers: [...entry.registration_numbers],
      topics: [...entry.topics],
      programs: [...entry.programs],
    },
    list: { source: row.source, version: row.list_version, imported_at: row.list_imported_at },
    party: {
      kind: row.contractor_sub === null ? 'employer' : 'contractor',
      id: row.contractor_sub ?? row.employer_uuid ?? '',
      name: row.party_name,
      payments: row.payments,
    },
    found_at: row.found_at,
    claimed: said(row.claimed_by, row.claimed_name, row.claimed_at),
    decided: said(row.decided_by, row.decided_name, row.decided_at),
    words: row.words,
    allowed_actions: may ? hitActions(row.status, actor.sub, row.claimed_by) : [],
  }
}
