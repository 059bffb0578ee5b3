/**
 * Freezes: what has a pay date before a day does not leave, nor what is approved later, until another operator lifts it (specification,
 * PUT /operations/payments/freeze; design: Executing payments). The freezes in force decide; the status FROZEN follows them.
 */
import type { z } from 'zod'
import { freezes } from '#contract/freezes.ts'
import { totalsByCurrency } from '#domain/kernel/money.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { paymentMachine } from '#domain/payments/payment.ts'
import type { Handlers } from '../kernel/http.ts'
import { newUuid } from '../kernel/ids.ts'
import { mayCall } from '../kernel/may-call.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import type { JobContext } from '../worker.ts'
import {
  type FreezeRow,
  findEmployer,
  findFreeze,
  isContractor,
  listFreezes,
  namesOfEmployers,
} from './freeze.report.store.ts'
import {
  countInScope,
  insertFreeze,
  isAnyFrozen,
  lockFreeze,
  lockFreezes,
  lockMismarked,
  type Scope,
  saveLifted,
  shareFreezes,
} from './freeze.store.ts'
import { changeStatus } from './payment.store.ts'
import { resumeExecutions } from './release-held.ts'

type Asked = z.output<(typeof freezes)['previewFreeze']['query']>
type Shown = z.output<(typeof freezes)['freezePayments']['response']>
type Preview = z.output<(typeof freezes)['previewFreeze']['response']>

/** So many payments of one unit of work. */
const BATCH = 1_000
const MOST_EMPLOYERS = 20

export const freezeHandlers: Handlers<typeof freezes> = {
  previewFreeze: ({ query }, ctx) => previewFreeze(ctx, query),
  freezePayments: ({ body: { words, ...asked } }, ctx) => freezePayments(ctx, asked, words),
  listFreezes: async (_input, ctx) => {
    const { in_force, lifted } = await listFreezes(ctx.tx)
    return {
      in_force: await Promise.all(in_force.map(row => present(ctx, row))),
      lifted: await Promise.all(lifted.map(row => present(ctx, row))),
    }
  },
  liftFreeze: ({ params, body }, ctx) => liftFreeze(ctx, params.id, body.words),
}

async function scopeOf(ctx: Ctx, asked: Asked): Promise<Scope> {
  const { before, employer_domain, contractor_sub, currency = null, network = null } = asked
  const employer_uuid = employer_domain ? await findEmployer(ctx.tx, employer_domain) : null
  if (employer_uuid === undefined)
    throw new Problem('NOT_FOUND', 'payments.problems.noSuchEmployer')
  if (contractor_sub && !(await isContractor(ctx.tx, contractor_sub)))
    throw new Problem('NOT_FOUND', 'payments.problems.noSuchContractor')
  return { before, employer_uuid, contractor_sub: contractor_sub ?? null, currency, network }
}

async function previewFreeze(ctx: Ctx, asked: Asked): Promise<Preview> {
  const rows = await countInScope(ctx.tx, await scopeOf(ctx, asked))
  const whole = summed(rows)
  const of = [...Map.groupBy(rows, row => row.employer_uuid)]
    .map(([employer_uuid, own]) => ({ employer_uuid, ...summed(own) }))
    .filter(({ payments }) => payments > 0)
    .sort((a, b) => b.payments - a.payments)
    .slice(0, MOST_EMPLOYERS)
  const names = await namesOfEmployers(
    ctx.tx,
    of.map(({ employer_uuid }) => employer_uuid),
  )
  const leaving = rows.filter(row => row.payments > 0)
  return {
    ...whole,
    frozen: rows.reduce((sum, row) => sum + row.frozen, 0),
    executing: rows.reduce((sum, row) => sum + row.executing, 0),
    employers: of.map(({ employer_uuid, ...counted }) => {
      const { domain = null, company_name = '' } = names.get(employer_uuid) ?? {}
      return { domain, company_name, ...counted }
    }),
    networks: [...new Set(leaving.map(row => row.network))].sort(),
    currencies: [...new Set(leaving.map(row => row.currency))].sort(),
  }
}

function summed(rows: Awaited<ReturnType<typeof countInScope>>) {
  return {
    payments: rows.reduce((sum, row) => sum + row.payments, 0),
    totals: totalsByCurrency(
      rows
        .filter(row => row.payments > 0)
        .map(({ source_currency: currency, minor }) => ({ currency, minor })),
    ),
  }
}

/** Freezes from this moment on: once it is answered nothing of it is begun. Said again while it is in force it is the same freeze. */
async function freezePayments(ctx: Ctx, asked: Asked, words: string): Promise<Shown> {
  const scope = await scopeOf(ctx, asked)
  await lockFreezes(ctx.tx)
  const { freeze_uuid, is_new } = await insertFreeze(ctx.tx, {
    ...{ ...scope, freeze_uuid: newUuid(), words },
    ...{ frozen_by: ctx.actor.sub, frozen_at: ctx.now },
  })
  if (is_new) {
    const { employer_uuid, ...after } = scope
    ctx.audit({
      ...{ action: 'freeze', entity: 'payment_freeze', entity_uuids: [freeze_uuid] },
      ...{ employer_uuid, after: { ...after, words } },
    })
    await markNow(ctx)
  }
  return presentOne(ctx, freeze_uuid)
}

