/** What operators do with money that is there, or is not: they ask for it, and exchange it. */
import { call } from '#db/seed/cast.ts'
import { addDays } from '#domain/kernel/plain-date.ts'
import { creditorReference } from '#domain/ledger/creditor-reference.ts'
import { act, type Chance, type Move, type Sim } from '../sim.ts'
import { FUNDED, operator } from './operator.ts'

const ask: Move = {
  name: 'asks a company for money, or takes that back',
  weight: 2,
  async act(sim, chance) {
    const who = operator(sim, chance)
    const { items } = await call(sim.world, who, 'listFundingRequests', {
      query: { view: 'open', limit: 50 },
    })
    const one = chance.pick(items)
    if (one && chance.often(0.4)) {
      const params = { id: one.request_uuid }
      await act(sim, chance, who, 'withdrawFundingRequest', { params })
      return
    }
    const today = sim.world.clock.now().toISOString().slice(0, 10)
    await act(sim, chance, who, 'requestFunds', {
      params: { domain: chance.pick(sim.companies)?.domain ?? '' },
      body: {
        currency: chance.pick(FUNDED) ?? 'USD',
        amount_in_smallest_unit: BigInt(100 + chance.below(400_000)),
        needed_on: addDays(today, chance.below(12) - 1),
        words: '',
      },
    })
  },
}

const exchange: Move = {
  name: 'schedules an exchange, or takes one back',
  weight: 4,
  async act(sim, chance) {
    const who = operator(sim, chance)
    const { items } = await call(sim.world, who, 'listConversions', {
      query: { view: 'open', limit: 50 },
    })
    const one = chance.pick(items)
    if (one && chance.often(0.25)) {
      const params = { id: one.conversion_uuid }
      await act(sim, chance, who, 'cancelConversion', { params })
      return
    }
    const today = sim.world.clock.now().toISOString().slice(0, 10)
    await act(sim, chance, who, 'scheduleConversion', {
      params: { domain: chance.pick(sim.companies)?.domain ?? '' },
      body: {
        from_currency: chance.pick(FUNDED) ?? 'USD',
        to_currency: chance.pick([...FUNDED, 'JPY']) ?? 'EUR',
        fixed_side: chance.often(0.5) ? ('from' as const) : ('to' as const),
        amount_in_smallest_unit: BigInt(1 + chance.below(300_000)),
        conversion_date: addDays(today, chance.below(5) - 1),
      },
    })
  },
}

const quote: Move = {
  name: 'asks for a quote, or exchanges by one, in time or late',
  weight: 4,
  async act(sim, chance) {
    const who = operator(sim, chance)
    const known = await sim.admin.rows<{ id: string }>(
      'select quote_uuid id from conversion_quote order by asked_at desc, quote_uuid limit 5',
    )
    const one = chance.pick(known)
    if (one && chance.often(0.6))
      return act(sim, chance, who, 'acceptQuote', { params: { id: one.id } })
    const asked = await act(sim, chance, who, 'askQuote', {
      params: { domain: chance.pick(sim.companies)?.domain ?? '' },
      body: {
        from_currency: chance.pick(FUNDED) ?? 'USD',
        to_currency: chance.pick([...FUNDED, 'JPY']) ?? 'EUR',
        fixed_side: chance.often(0.5) ? ('from' as const) : ('to' as const),
        amount_in_smallest_unit: BigInt(1 + chance.below(300_000)),
      },
    })
    if (!asked || chance.often(0.4)) return undefined
    return act(sim, chance, who, 'acceptQuote', { params: { id: asked.quote_uuid } })
  },
}

/** The number of our euro account; while there is none it is proposed, and then confirmed by another. */
export async function euroAccount(sim: Sim, chance: Chance): Promise<string | undefined> {
  const [account] = await sim.admin.rows<{ number: string }>(
    "select account_number number from funding_account where currency = 'EUR' and confirmed_at is not null order by account_uuid limit 1",
  )
  if (account) return account.number
  const [one, other] = sim.operators
  if (!one || !other) return undefined
  const { proposals } = await call(sim.world, one, 'listFundingAccounts')
  const waiting = proposals.find(({ currency }) => currency === 'EUR')
  if (waiting) {
    const params = { id: waiting.account_uuid }
    const who = waiting.proposed_by.is_me ? other : one
    await act(sim, chance, who, 'confirmFundingAccount', { params })
  } else
    await act(sim, chance, one, 'proposeFundingAccount', {
      body: {
        ...{ currency: 'EUR', account_name: 'Corridor', bank_name: 'A bank', bank_address: '' },
        ...{ iban: '', account_number: '4711', routing_number: '', swift_code: '' },
      },
    })
  return undefined
}

type Part = { readonly cents: number; readonly at: string; readonly words: string }
type Credit = Part & { readonly parts?: readonly Part[] }

