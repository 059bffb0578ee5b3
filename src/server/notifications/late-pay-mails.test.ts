/** Pay that has not left when its date has come is told to those who act and to whose pay it is, in each round once. */
import { describe, expect, it } from 'vitest'
import { approveAll, call } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { waitingMails } from '#test/harness/waiting-mails.ts'
import {
  type CycleStage,
  fund,
  givenApprovableCycle,
  givenOperator,
  type World,
} from '#test/harness/world.ts'
import { tellLatePay } from '../payroll/index.ts'

let world: World
let admin: Admin
let stage: CycleStage
/** Two people are paid 3400.00 USD each on Friday, March 20. It is Tuesday, and nothing is approved or funded. */
eachInACopy(
  of => givenApprovableCycle(of, 2),
  copy => {
    world = copy.world
    admin = copy.admin
    stage = copy.told
  },
)

/** What is told of late pay at a moment, to whom: the clock's work and all that follows from it. */
async function toldAt(instant: string) {
  world.clock.set(instant)
  await world.byTheClock()
  return told()
}

async function told() {
  await world.deliver()
  const mails = await waitingMails(world, admin)
  return mails.filter(({ subject }) => /has not left yet|is late$|Money is missing/.test(subject))
}

const heads = (mails: Awaited<ReturnType<typeof told>>) =>
  mails.map(({ to, subject }) => `${to}: ${subject}`).sort()
const toPeople = (subject: string) => stage.contractors.map(({ email }) => `${email}: ${subject}`)
const [DAY, LATE] = [
  'Your pay of March 20, 2026 has not left yet',
  'Your pay of March 20, 2026 is late',
]
const COMPANY_LATE = 'boss@northwind.test: Pay of March 20, 2026 is late'

/** An account of ours to send dollars to, which two operators agreed on. */
async function accountForDollars(): Promise<void> {
  const other = await givenOperator(world, 'samuel@corridor.test')
  const { proposals } = await call(world, stage.operator, 'proposeFundingAccount', {
    body: {
      ...{ currency: 'USD', account_name: 'Corridor', bank_name: 'Bank of the Tests' },
      ...{ bank_address: '', account_number: '12345678', routing_number: '' },
      ...{ swift_code: 'COBADEFF', iban: '' },
    },
  })
  const id = proposals[0]?.account_uuid ?? ''
  await call(world, other, 'confirmFundingAccount', { params: { id } })
}

async function approveAhead() {
  await approveAll(world, stage.employer, stage.id, true)
  await told()
}

describe('pay that nobody approved', () => {
  it('is told to whose pay it is in the afternoon of its date, on the next working day and each week from then', async () => {
    expect(await toldAt('2026-03-19T18:00:00Z')).toEqual([])
    // Who approves was reminded by a mail of its own that day.
    expect(await toldAt('2026-03-20T08:05:00Z')).toEqual([])
    const mails = await toldAt('2026-03-20T16:05:00Z')
    expect(heads(mails)).toEqual(toPeople(DAY))
    expect(mails[0]?.text).toContain('3400.00 USD')
    expect(mails[0]?.text).toContain(
      'Company of boss has not approved it yet. It leaves once they have.',
    )
    expect(mails[0]?.text).toContain('What to do: Nothing.')
    expect(await toldAt('2026-03-20T23:00:00Z')).toEqual([])
    expect(await toldAt('2026-03-22T18:00:00Z')).toEqual([])
    const company = await toldAt('2026-03-23T08:05:00Z')
    expect(heads(company)).toEqual([COMPANY_LATE])
    expect(company[0]?.text).toMatch(/Not approved 6800\.00 USD\nIt leaves once it is approved/)
    expect(company[0]?.text).toContain(`${stage.id.cycle_uuid}/PENDING_APPROVAL`)
    expect(heads(await toldAt('2026-03-23T16:05:00Z'))).toEqual(toPeople(LATE))
    expect(await toldAt('2026-03-27T18:00:00Z')).toEqual([])
    expect(heads(await toldAt('2026-03-30T18:00:00Z'))).toEqual(
      [...toPeople(LATE), COMPANY_LATE].sort(),
    )
  })

  it('is told of no more once it is archived, and of a pay date long ago nobody hears', async () => {
    const items = (
      await call(world, stage.employer, 'getCycle', { params: stage.id, query: { limit: 10 } })
    ).items
    await call(world, stage.employer, 'archiveLineItem', {
      params: { ...stage.id, line_item_uuid: items[0]?.line_item_uuid ?? '' },
    })
    expect(await toldAt('2026-03-20T17:00:00Z')).toHaveLength(1)
    expect(await toldAt('2026-06-20T17:00:00Z')).toEqual([])
  })
})

