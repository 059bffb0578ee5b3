/** Quotes: a rate that is promised for a quarter of an hour, and what is exchanged by it, at exactly that. */
import { beforeEach, describe, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { savePlatformLimit } from '#server/approvals/index.ts'
import { setHalted } from '#server/payments/index.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInItsWorld, holding, outcome, waiting } from '#test/harness/races.ts'
import { fund, givenEmployer, givenOperator, type World } from '#test/harness/world.ts'
import { keepRates } from './index.ts'

let world: World
let admin: Admin
let noor: Person
let emeka: Person
let employer: Person & { employer_uuid: string }
let domain = ''

eachInItsWorld((opened, asked) => {
  world = opened
  admin = asked
})
beforeEach(async () => {
  world.clock.set('2026-03-02T10:00:00Z')
  noor = await givenOperator(world)
  emeka = await givenOperator(world, 'emeka@corridor.test')
  employer = await givenEmployer(world, noor)
  domain = (await call(world, employer, 'getEmployer')).domain ?? ''
  await fund(world, { operator: noor, employer }, '150.00')
  await admin.rows('delete from fx_rate')
  await rate('1.25', '2026-03-02T09:00:00.000Z')
})

/** Dollars for a euro. */
const rate = (said: string, as_of: string) =>
  world.unit(ctx =>
    keepRates(ctx, [
      { from_currency: 'EUR', to_currency: 'USD', rate: said, source: 'Bank', as_of },
    ]),
  )
type Asked = { fixed_side?: 'from' | 'to'; amount_in_smallest_unit?: bigint; to_currency?: string }
const ask = (more: Asked = {}, from_currency = 'USD') =>
  call(world, noor, 'askQuote', {
    params: { domain },
    body: {
      ...{
        from_currency,
        to_currency: 'EUR',
        fixed_side: 'from',
        amount_in_smallest_unit: 10_000n,
      },
      ...more,
    },
  })
const accept = (id: string, who = noor) => call(world, who, 'acceptQuote', { params: { id } })
const balances = async () =>
  Object.fromEntries(
    (await call(world, employer, 'getEmployerBalances')).balances.map(of => [
      of.currency,
      Number(of.available),
    ]),
  )
/** Three of one operator's calls that all wait at what this operator moved alone, and go on together. */
const atOnce = async <T>(send: () => Promise<T>): Promise<T[]> => {
  const release = await holding(
    world,
    `select pg_advisory_xact_lock(hashtextextended('schedule_conversion ${noor.sub}', 7204514))`,
  )
  const all = Promise.all([send(), send(), send()])
  await waiting(admin, 3, all)
  await release()
  return all
}

describe('a quote', () => {
  it('says both sides, and is exchanged at exactly that, once, though the rate has moved', async () => {
    const quote = await ask()
    expect(quote).toMatchObject({
      ...{ sold: { currency: 'USD', minor: 10_000n }, bought: { currency: 'EUR', minor: 8_000n } },
      rate: { rate: '0.8', source: 'Bank' },
      expires_at: new Date('2026-03-02T10:15:00Z'),
    })
    expect(await balances()).toEqual({ USD: 15_000 })
    world.clock.set('2026-03-02T10:14:59Z')
    await rate('1.6', '2026-03-02T10:10:00.000Z')
    const answers = await Promise.all([
      accept(quote.quote_uuid),
      accept(quote.quote_uuid),
      accept(quote.quote_uuid, emeka),
    ])
    expect(new Set(answers.map(({ conversion }) => conversion?.conversion_uuid)).size).toBe(1)
    expect(answers[0]?.conversion).toMatchObject({
      ...{ status: 'EXECUTED', quoted: true, bought: { minor: 8_000n } },
      ...{ expected: { currency: 'EUR', minor: 8_000n }, rate: { rate: '0.8' } },
      drift_text: expect.stringContaining('As promised, 80.00 EUR'),
    })
    expect(await balances()).toEqual({ USD: 5_000, EUR: 8_000 })
    // Once it is done it stays done, also when its time is over.
    world.clock.set('2026-03-02T11:00:00Z')
    expect((await accept(quote.quote_uuid)).conversion?.status).toBe('EXECUTED')
    expect(await balances()).toEqual({ USD: 5_000, EUR: 8_000 })
    expect(await world.broken()).toEqual([])
  })

  it('that is over is refused in words, and a new one is had', async () => {
    const quote = await ask({ fixed_side: 'to', amount_in_smallest_unit: 3_333n })
    // 33.33 / 0.8 = 41.6625
    expect(quote.sold.minor).toBe(4_166n)
    world.clock.set('2026-03-02T10:15:00Z')
    await rate('1.6', '2026-03-02T10:10:00.000Z')
    expect(await outcome(accept(quote.quote_uuid))).toBe('QUOTE_EXPIRED')
    expect(await balances()).toEqual({ USD: 15_000 })
    const again = await ask({ fixed_side: 'to', amount_in_smallest_unit: 3_333n })
    expect(again.sold.minor).toBe(5_333n)
    await accept(again.quote_uuid)
    expect(await balances()).toEqual({ USD: 15_000 - 5_333, EUR: 3_333 })
    expect(await world.broken()).toEqual([])
  })

  it('is not had for nothing, of nobody, or at a rate that is old or unknown', async () => {
    expect(await outcome(ask({ amount_in_smallest_unit: 0n }))).toBe('VALIDATION')
    expect(await outcome(ask({ to_currency: 'USD' }))).toBe('VALIDATION')
    expect(await outcome(ask({ to_currency: 'NOK' }))).toBe('RATE_MISSING')
    expect(await outcome(ask({ amount_in_smallest_unit: 9n ** 18n }))).toBe('VALIDATION')
    await admin.rows("update fx_rate set as_of = '2026-02-20'")
    expect(await outcome(ask())).toBe('RATE_MISSING')
    expect(await admin.rows('select from conversion_quote')).toEqual([])
    expect(await outcome(accept('019e0000-0000-7000-8000-000000000000'))).toBe('NOT_FOUND')
  })

  it.each([
    ['what is sold is not there', 'FUNDS_SHORT', () => ask({ amount_in_smallest_unit: 15_001n })],
    [
      'execution is halted',
      'TRANSITION_NOT_ALLOWED',
      async () => {
        const quote = await ask()
        await world.unit(ctx => setHalted(ctx.tx, '2026-03-02'))
        return quote
      },
    ],
    [
      'the company is suspended',
      'TRANSITION_NOT_ALLOWED',
      async () => {
        const quote = await ask()
        await call(world, noor, 'changeStanding', {
          params: { userTypes: 'employers', sub: employer.employer_uuid, operation: 'suspend' },
          body: { reason: 'A check.' },
        })
        return quote
      },
    ],
    [
      'a currency is frozen',
      'TRANSITION_NOT_ALLOWED',
      async () => {
        const quote = await ask()
        await call(world, noor, 'freezePayments', {
          body: { before: '2026-03-20', currency: 'EUR', words: '' },
        })
        return quote
      },
    ],
  ])('changes nothing while %s', async (_case, code, given) => {
    const quote = await given()
    expect(await outcome(accept(quote.quote_uuid))).toBe(code)
    expect(await balances()).toEqual({ USD: 15_000 })
    expect(await admin.rows('select from conversion')).toEqual([])
  })

  it('above the limit waits for a second operator, who has to be as fast', async () => {
    await world.unit(ctx => savePlatformLimit(ctx.tx, 1_000n, ctx.now))
    const answerWith = async (id = '') => {
      const { step, items } = await call(world, emeka, 'getApprovalStep', {
        params: { id },
        query: { limit: 50 },
      })
      expect(items).toMatchObject([{ label: '100.00 USD → 80.00 EUR' }])
      return call(world, emeka, 'approveStep', { params: { id }, body: { digest: step.digest } })
    }
    const quote = await ask()
    const first = await accept(quote.quote_uuid)
    expect(first).toMatchObject({ conversion: null, waiting: { expires_at: quote.expires_at } })
    world.clock.set('2026-03-02T10:16:00Z')
    expect(await outcome(answerWith(first.waiting?.step_uuid))).toBe('STEP_CLOSED')
    expect(await balances()).toEqual({ USD: 15_000 })
    const second = await accept((await ask()).quote_uuid)
    await answerWith(second.waiting?.step_uuid)
    expect(await balances()).toEqual({ USD: 5_000, EUR: 8_000 })
    expect(await world.broken()).toEqual([])
  })

  it('accepted many times at once near the limit is one exchange, counted once, that waits for nobody', async () => {
    await world.unit(ctx => savePlatformLimit(ctx.tx, 15_000n, ctx.now))
    const { quote_uuid } = await ask()
    const answers = await atOnce(() => accept(quote_uuid))
    expect(await accept(quote_uuid, emeka)).toEqual(answers[0])
    expect(answers.map(({ waiting }) => waiting)).toEqual(answers.map(() => undefined))
    expect(new Set(answers.map(({ conversion }) => conversion?.conversion_uuid)).size).toBe(1)
    expect(await admin.rows('select worth_minor::int from moved_alone')).toEqual([
      { worth_minor: 10_000 },
    ])
    expect(await balances()).toEqual({ USD: 5_000, EUR: 8_000 })
  })

  it('and another one of the same money are never both done', async () => {
    const quotes = await Promise.all([ask(), ask()])
    const answers = await Promise.all(quotes.map(of => outcome(accept(of.quote_uuid))))
    expect(answers.toSorted()).toEqual(['FUNDS_SHORT', 'done'])
    expect(await balances()).toEqual({ USD: 5_000, EUR: 8_000 })
    expect(await world.broken()).toEqual([])
  })
})

describe('a conversion of a day', () => {
  it('asked for many times at once near the limit is scheduled once', async () => {
    await world.unit(ctx => savePlatformLimit(ctx.tx, 15_000n, ctx.now))
    const schedule = () =>
      call(world, noor, 'scheduleConversion', {
        params: { domain },
        body: {
          ...{ from_currency: 'USD', to_currency: 'EUR', fixed_side: 'from' },
          ...{ amount_in_smallest_unit: 10_000n, conversion_date: '2026-03-03' },
        },
      })
    const answers = await atOnce(schedule)
    expect(new Set(answers.map(({ conversion }) => conversion?.conversion_uuid)).size).toBe(1)
    expect(answers.map(({ waiting }) => waiting)).toEqual(answers.map(() => undefined))
    expect(await admin.rows('select worth_minor::int from moved_alone')).toEqual([
      { worth_minor: 10_000 },
    ])
  })

  it('says what was said when it was asked for, and what became of it', async () => {
    const { conversion } = await call(world, noor, 'scheduleConversion', {
      params: { domain },
      body: {
        ...{ from_currency: 'USD', to_currency: 'EUR', fixed_side: 'from' },
        ...{ amount_in_smallest_unit: 10_000n, conversion_date: '2026-03-03' },
      },
    })
    expect(conversion).toMatchObject({
      expected: { minor: 8_000n },
      drift_text: null,
      quoted: false,
    })
    world.clock.set('2026-03-03T10:00:00Z')
    await rate('1.6', '2026-03-03T09:00:00.000Z')
    await world.byTheClock()
    const { items } = await call(world, employer, 'listOwnConversions', { query: { limit: 5 } })
    expect(items[0]?.drift_text).toBe(
      'When it was asked for, 80.00 EUR was said to come. 17.50 EUR less came: the rate went from 0.8 to 0.625.',
    )
  })
})
