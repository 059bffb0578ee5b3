/** What holds of payments on chains whatever happens, by the chains' own word: each is paid once, to whom it is for; nothing counts as arrived that is not; what came in is booked once. */
import { call } from '#db/seed/cast.ts'
import type { Blockchain } from '#domain/kernel/network.ts'
import type { Admin } from '#test/harness/admin.ts'
import type { SimulatedNetwork } from './network.ts'
import { type ChainSim, countedOf } from './sim.ts'

type Paid = {
  readonly id: string
  readonly network: Blockchain
  readonly n: number
  readonly status: string
  readonly failure_reason: string | null
  /** Nothing before its rate is known. */
  readonly amount: bigint
  /** Whether the rail says the opposite of what is recorded, which somebody has to look at. */
  readonly in_doubt: boolean
}

export type Known = {
  readonly payments: readonly Paid[]
  /** By currency, what the ledger says lies outside. */
  readonly outside: ReadonlyMap<string, bigint>
  /** By network, what of deposits it has, those included that are nobody's yet; and what of that its chain took back. */
  readonly booked: ReadonlyMap<string, bigint>
  readonly lost: ReadonlyMap<string, bigint>
}

/** What ours say. */
export async function readKnown(admin: Admin): Promise<Known> {
  const payments = await admin.rows<Omit<Paid, 'amount'> & { amount: string }>(
    `select p.payment_uuid id, p.network, p.status, p.failure_reason, coalesce(p.amount_minor, 0)::text amount,
        substring(c.email from 'amara([0-9]+)')::int - 1 n,
        exists (select from attempt_doubt d where d.payment_uuid = p.payment_uuid and d.rail_said is not null and d.closed_at is null) in_doubt
      from payment p join person c on c.sub = p.contractor_sub where p.network <> 'fiat' order by p.network, n`,
  )
  const sums = async (statement: string) => {
    const rows = await admin.rows<{ of: string; minor: string }>(statement)
    return new Map(rows.map(({ of, minor }) => [of, BigInt(minor)]))
  }
  return {
    payments: payments.map(row => ({ ...row, amount: BigInt(row.amount) })),
    outside: await sums(
      `select currency "of", sum(posted_out - posted_in)::text minor from ledger_account where kind = 'outside' group by 1`,
    ),
    booked: await sums(
      `select case when reference like '0x%' then 'ethereum' when reference like '0.0.%' then 'hedera' when reference ~ '^[A-Z2-7]{52}:' then 'algo' when length(reference) > 80 then 'solana' else 'bitcoin' end "of", sum(amount_minor)::text minor
        from (select reference, currency, amount_minor from funding union all select reference, currency, amount_minor from suspense_receipt where status = 'OPEN') r
        where currency in ('BTC', 'USDC') group by 1`,
    ),
    lost: await sums(
      `select a.network "of", sum(d.amount_minor)::text minor from deposit_doubt d join deposit_address a using (address)
        where d.kind = 'LOST' and d.closed_at is null group by 1`,
    ),
  }
}

/** What a step broke, in words. */
export async function breaches(sim: ChainSim, after: Known, before: Known): Promise<string[]> {
  const by_network = await Promise.all(
    sim.networks.map(async of => [
      ...(await payeesHave(sim, of, { after, before })),
      ...(await treasuryHas(sim, of)),
      ...(await onlyWhatIsMissing(sim, of)),
    ]),
  )
  return [
    ...by_network.flat(),
    ...booksFollow(after, before),
    ...(await lessOnlyWhereLost(sim)),
    ...(await depositsAre(sim, after, before)),
  ]
}

function on({ network }: SimulatedNetwork, { payments }: Known): Paid[] {
  return payments.filter(of => of.network === network)
}

/** A wallet is paid nothing or what it is owed, never twice; and what became settled by the chain's word stands for good. */
async function payeesHave(
  { called }: ChainSim,
  of: SimulatedNetwork,
  { after, before }: { readonly after: Known; readonly before: Known },
): Promise<string[]> {
  const was = new Map(before.payments.map(row => [row.id, row.status]))
  const found: string[] = []
  for (const { id, n, status, amount } of on(of, after)) {
    const address = of.walletOf(n)
    const has = await of.has(address)
    if (has !== 0n && has !== amount)
      found.push(`${of.network}: payee ${n} has ${has} of ${amount}`)
    if (status !== 'SETTLED' || was.get(id) === 'SETTLED' || called.has(id)) continue
    const good = await of.hasForGood(address)
    if (good !== amount) found.push(`${of.network}: ${n} is settled and has ${good} of ${amount}`)
  }
  return found
}

/** Nothing leaves a treasury but to payees, to thieves and, of bitcoin, to miners. */
async function treasuryHas(sim: ChainSim, of: SimulatedNetwork): Promise<string[]> {
  // What a block takes and the next one leaves behind is counted once it is over.
  if (of.currency === 'BTC') return []
  const { funded, stolen } = countedOf(sim, of.network)
  let paid = 0n
  for (let n = 0; n < sim.contractors; n++) paid += await of.has(of.walletOf(n))
  const held = await of.held()
  return held + paid === funded - stolen
    ? []
    : [`${of.network}: ${held} held and ${paid} paid of ${funded} funded, ${stolen} stolen`]
}

