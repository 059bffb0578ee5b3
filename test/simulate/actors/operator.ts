/** What operators do: book funding, execute, settle, mark, retry, verify and suspend. */
import { call, type Person } from '#db/seed/cast.ts'
import { savePlatformLimit } from '#server/approvals/index.ts'
import { act, type Chance, type Move, type Sim } from '../sim.ts'

export const FUNDED = ['USD', 'EUR', 'CAD'] as const

/** One of the operators. */
export const operator = (sim: Sim, chance: Chance): Person => {
  const found = chance.pick(sim.operators)
  if (!found) throw new Error('a simulation has operators')
  return found
}

async function paymentsIn(
  sim: Sim,
  statuses: readonly string[],
  currency: string | null = null,
): Promise<string[]> {
  const rows = await sim.admin.rows<{ id: string }>(
    'select payment_uuid id from payment where status = any($1) and ($2::text is null or currency = $2) order by created_at, source_minor, payment_uuid',
    [statuses, currency],
  )
  return rows.map(({ id }) => id)
}

type Wire = {
  readonly domain: string
  readonly currency: string
  readonly units: number
  readonly reference: string
}

/** Books wires from a file of the bank, and remembers those that were acknowledged. */
async function book(sim: Sim, chance: Chance, wires: readonly Wire[]): Promise<void> {
  const rows = wires.map(
    ({ domain, currency, units, reference }) =>
      `${domain},${currency},${units}.00,${reference},2026-03-01`,
  )
  const csv = `employer_domain,currency,amount,reference,received_on\n${rows.join('\n')}\n`
  const body = { file_name: 'wires.csv', bytes: Buffer.from(csv) }
  const answer = await act(sim, chance, operator(sim, chance), 'putBalances', { body })
  const amounts = new Map(wires.map(({ reference, units }) => [reference, BigInt(units) * 100n]))
  for (const { reference } of answer?.booked ?? [])
    sim.told.fundings.set(reference, amounts.get(reference) ?? 0n)
}

const fund: Move = {
  name: 'books funding',
  weight: 6,
  act: (sim, chance) =>
    book(
      sim,
      chance,
      Array.from({ length: 1 + chance.below(3) }, () => ({
        domain: chance.pick(sim.companies)?.domain ?? '',
        currency: chance.pick(FUNDED) ?? 'USD',
        units: 1 + chance.below(9000),
        // Some references come again, in other files and spellings.
        reference: `${chance.often(0.5) ? 'WIRE' : 'wire'}-${chance.below(400)}`,
      })),
    ),
}

/** Books one wire of each currency for most companies. */
export async function fundMost(sim: Sim, chance: Chance): Promise<void> {
  const wires = chance.some(sim.companies, 0.7).flatMap(({ domain }) =>
    FUNDED.map(currency => ({
      domain,
      currency,
      units: 1000 + chance.below(20_000),
      reference: `FIRST-${domain}-${currency}`,
    })),
  )
  if (wires.length > 0) await book(sim, chance, wires)
}

const execute: Move = {
  name: 'executes what is due',
  weight: 8,
  async act(sim, chance) {
    const due = chance.some(await paymentsIn(sim, ['SCHEDULED', 'HELD', 'FAILED', 'SENT']), 0.7)
    if (due.length === 0) return
    const pay_date = sim.world.clock.now().toISOString().slice(0, 10)
    if (chance.often(0.4)) return executeSeen(sim, chance, pay_date)
    const answer = await act(sim, chance, operator(sim, chance), 'bulkExecute', {
      body: { pay_date: chance.often(0.9) ? pay_date : '2031-01-01', payment_uuids: due },
    })
    if (answer?.execution_uuid && chance.often(0.7)) await hand(sim, answer.execution_uuid)
  },
}

/** All that the checklist shows to be ready, as it is shown. */
async function executeSeen(sim: Sim, chance: Chance, pay_date: string): Promise<void> {
  const who = operator(sim, chance)
  const query = { pay_date }
  const list = await act(sim, chance, who, 'getChecklist', { query })
  if (!list || list.ready_payments === 0) return
  const { ready_payments: payments, ready_totals: totals, digest } = list
  const body = { pay_date, ready: { payments, totals, digest } }
  const answer = await act(sim, chance, who, 'bulkExecute', { body })
  if (answer?.execution_uuid && chance.often(0.7)) await hand(sim, answer.execution_uuid)
}

/** The worker's job; a rail that does not answer leaves it for another time. */
async function hand(sim: Sim, execution_uuid: string): Promise<void> {
  await sim.world.execute(execution_uuid).catch(error => {
    if (!/rail/.test(String(error))) sim.defects.push(`execute_payments: ${String(error)}`)
  })
}