describe('pay that was approved ahead of its money', () => {
  it('is told to who funds while there is time, with what is missing', async () => {
    await approveAhead()
    const [mail, ...others] = await toldAt('2026-03-17T10:10:00Z')
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      to: 'boss@northwind.test',
      subject: 'Money is missing for the pay of March 20, 2026',
    })
    expect(mail?.text).toMatch(/Not covered by your balance 6800\.00 USD\nSend it today/)
    expect(mail?.text).toContain('/employer/fund-payroll')
  })

  it('is told on its date, and people hear no figure of the company', async () => {
    await approveAhead()
    await fund(world, stage, '3400.00')
    const mails = await toldAt('2026-03-20T17:00:00Z')
    const company = mails.find(({ to }) => to === 'boss@northwind.test')
    expect(company?.text).toContain('3400.00 USD')
    const [own, ...others] = mails.filter(mail => mail !== company)
    // The other one's money is there.
    expect(others).toEqual([])
    expect(own?.text).toContain('Company of boss has not yet paid in enough for it.')
    expect(own?.text).not.toMatch(/balance|6800/)
  })

  it('says what was announced and is not booked', async () => {
    await approveAhead()
    await accountForDollars()
    await call(world, stage.employer, 'announceFunding', {
      body: { currency: 'USD', amount_in_smallest_unit: 680000n, sent_on: '2026-03-17' },
    })
    const [mail] = await toldAt('2026-03-20T09:00:00Z')
    expect(mail?.text).toContain('You said that the money is on its way. It is not booked yet')
  })
})

describe('pay that nothing is wrong with', () => {
  it('is told of to nobody on its date, and as late when it has not left after it', async () => {
    await fund(world, stage, '6800.00')
    await approveAll(world, stage.employer, stage.id)
    await told()
    expect(await toldAt('2026-03-20T17:00:00Z')).toEqual([])
    const mails = await toldAt('2026-03-23T17:00:00Z')
    expect(heads(mails)).toEqual([...toPeople(LATE), COMPANY_LATE].sort())
    expect(mails.map(({ text }) => text).join()).toContain('Corridor has not sent it yet.')
  })

  it('is told of to nobody where it left before the mail was made', async () => {
    await fund(world, stage, '6800.00')
    await approveAll(world, stage.employer, stage.id)
    await told()
    world.clock.set('2026-03-23T17:00:00Z')
    await world.byTheClock()
    const { payment_uuids } = await call(world, stage.operator, 'getChecklist', {
      query: { pay_date: '2026-03-20' },
    })
    const { execution_uuid } = await call(world, stage.operator, 'bulkExecute', {
      body: { pay_date: '2026-03-20', payment_uuids },
    })
    await world.execute(execution_uuid ?? '')
    expect(await told()).toEqual([])
  })
})

