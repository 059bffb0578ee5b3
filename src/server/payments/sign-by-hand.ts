/** What people sign for wallets whose keys are in no process (decision 0225): what waits for them, its file, and what they bring back. */
import type { z } from 'zod'
import type { FileInPieces, Upload } from '#contract/kernel/endpoint.ts'
import { treasuries as entries, type ToSign } from '#contract/treasuries.ts'
import { totalsByCurrency } from '#domain/kernel/money.ts'
import { BLOCKCHAINS, type Blockchain } from '#domain/kernel/network.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import type { ByHand, Imported } from '../gateways/rails/rail.ts'
import { sha256, uuidOf } from '../kernel/ids.ts'
import { mayCall } from '../kernel/may-call.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { screenBeforePaying } from '../screening/index.ts'
import { isFrozenAmong, shareFreezes } from './freeze.store.ts'
import { haltedSince } from './halt.store.ts'
import { keepsFromSigning } from './payment-blockers.ts'
import { listFactsOfAttempts } from './payment-facts.report.store.ts'

type Named = { readonly network: Blockchain; readonly id: string }

/** What waits for people on every network, the oldest first; none where no wallet's keys are with people. */
export async function listToSign(ctx: Ctx): Promise<{ to_sign: z.output<typeof ToSign>[] }> {
  const may = [
    ...(mayCall(ctx.actor, entries.exportToSign) ? ['export' as const] : []),
    ...(mayCall(ctx.actor, entries.importSigned) ? ['import' as const] : []),
  ]
  const found = await Promise.all(
    BLOCKCHAINS.map(async network =>
      ((await ctx.gateways.railOf(network).byHand?.list()) ?? []).map(of => ({
        ...{ network, ...of, totals: totalsByCurrency([of.amount, of.fee]) },
        allowed_actions: of.over ? [] : may,
      })),
    ),
  )
  return { to_sign: found.flat().sort((a, b) => a.since.getTime() - b.since.getTime()) }
}

/** The file to sign, the same each time. NOT_FOUND where that was never asked for, TRANSITION_NOT_ALLOWED where it does not wait any more. */
export async function exportToSign(ctx: Ctx, of: Named): Promise<FileInPieces> {
  const answer = await (await byHandOf(ctx, of)).export(of.id)
  if (answer === undefined) throw new Problem('NOT_FOUND', 'payments.problems.noSuchToSign')
  if (typeof answer === 'string') throw new Problem('TRANSITION_NOT_ALLOWED', NOT_WAITING[answer])
  const { file_name, mime_type, bytes } = answer
  audit(ctx, of, 'export_to_sign', { file_sha256: sha256(bytes) })
  return {
    ...{ file_name, mime_type, size_bytes: bytes.length },
    pieces: once(bytes),
  }
}

const NOT_WAITING = {
  WAITS: 'payments.problems.noSuchToSign',
  SIGNED: 'payments.problems.signedAlready',
  IN_BLOCK: 'payments.problems.inBlockAlready',
  DEAD: 'payments.problems.notStanding',
} as const satisfies Record<
  Exclude<Awaited<ReturnType<ByHand['export']>>, object | undefined>,
  string
>

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/**
 * Takes what was signed, where it is just what was asked for, and sends it once enough keys signed it; the same again changes nothing. VALIDATION says in what it differs, TRANSITION_NOT_ALLOWED that it
 * cannot arrive any more.
 */
export async function importSigned(ctx: Ctx, of: Named, { bytes }: Upload) {
  const answer: Imported = await (await byHandOf(ctx, of)).import(of.id, bytes)
  if (answer.outcome === 'UNKNOWN') throw new Problem('NOT_FOUND', 'payments.problems.noSuchToSign')
  if (answer.outcome === 'DEAD')
    throw new Problem('TRANSITION_NOT_ALLOWED', 'payments.problems.notStanding')
  if (answer.outcome === 'REFUSED')
    throw invalidField('signed', `payments.problems.signed.${answer.problem}`)
  const { outcome, signatures, needed } = answer
  audit(ctx, of, 'import_signed', { signatures, needed })
  return { sent: outcome === 'SIGNED', signatures, needed }
}

/** While payments are halted, or one that it pays is frozen or is of somebody who is not paid at all by now, nothing is handed out, and nothing is sent. */
async function byHandOf(ctx: Ctx, { network, id }: Named): Promise<ByHand> {
  if (await haltedSince(ctx.tx)) throw new Problem('EXECUTION_HALTED', 'payments.problems.halted')
  const { byHand } = ctx.gateways.railOf(network)
  if (!byHand) throw new Problem('NOT_FOUND', 'payments.problems.noSuchToSign')
  await shareFreezes(ctx.tx)
  const paid = await byHand.pays(id)
  if (await isFrozenAmong(ctx.tx, paid))
    throw new Problem('TRANSITION_NOT_ALLOWED', 'payments.problems.frozenToSign')
  await screenBeforePaying(ctx, await listFactsOfAttempts(ctx.tx, paid))
  const [why] = (await listFactsOfAttempts(ctx.tx, paid)).flatMap(
    row => keepsFromSigning(row, ctx) ?? [],
  )
  if (why)
    throw new Problem('TRANSITION_NOT_ALLOWED', 'payments.problems.stoppedToSign', {
      params: { why },
    })
  return byHand
}

function audit(ctx: Ctx, { network, id }: Named, action: string, after: object): void {
  ctx.audit({
    ...{ action, entity: 'chain_transaction', employer_uuid: null },
    entity_uuids: [uuidOf(`transaction:${network}:${id}`)],
    after: { network, id, ...after },
  })
}