/** Nothing is called missing that was not taken, and what was taken with nothing under way is, by the second reading. */
async function onlyWhatIsMissing(sim: ChainSim, { network }: SimulatedNetwork): Promise<string[]> {
  const { stolen, explained, bare, coins_stolen, coins_explained } = countedOf(sim, network)
  const [treasury] = (await sim.world.kernel.gateways.railOf(network).treasuries?.()) ?? []
  const coins = coins_explained + (treasury?.coin_missing?.minor ?? 0n)
  if (coins > coins_stolen)
    return [`${network}: ${coins} coins are called missing, ${coins_stolen} were taken`]
  const said = explained + (treasury?.missing?.minor ?? 0n)
  if (said > stolen) return [`${network}: ${said} is called missing, ${stolen} was taken`]
  return bare && bare.followed >= 3 && said < bare.amount
    ? [`${network}: ${bare.amount} were taken and ${said} is called missing`]
    : []
}

/** What lies outside changes by what is settled and what is booked. */
function booksFollow(after: Known, before: Known): string[] {
  const settled = ({ payments }: Known, currency: string) =>
    payments
      .filter(of => of.status === 'SETTLED' && (of.network === 'bitcoin') === (currency === 'BTC'))
      .reduce((sum, of) => sum + of.amount, 0n)
  const booked = ({ booked }: Known, currency: string) =>
    [...booked]
      .filter(([network]) => (network === 'bitcoin') === (currency === 'BTC'))
      .reduce((sum, [, minor]) => sum + minor, 0n)
  return ['BTC', 'USDC'].flatMap(currency => {
    const sum = (of: Known) =>
      (of.outside.get(currency) ?? 0n) + settled(of, currency) - booked(of, currency)
    return sum(after) === sum(before)
      ? []
      : [`${currency}: the books say ${sum(after)} lies outside, and before ${sum(before)}`]
  })
}

/** What is booked stands for good at our addresses, once; what the chain took back is somebody's work. */
async function depositsAre(sim: ChainSim, after: Known, before: Known): Promise<string[]> {
  const found: string[] = []
  for (const of of sim.networks) {
    const address = sim.depositAt.get(of.network)?.address
    const [booked, was] = [after, before].map(known => known.booked.get(of.network) ?? 0n)
    if (!address || booked === was) continue
    const has = await of.hasForGood(address)
    const sure = (booked ?? 0n) - (after.lost.get(of.network) ?? 0n)
    if (sure > has) found.push(`${of.network}: ${sure} is booked, and ${has} came`)
  }
  return found
}

/** At rest every payment arrived and every deposit is booked, but what somebody has to look at. */
export async function restsWell(sim: ChainSim, now: Known): Promise<string[]> {
  const found: string[] = []
  for (const of of sim.networks) {
    for (const { n, status, amount, in_doubt, failure_reason: why } of on(of, now)) {
      const has = await of.hasForGood(of.walletOf(n))
      if (!in_doubt && (status !== 'SETTLED' || has !== amount))
        found.push(
          `${of.network}: payment to ${n} is ${status} (${why}), who has ${has} of ${amount}`,
        )
    }
    const address = sim.depositAt.get(of.network)?.address
    if (!address) continue
    const has = await of.hasForGood(address)
    const booked = (now.booked.get(of.network) ?? 0n) - (now.lost.get(of.network) ?? 0n)
    if (booked !== has) found.push(`${of.network}: ${booked} is booked of ${has} that came`)
  }
  return found
}

/** No wallet holds less than the books say where nothing was taken from it, and nobody called arrived what had not. */
async function lessOnlyWhereLost(sim: ChainSim): Promise<string[]> {
  const [operator] = sim.operators
  if (!operator) return []
  const { treasuries } = await call(sim.world, operator, 'listTreasuries')
  return treasuries.flatMap(({ network, difference }) => {
    const minor = difference?.amount.minor ?? 0n
    const isLost = countedOf(sim, network).stolen > 0n || sim.called.size > 0
    return minor < 0n && !isLost ? [`${network}: it lacks ${-minor}, and nothing was taken`] : []
  })
}

/** At rest a wallet holds what the books say, by its chain's own word; or it is somebody's work that it does not. */
export async function walletsAreEven(sim: ChainSim): Promise<string[]> {
  const [operator] = sim.operators
  if (!operator) return []
  const { treasuries } = await call(sim.world, operator, 'listTreasuries')
  const found: string[] = []
  for (const of of sim.networks) {
    const wallet = treasuries.find(
      ({ network, held }) => network === of.network && held.currency === of.currency,
    )
    const { address } = sim.depositAt.get(of.network) ?? {}
    const has = (await of.held()) + (address ? await of.hasForGood(address) : 0n)
    const booked = wallet?.booked?.minor
    if (booked === undefined) found.push(`${of.network}: nothing is booked of its wallet`)
    else if (booked !== has && !wallet?.difference && !wallet?.missing)
      found.push(
        `${of.network}: its wallet has ${has}, by the books ${booked}, and that is no work`,
      )
  }
  return found
}