describe('pay that is held', () => {
  const first = () => stage.contractors[0] ?? { sub: '', email: '' }
  const approved = async () => {
    await fund(world, stage, '6800.00')
    await approveAll(world, stage.employer, stage.id)
    await told()
  }

  it('is told to its contractor alone on the day, in the words of their home', async () => {
    await approved()
    await call(world, stage.operator, 'changeStanding', {
      params: { userTypes: 'contractors', sub: first().sub, operation: 'suspend' },
      body: {},
    })
    const mails = await toldAt('2026-03-20T17:00:00Z')
    expect(heads(mails)).toEqual([`${first().email}: ${DAY}`])
    expect(mails[0]?.text).toContain('Corridor has suspended your account.')
  })

  it('is told to the company as held, also where nothing but its sending would show it', async () => {
    await approved()
    await call(world, stage.operator, 'changeStanding', {
      params: { userTypes: 'contractors', sub: first().sub, operation: 'suspend' },
      body: {},
    })
    const mails = await toldAt('2026-03-23T08:05:00Z')
    expect(heads(mails)).toEqual([COMPANY_LATE])
    expect(mails[0]?.text).toMatch(/2 payments held 3400\.00 USD/)
    expect(mails[0]?.text).toMatch(/Ready to be sent 3400\.00 USD/)
  })

  it('says nothing of lists', async () => {
    await approved()
    await admin.rows('insert into compliance_hold values ($1, $1, null, now())', [first().sub])
    const mails = [
      ...(await toldAt('2026-03-20T17:00:00Z')),
      ...(await toldAt('2026-03-23T17:00:00Z')),
    ]
    expect(mails[0]?.text).toContain('Corridor is checking something before this payment leaves.')
    const all = mails.map(({ text, html }) => text + html).join()
    // As a screening leaves no hold that it does not know.
    await admin.rows('delete from compliance_hold')
    expect(all).not.toMatch(/sanction|\bmatch|\blists?\b|compliance/i)
  })

  it('by a new account says till when', async () => {
    await fund(world, stage, '6800.00')
    world.clock.set('2026-03-20T09:00:00Z')
    const { destinations } = await call(world, first(), 'getBanking')
    await call(world, first(), 'putSetupPercentages', {
      body: destinations.map(({ destination_uuid: identifier }) => ({
        ...{ identifier, percentage: 5000 },
      })),
    })
    await told()
    await approveAll(world, stage.employer, stage.id)
    const mails = await toldAt('2026-03-20T17:00:00Z')
    expect(heads(mails)).toEqual([`${first().email}: ${DAY}`])
    expect(mails[0]?.text).toContain('can leave on March 21, 2026, 09:00 UTC.')
  })
})

describe('pay that failed', () => {
  it('is told to the company again in each round for as long as nobody named another account', async () => {
    const [first] = stage.contractors
    if (!first) throw new Error('two are paid')
    await fund(world, stage, '6800.00')
    const { destinations } = await call(world, first, 'putBankingInformation', {
      body: {
        ...{ account_name: 'Amara', currency: 'USD' },
        ...{ account_number: '7770000', swift_code: 'FBNINGLA' },
      },
    })
    const identifier = destinations.at(-1)?.destination_uuid ?? ''
    await call(world, first, 'putSetupPercentages', { body: [{ identifier, percentage: 10_000 }] })
    world.clock.set('2026-03-19T12:00:00Z')
    await told()
    await approveAll(world, stage.employer, stage.id)
    world.clock.set('2026-03-20T10:00:00Z')
    const pay_date = '2026-03-20'
    const { payment_uuids } = await call(world, stage.operator, 'getChecklist', {
      query: { pay_date },
    })
    const { execution_uuid } = await call(world, stage.operator, 'bulkExecute', {
      body: { pay_date, payment_uuids },
    })
    await world.execute(execution_uuid ?? '')
    await told()
    for (const round of ['2026-03-23T08:05:00Z', '2026-03-30T08:05:00Z']) {
      const mails = (await toldAt(round)).filter(({ to }) => to === 'boss@northwind.test')
      expect(heads(mails)).toEqual([COMPANY_LATE])
      expect(mails[0]?.text).toMatch(
        /1 payment failed, and nobody named another account 3400\.00 USD/,
      )
      expect(mails[0]?.text).toContain('The money is kept')
      expect(mails[0]?.text).toContain(`${stage.id.cycle_uuid}/APPROVED`)
    }
  })
})

describe('a round', () => {
  it('is told once by many clocks at the same moment, and again by none that was killed and began anew', async () => {
    world.clock.set('2026-03-20T17:00:00Z')
    const clocks = [1, 2, 3].map(() => tellLatePay(stage.employer.employer_uuid, world))
    await Promise.all([world.byTheClock(), ...clocks])
    expect(heads(await told())).toEqual(
      ['boss@northwind.test: Pay of March 20, 2026 has not left yet', ...toPeople(DAY)].filter(
        head => !head.startsWith('boss'),
      ),
    )
    await tellLatePay(stage.employer.employer_uuid, world)
    expect(await told()).toEqual([])
  })

  it('goes on where a killed one stopped', async () => {
    world.clock.set('2026-03-20T17:00:00Z')
    const [one, other] = stage.contractors.map(({ sub }) => sub).sort()
    await admin.rows(
      "insert into late_notice values ($1, $2, 'CONTRACTORS', 1, $3, false, now())",
      [stage.id.cycle_uuid, stage.employer.employer_uuid, one],
    )
    await world.byTheClock()
    expect((await told()).map(({ to }) => `sub-${to}`)).toEqual([other])
  })
})