/** Lifts a freeze of another; of one that is lifted nothing changes. SECOND_PERSON_NEEDED for who froze. */
async function liftFreeze(ctx: Ctx, freeze_uuid: string, words: string): Promise<Shown> {
  // What is frozen again at this moment is frozen after this, and not found lifted.
  await lockFreezes(ctx.tx)
  const freeze = await lockFreeze(ctx.tx, freeze_uuid)
  if (!freeze) throw new Problem('NOT_FOUND', 'payments.problems.noSuchFreeze')
  if (freeze.lifted_by !== null) return presentOne(ctx, freeze_uuid)
  if (freeze.frozen_by === ctx.actor.sub)
    throw new Problem('SECOND_PERSON_NEEDED', 'payments.problems.frozeYourself')
  await saveLifted(ctx.tx, freeze_uuid, {
    ...{ lifted_by: ctx.actor.sub, lifted_at: ctx.now, lifted_words: words },
  })
  ctx.audit({
    ...{ action: 'lift', entity: 'payment_freeze', entity_uuids: [freeze_uuid] },
    ...{ employer_uuid: freeze.employer_uuid, after: { words } },
  })
  await markNow(ctx)
  // What stood still on its way to a rail goes on.
  await resumeExecutions(ctx, 0)
  return presentOne(ctx, freeze_uuid)
}

async function presentOne(ctx: Ctx, freeze_uuid: string): Promise<Shown> {
  const row = await findFreeze(ctx.tx, freeze_uuid)
  if (!row) throw new Problem('NOT_FOUND', 'payments.problems.noSuchFreeze')
  return present(ctx, row)
}

async function present(ctx: Ctx, row: FreezeRow): Promise<Shown> {
  const { contractor_sub, lifted_at } = row
  const held = lifted_at ? [] : await countInScope(ctx.tx, row)
  const mayLift = !lifted_at && row.frozen_by !== ctx.actor.sub
  return {
    freeze_uuid: row.freeze_uuid,
    before: row.before,
    employer:
      row.company_name === null
        ? null
        : { domain: row.employer_domain, company_name: row.company_name },
    contractor:
      contractor_sub === null ? null : { sub: contractor_sub, name: row.contractor_name ?? '' },
    currency: row.currency,
    network: row.network,
    words: row.words,
    frozen_by: row.frozen_by_name,
    frozen_at: row.frozen_at,
    lifted_by: row.lifted_by_name,
    lifted_at,
    lifted_words: row.lifted_words,
    ...summed(held),
    allowed_actions: mayLift && mayCall(ctx.actor, freezes.liftFreeze) ? ['lift'] : [],
  }
}

/** Marks a slice at once, so that what is listed next says so; the rest, and what somebody holds at this moment, is the job's. */
async function markNow(ctx: Ctx): Promise<void> {
  await applySome(ctx)
  await lookAtFreezes(ctx)
}

async function lookAtFreezes(ctx: Ctx): Promise<void> {
  await ctx.enqueue('apply_freezes', {}, { job_key: 'apply_freezes' })
}

/** Asks for the marks to be looked at where a freeze is in force or a payment is marked: what was approved meanwhile is marked as well. */
export async function lookAtMarks(ctx: Ctx): Promise<void> {
  if (await isAnyFrozen(ctx.tx)) await lookAtFreezes(ctx)
}

/** The job: marks what the freezes in force hold as FROZEN, and takes the mark off the rest, slice by slice. Safe to run twice or half. */
export async function applyFreezes(
  _payload: unknown,
  { unit }: Pick<JobContext, 'unit'>,
): Promise<void> {
  while ((await unit(applySome)) === BATCH);
}

async function applySome(ctx: Ctx): Promise<number> {
  await shareFreezes(ctx.tx)
  const rows = await lockMismarked(ctx.tx, BATCH)
  for (const [key, group] of Map.groupBy(rows, row => `${row.status} ${row.employer_uuid}`)) {
    const [from = '', employer_uuid = ''] = key.split(' ')
    const action = from === 'FROZEN' ? 'unfreeze' : 'freeze'
    const status = from === 'FROZEN' ? 'SCHEDULED' : 'FROZEN'
    const entity_uuids = group.map(row => row.payment_uuid)
    await changeStatus(ctx.tx, entity_uuids, paymentMachine.sources(action), status)
    ctx.audit({ action, entity: 'payment', entity_uuids, employer_uuid, after: { status } })
  }
  return rows.length
}