const settle: Move = {
  name: 'settles what was sent',
  weight: 12,
  async act(sim, chance) {
    // A statement of a rail names what it paid: payments of one currency, so that two operators settle two parts of one item.
    const currency = chance.pick(['USD', 'EUR', 'CAD', 'USDC', null])
    const payment_uuids = chance.some(await paymentsIn(sim, ['SENT', 'SETTLED'], currency), 0.7)
    if (payment_uuids.length === 0) return
    const answer = await act(sim, chance, operator(sim, chance), 'bulkSettle', {
      body: { payment_uuids, reference: 'BANK' },
    })
    const not = new Set(answer?.refused.map(({ payment_uuid }) => payment_uuid))
    if (answer) for (const id of payment_uuids) if (!not.has(id)) sim.now.settled.add(id)
  },
}

const settleSeen: Move = {
  name: 'settles all that was seen to be sent',
  weight: 3,
  async act(sim, chance) {
    const who = operator(sim, chance)
    const list = await act(sim, chance, who, 'getChecklist', { query: {} })
    const sent = list?.sent_seen
    if (!sent) return
    const rows = await sim.admin.rows<{ id: string }>(
      "select payment_uuid id from payment where status = 'SENT' and sent_at <= $1",
      [sent.until.toISOString()],
    )
    const answer = await act(sim, chance, who, 'bulkSettle', { body: { sent, reference: 'BANK' } })
    if (answer) for (const { id } of rows) sim.now.settled.add(id)
  },
}

/** Executes all that is due today, and settles what was sent. */
export async function payDue(sim: Sim, chance: Chance): Promise<void> {
  await executeSeen(sim, chance, sim.world.clock.now().toISOString().slice(0, 10))
  await settleSeen.act(sim, chance)
}

const settleParts: Move = {
  name: 'settle the parts of an item, each another operator',
  weight: 4,
  async act(sim, chance) {
    const rows = await sim.admin.rows<{ ids: string[] }>(
      `select array_agg(payment_uuid::text order by currency) ids from payment where status = 'SENT'
        group by line_item_uuid having count(*) > 1 order by min(created_at), min(source_minor)`,
    )
    const parts = chance.pick(rows)?.ids ?? []
    await Promise.all(
      parts.map(async (payment_uuid, at) => {
        const who = sim.operators[at % sim.operators.length]
        if (!who) return
        const body = { payment_uuids: [payment_uuid], reference: 'BANK' }
        const answer = await act(sim, chance, who, 'bulkSettle', { body })
        if (answer?.settled === 1) sim.now.settled.add(payment_uuid)
      }),
    )
  },
}

const mark: Move = {
  name: 'marks paid or unpaid',
  weight: 6,
  async act(sim, chance) {
    const rows = await sim.admin.rows<{
      line_item_uuid: string
      cycle_uuid: string
      policy_uuid: string
      domain: string
      currency: string
      amount: string
      ids: string[]
    }>(`select p.line_item_uuid, p.cycle_uuid, c.policy_uuid, e.domain, p.currency, sum(p.amount_minor)::text amount, array_agg(p.payment_uuid::text) ids
        from payment p join pay_cycle c on c.cycle_uuid = p.cycle_uuid join employer e on e.employer_uuid = p.employer_uuid
        where p.status in ('SENT', 'SETTLED') group by 1, 2, 3, 4, 5 order by 1, 5`)
    const one = chance.pick(rows)
    if (!one) return
    const { line_item_uuid, cycle_uuid, policy_uuid, domain, currency, amount, ids } = one
    const operation = chance.often(0.6) ? ('paid' as const) : ('unpaid' as const)
    if (operation === 'unpaid') for (const id of ids) sim.now.unsettled.add(id)
    await act(sim, chance, operator(sim, chance), 'markLineItem', {
      params: { line_item_uuid, cycle_uuid, policy_uuid, domain, currency, operation },
      body: { amount_in_smallest_unit: BigInt(amount), reference: 'BANK' },
    })
  },
}

const retry: Move = {
  name: 'retries what failed',
  weight: 2,
  async act(sim, chance) {
    const id = chance.pick(await paymentsIn(sim, ['FAILED', 'RETURNED']))
    if (id) await act(sim, chance, operator(sim, chance), 'retryPayment', { params: { id } })
  },
}

const stand: Move = {
  name: 'verifies or suspends',
  weight: 2,
  async act(sim, chance) {
    const operation =
      chance.pick(['verify', 'verify', 'unverify', 'suspend', 'reinstate', 'reinstate'] as const) ??
      'verify'
    const contractor = chance.pick(sim.contractors)
    const company = chance.pick(sim.companies)
    if (!contractor || !company) return
    const params = chance.often(0.8)
      ? { userTypes: 'contractors' as const, sub: contractor.sub, operation }
      : { userTypes: 'employers' as const, sub: company.employer_uuid, operation }
    await act(sim, chance, operator(sim, chance), 'changeStanding', {
      params,
      body: { reason: 'A check.' },
    })
  },
}

