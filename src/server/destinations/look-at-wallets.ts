/** What wallets are on their chains: asked when one is added, and again until what is sent there arrives (decision 0234). Nobody waits for a node: a job asks it. */
import { looksAgainAt } from '#domain/destinations/wallet-look.ts'
import type { Token } from '#domain/kernel/currency.ts'
import { BLOCKCHAINS, type Blockchain } from '#domain/kernel/network.ts'
import { Problem } from '#domain/kernel/problem.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import type { JobContext } from '../worker.ts'
import { type DestinationRow, lockDestinations } from './destination.store.ts'
import { isAnyDue, keepLooked, listDue, makeDue, type WalletLook } from './wallet-look.store.ts'

type Gateways = Pick<Ctx['gateways'], 'railOf'>
type Payees = NonNullable<ReturnType<Gateways['railOf']>['payees']>

/** The chains that say what a wallet is. */
function lookedAt(gateways: Gateways): (readonly [Blockchain, Payees])[] {
  return BLOCKCHAINS.flatMap(network => {
    const { payees } = gateways.railOf(network)
    return payees ? [[network, payees] as const] : []
  })
}

const AT_ONCE = 50
const UNLEARNED = { state: null, key: null }

/** The job: asks each chain of the wallets that are due. A chain that does not answer is asked again, and keeps no other from it. */
export async function lookAtWallets(
  _payload: unknown,
  { kernel, unit }: Pick<JobContext, 'kernel' | 'unit'>,
): Promise<void> {
  const failures: unknown[] = []
  for (const [network, payees] of lookedAt(kernel.gateways))
    await lookOn(network, payees, unit).catch(error => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

async function lookOn(
  network: Blockchain,
  payees: Payees,
  unit: JobContext['unit'],
): Promise<void> {
  for (;;) {
    const { due, at } = await unit(async ctx => ({
      due: await listDue(ctx.tx, network, ctx.now, AT_ONCE),
      at: ctx.now,
    }))
    const used = due.flatMap(({ address, ...of }) => (address === null ? [] : [{ ...of, address }]))
    const asked = used.map(({ address, currency }) => ({ address, currency: currency as Token }))
    const told = asked.length > 0 ? await payees(asked) : []
    const seen = new Map(used.map((of, at) => [of.destination_uuid, told[at]]))
    if (due.length > 0)
      await unit(ctx =>
        keepLooked(
          ctx.tx,
          due.map(({ destination_uuid, address, created_at }) => {
            const told = seen.get(destination_uuid) ?? UNLEARNED
            const due_at = address === null ? null : looksAgainAt(told.state, created_at, ctx.now)
            return { destination_uuid, ...told, due_at }
          }),
          { due: at, at: ctx.now },
        ),
      )
    if (due.length < AT_ONCE) return
  }
}

/** Puts the job into the queue where any wallet is due. */
export async function lookIfDue(ctx: Ctx): Promise<void> {
  const networks = lookedAt(ctx.gateways).map(([network]) => network)
  if (networks.length > 0 && (await isAnyDue(ctx.tx, networks, ctx.now))) await enqueueLook(ctx)
}

/** Has a wallet looked at that is new, or in use again; of a bank account nothing is looked at. */
export async function lookSoon(
  ctx: Ctx,
  row: Pick<DestinationRow, 'destination_uuid' | 'contractor_sub' | 'network' | 'kind'>,
): Promise<void> {
  if (row.kind !== 'wallet') return
  await makeDue(ctx.tx, row, ctx.now)
  if (isLookedAt(ctx, row.network)) await enqueueLook(ctx)
}

/** The owner of a wallet has it looked at again; NOT_FOUND for none of theirs that a chain says anything of. */
export async function lookAgain(ctx: Ctx, id: string): Promise<void> {
  const rows = await lockDestinations(ctx, ctx.actor.sub)
  const wallet = rows.find(row => row.destination_uuid === id && row.status === 'ACTIVE')
  if (wallet?.kind !== 'wallet' || !isLookedAt(ctx, wallet.network))
    throw new Problem('NOT_FOUND', 'payments.problems.noWalletToLookAt')
  await lookSoon(ctx, wallet)
}

/** What its owner reads of a wallet; null where its chain says nothing of wallets. */
export function onItsChain(
  ctx: Pick<Ctx, 'gateways' | 'now'>,
  { kind, network, status }: Pick<DestinationRow, 'kind' | 'network' | 'status'>,
  look: WalletLook | undefined,
) {
  if (kind !== 'wallet' || status !== 'ACTIVE' || !isLookedAt(ctx, network) || !look) return null
  const { state, looked_at, due_at } = look
  return { state, looked_at, looking: due_at !== null && due_at <= ctx.now }
}

function isLookedAt({ gateways }: { readonly gateways: Gateways }, network: string): boolean {
  return lookedAt(gateways).some(([of]) => of === network)
}

function enqueueLook(ctx: Ctx): Promise<void> {
  return ctx.enqueue('look_at_wallets', {}, { job_key: 'look_at_wallets' })
}
