/**
 * Reading what addresses of ours were paid, by blocks that are final: each once, in slices that a node answers, and kept with how far that is. What is not final yet is
 * kept beside it, to be shown, and anew each time (decision 0220).
 */
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.gen.ts'
import { GatewayError } from '../gateway-error.ts'
import { alone } from '../tokens/books.store.ts'
import {
  beginReading,
  findReading,
  keepFinal,
  keepLooked,
  keepSeen,
  listToLook,
  listWatched,
  readOn,
  watchAddress,
} from '../tokens/deposit.store.ts'
import type { Block, DepositRules, Moved, TokenArrivals } from '../tokens/token-arrivals.ts'
import { chainError, type TokenChain } from '../tokens/token-chain.ts'

/** So many blocks are asked for at once at the most, in so many slices in a go; the next goes on. */
const SPAN = 100
const MOST_SLICES = 200
/** So many addresses are looked at themselves at once, each in a few questions: those of which something moved, and each after so many blocks. */
const LOOKED_AT = 50

export type Arriving = {
  readonly chain: Pick<TokenChain, 'network' | 'isOurs'>
  readonly arrivals: TokenArrivals
  readonly rules: DepositRules
  /** The one account that all pay by memos, where that is so. */
  readonly account?: string | undefined
}

/** Reads on to the last final block. Killed anywhere, or beside another, each block counts once. Throws where what was final is another block by now: nothing is read of that chain. */
export async function readArrivals(db: Kysely<DB>, of: Arriving): Promise<void> {
  const { arrivals, chain } = of
  const { final, last } = await arrivals.ends()
  const from = await findReading(db, chain.network)
  if (!from) return beginReading(db, chain.network, final)
  // A node that is late tells nothing new.
  if (final.block < from.block) return
  if (of.account !== undefined) await watchAccount(db, of, of.account)
  // After the last final block: whoever is told an address since then is paid after it.
  const addresses = await listWatched(db, chain.network)
  const hash = final.block === from.block ? final.hash : await arrivals.hashAt(from.block)
  if (addresses.length > 0 && hash !== from.hash)
    throw chainError('OTHER_NETWORK', `the block ${from.block} was final, and is another by now`)
  if (!(await readFinal(db, of, { addresses, from, final }))) return
  await look(db, of, final)
  await readSeen(db, of, { addresses, final, last }).catch(nothing)
}

/** Has the one account be read like any address of ours: nobody is told it before. The treasury cannot be that, since what comes back to it is no deposit. */
async function watchAccount(db: Kysely<DB>, { chain }: Arriving, account: string): Promise<void> {
  if (chain.isOurs(account))
    throw chainError('OTHER', 'the account of deposits is the treasury: it has to be another')
  await watchAddress(db, chain.network, account)
}

/** Slice by slice; fewer blocks at once where a node refuses. Answers whether it came to the end. */
async function readFinal(
  db: Kysely<DB>,
  of: Arriving,
  {
    addresses,
    from,
    final,
  }: { readonly addresses: readonly string[]; readonly from: Block; readonly final: Block },
): Promise<boolean> {
  let span = addresses.length > 0 ? SPAN : Number.POSITIVE_INFINITY
  let at = from
  for (let read = 0; read < MOST_SLICES && at.block < final.block; read++) {
    const to = Math.min(at.block + span, final.block)
    const moved = await movedIn(of, addresses, at.block + 1, to)
    if (moved === 'TOO_MANY') {
      span = Math.ceil((to - at.block) / 2)
      continue
    }
    const strange = await of.arrivals.strange(addresses, at.block + 1, to).catch(nothing)
    const end = to === final.block ? final : { block: to, hash: await of.arrivals.hashAt(to) }
    if (!(await keepSlice(db, of, { addresses, from: at, to: end, moved, strange }))) return false
    at = end
  }
  return at.block === final.block
}