/** A credit that was told before, in two parts by now, or whole again. */
async function toldAgain(sim: Sim, chance: Chance, words: string): Promise<Credit[]> {
  const known = await sim.admin.rows<{ at: string; cents: number }>(
    `select reference as "at", amount_minor::int cents from (select reference, shares, amount_minor from funding where currency = 'EUR'
        union select reference, shares, amount_minor from suspense_receipt) r
      where reference ~ '^STMT-[0-9]+$' and shares is null and amount_minor > 1 order by 1`,
  )
  const one = chance.pick(known)
  if (!one) return []
  const { at, cents } = one
  const first = 1 + chance.below(cents - 1)
  const own = chance.often(0.5)
  const parts = [first, cents - first].map((part, n) => ({
    ...{ cents: part, at: own ? `${at}/${n}` : '' },
    words: chance.often(0.5) ? words : 'no idea',
  }))
  return [{ at, cents, words, ...(chance.often(0.8) ? { parts } : {}) }]
}

/** A statement of an account of ours, with credits that name a company, or nobody. */
function statementOf(iban: string, credits: readonly Credit[]) {
  const amount = (cents: number) => `<Amt Ccy="EUR">${(cents / 100).toFixed(2)}</Amt>`
  const partOf = (part: Part) =>
    `<TxDtls>${part.at && `<Refs><AcctSvcrRef>${part.at}</AcctSvcrRef></Refs>`}${amount(part.cents)}<CdtDbtInd>CRDT</CdtDbtInd><RmtInf><Ustrd>${part.words}</Ustrd></RmtInf></TxDtls>`
  const entries = credits.map(
    ({ cents, at, words, parts = [{ cents, words, at: '' }] }) =>
      `<Ntry>${amount(cents)}<CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-03-01</Dt></BookgDt><AcctSvcrRef>${at}</AcctSvcrRef><NtryDtls>${parts.map(partOf).join('')}</NtryDtls></Ntry>`,
  )
  return `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><BkToCstmrDbtCdtNtfctn><GrpHdr><MsgId>M</MsgId><CreDtTm>2026-03-01T06:00:00Z</CreDtTm></GrpHdr><Ntfctn><Id>N</Id><CreDtTm>2026-03-01T06:00:00Z</CreDtTm><Acct><Id><Othr><Id>${iban}</Id></Othr></Id><Ccy>EUR</Ccy></Acct>${entries.join('')}</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`
}

const receive: Move = {
  name: 'books the statement of a bank',
  weight: 3,
  async act(sim, chance) {
    const account = await euroAccount(sim, chance)
    if (!account) return
    const company = chance.pick(sim.companies)
    const named = company ? creditorReference(company.employer_uuid) : 'no idea'
    const other = Array.from({ length: 1 + chance.below(3) }, () => ({
      cents: 1 + chance.below(500_000),
      at: `STMT-${chance.below(300)}`,
      words: chance.often(0.5) ? named : 'no idea',
    }))
    const again = chance.often(0.5) ? await toldAgain(sim, chance, named) : []
    const credits = again.length > 0 ? again : other
    // What stands twice in one file are two.
    for (const [key, of] of Map.groupBy(credits, ({ at }) => at.toLowerCase())) {
      const sums = sim.told.credits.get(key) ?? new Set<string>()
      const cents = of.reduce((sum, one) => sum + one.cents, 0)
      sim.told.credits.set(key, sums.add(String(cents)))
    }
    const bytes = Buffer.from(statementOf(account, credits))
    const body = { file_name: 'statement.xml', bytes }
    await act(sim, chance, operator(sim, chance), 'putBalances', { body })
  },
}

const settleSuspense: Move = {
  name: 'says whose a receipt is, or sends it back',
  weight: 3,
  async act(sim, chance) {
    const who = operator(sim, chance)
    const { items } = await call(sim.world, who, 'listSuspense', {
      query: { view: chance.often(0.9) ? 'open' : 'closed', limit: 50 },
    })
    const one = chance.pick(items)
    if (!one) return
    const params = { id: one.receipt_uuid }
    if (chance.often(0.3))
      await act(sim, chance, who, 'refundReceipt', {
        params,
        body: {
          ...{ reference: `ORDER-${chance.below(100)}`, words: '' },
          ...(chance.often(0.5) ? { apart: true } : {}),
        },
      })
    else
      await act(sim, chance, who, 'matchReceipt', {
        params,
        body: { employer_domain: chance.pick(sim.companies)?.domain ?? '' },
      })
  },
}

const takeBack: Move = {
  name: 'takes back a booking that was wrong',
  weight: 1,
  async act(sim, chance) {
    const who = operator(sim, chance)
    const { items } = await call(sim.world, who, 'listTransfers', {
      query: { limit: 50, code: chance.often(0.9) ? 'funding_received' : 'item_approved' },
    })
    const one = chance.pick(items)
    if (!one) return
    const params = { id: one.transfer_uuid }
    const apart = chance.often(0.5)
    await act(sim, chance, who, 'reverseFunding', {
      params,
      body: { reason: 'Not theirs.', ...(apart ? { apart } : {}) },
    })
    const { currencies } = await call(sim.world, who, 'getTrialBalance', { query: {} })
    for (const { currency, total } of currencies)
      if (total.minor !== 0n) sim.defects.push(`${currency} sums to ${total.minor}`)
  },
}

export const fundsMoves: readonly Move[] = [ask, exchange, quote, receive, settleSuspense, takeBack]