const decideOne: Move = {
  name: 'verifies or rejects one document',
  weight: 1,
  async act(sim, chance) {
    const contractor = chance.pick(sim.contractors)
    if (!contractor) return
    const who = operator(sim, chance)
    const { sub } = contractor
    const { documents } = await call(sim.world, who, 'getOperationsContractor', { params: { sub } })
    const document = chance.pick(documents)
    if (!document) return
    // Worlds are copied without their files: only who verified somebody at the beginning opened any, and all others are refused.
    const { document_uuid, sha256, version } = document
    const decision = chance.often(0.3) ? ('verify' as const) : ('reject' as const)
    await act(sim, chance, who, 'decideDocument', {
      params: { userTypes: 'contractors', sub, document: document_uuid },
      body: {
        decision,
        sha256,
        version,
        ...(decision === 'reject' && { reason_code: 'NOT_SHARP' as const }),
      },
    })
  },
}

const limit: Move = {
  name: 'the platform gets a limit, or loses it',
  weight: 1,
  async act(sim, chance) {
    const minor = chance.often(0.7) ? BigInt(100_000 * (1 + chance.below(20))) : null
    await sim.world.unit(ctx => savePlatformLimit(ctx.tx, minor, ctx.now))
  },
}

const answerStep: Move = {
  name: 'answers what takes two people',
  weight: 6,
  async act(sim, chance) {
    const who = operator(sim, chance)
    const { items } = await call(sim.world, who, 'listApprovalSteps', {
      query: { view: 'waiting', limit: 50 },
    })
    const step = chance.pick(items)
    if (!step) return
    const params = { id: step.step_uuid }
    if (chance.often(0.15))
      await act(sim, chance, who, chance.often(0.5) ? 'rejectStep' : 'withdrawStep', {
        params,
        body: { reason: 'Not ours.' },
      })
    else await act(sim, chance, who, 'approveStep', { params, body: { digest: step.digest } })
  },
}

const fillGaps: Move = {
  name: 'looks for gaps in calendars',
  weight: 0.5,
  async act(sim, chance) {
    const of = chance.pick(sim.companies)
    const [policy] = await sim.admin.rows<{ id: string }>(
      'select policy_uuid id from payroll_policy where employer_uuid = $1 order by created_at limit 1',
      [of?.employer_uuid],
    )
    if (!of || !policy) return
    const params = { id: of.domain, policy_uuid: policy.id }
    await act(sim, chance, operator(sim, chance), 'fillCalendarGaps', { params })
  },
}

const look: Move = {
  name: 'looks at the lists',
  weight: 1,
  async act(sim, chance) {
    await call(sim.world, operator(sim, chance), 'getChecklist', { query: {} })
    await call(sim.world, operator(sim, chance), 'getBalances', {})
  },
}

const keepAccounts: Move = {
  name: 'proposes an account of the platform, or answers a proposal',
  weight: 0.6,
  async act(sim, chance) {
    const who = operator(sim, chance)
    const { proposals } = await call(sim.world, who, 'listFundingAccounts')
    const waiting = chance.pick(proposals)
    if (waiting && chance.often(0.7)) {
      const name = chance.often(0.8) ? 'confirmFundingAccount' : 'withdrawFundingAccount'
      await act(sim, chance, operator(sim, chance), name, { params: { id: waiting.account_uuid } })
      return
    }
    await act(sim, chance, who, 'proposeFundingAccount', {
      body: {
        currency: chance.pick(FUNDED) ?? 'USD',
        account_name: 'Corridor',
        bank_name: 'A bank',
        bank_address: '',
        iban: '',
        account_number: String(1000 + chance.below(9000)),
        routing_number: '',
        swift_code: '',
      },
    })
  },
}

const price: Move = {
  name: 'sets the prices of a company',
  weight: 2,
  async act(sim, chance) {
    const company = chance.pick(sim.companies)
    const [row] = await sim.admin.rows<{ id: string }>(
      'select employer_uuid id from employer where domain = $1',
      [company?.domain ?? ''],
    )
    if (!row) return
    await act(sim, chance, operator(sim, chance), 'putPrices', {
      params: { id: row.id },
      body: {
        currency: chance.pick(FUNDED) ?? 'USD',
        per_contractor: chance.below(3000),
        per_payment: { fiat: chance.below(500), solana: chance.below(100) },
        margin: chance.below(200),
        tax: chance.below(2500),
      },
    })
  },
}

export const operatorMoves: readonly Move[] = [
  price,
  keepAccounts,
  fund,
  execute,
  settle,
  settleSeen,
  settleParts,
  mark,
  retry,
  stand,
  decideOne,
  limit,
  answerStep,
  fillGaps,
  look,
]