/** What moved in some blocks; `TOO_MANY` where a node refuses them and might not refuse fewer. */
async function movedIn(
  { arrivals }: Arriving,
  addresses: readonly string[],
  from: number,
  to: number,
): Promise<readonly Moved[] | 'TOO_MANY'> {
  if (addresses.length === 0) return []
  try {
    return await arrivals.moved(addresses, from, to)
  } catch (error) {
    if (from < to && error instanceof GatewayError && error.code === 'CHAIN_OTHER')
      return 'TOO_MANY'
    throw error
  }
}

/** Of tokens that nobody knows as many as a node tells: whoever floods it keeps nobody's deposit away. */
function nothing(error: unknown): ReadonlyMap<string, number> {
  if (error instanceof GatewayError) return new Map()
  throw error
}

function keepSlice(
  db: Kysely<DB>,
  of: Arriving,
  {
    addresses,
    from,
    to,
    moved,
    strange,
  }: {
    readonly addresses: readonly string[]
    readonly from: Block
    readonly to: Block
    readonly moved: readonly Moved[]
    readonly strange: ReadonlyMap<string, number>
  },
): Promise<boolean> {
  const { network } = of.chain
  return alone(db, network, async books => {
    if (!(await readOn(books, network, { from, to }))) return false
    const { deposits, dust } = sorted(of, addresses, moved)
    await keepFinal(books, network, {
      ...{ to: to.block, deposits, sums: sumsOf(moved, dust), strange },
    })
    return true
  })
}

/** What somebody else paid, and what of that is too small. What goes from one address of ours to another is nobody's payment. */
function sorted(
  { chain, rules }: Arriving,
  addresses: readonly string[],
  moved: readonly Moved[],
): { readonly deposits: readonly Moved[]; readonly dust: ReadonlySet<Moved> } {
  const ours = new Set(addresses)
  const paid = moved.filter(of => of.way === 'IN' && !ours.has(of.other) && !chain.isOurs(of.other))
  return {
    deposits: paid.filter(of => of.amount >= rules.least),
    dust: new Set(paid.filter(of => of.amount < rules.least)),
  }
}

function sumsOf(moved: readonly Moved[], dust: ReadonlySet<Moved>) {
  const groups = Map.groupBy(moved, of => `${of.address} ${of.currency}`)
  return [...groups.values()].flatMap(group => {
    const [first] = group
    if (!first) return []
    const sum = (some: readonly Moved[]) => some.reduce((all, of) => all + of.amount, 0n)
    const small = group.filter(of => dust.has(of))
    return [
      {
        ...{ address: first.address, currency: first.currency },
        came: sum(group.filter(of => of.way === 'IN')),
        gone: sum(group.filter(of => of.way === 'OUT')),
        ...{ dust: sum(small), dust_outputs: small.length },
      },
    ]
  })
}

/** Looks at addresses themselves, at the end of the block to which all was read. */
async function look(
  db: Kysely<DB>,
  { chain, arrivals, rules }: Arriving,
  at: Block,
): Promise<void> {
  const of = { before: at.block - rules.looked_after, limit: LOOKED_AT }
  for (let isKept = true; isKept; ) {
    const addresses = await listToLook(db, chain.network, of)
    if (addresses.length === 0) return
    const looked = await arrivals.look(addresses, at.block)
    isKept = await alone(db, chain.network, books =>
      keepLooked(books, chain.network, { at, looked }),
    )
  }
}

/** What is not final yet, as far as the node tells it at once: it is shown and nothing else, and a minute later it is asked for again. */
async function readSeen(
  db: Kysely<DB>,
  of: Arriving,
  {
    addresses,
    final,
    last,
  }: { readonly addresses: readonly string[]; readonly final: Block; readonly last: number },
): Promise<void> {
  if (addresses.length === 0) return
  const { network } = of.chain
  const seen: Moved[] = []
  for (let at = final.block, span = SPAN; at < last; ) {
    const to = Math.min(at + span, last)
    const moved = await movedIn(of, addresses, at + 1, to)
    if (moved === 'TOO_MANY') {
      span = Math.ceil((to - at) / 2)
      continue
    }
    seen.push(...sorted(of, addresses, moved).deposits)
    at = to
  }
  await alone(db, network, async books => {
    const now = await findReading(books, network)
    if (now?.block === final.block) await keepSeen(books, network, { last, seen })
  })
}
