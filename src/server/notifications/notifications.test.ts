import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCollectingMailer, type MailMessage } from '../gateways/mail/mailer.ts'
import { type Actor, SYSTEM_ACTOR } from '../kernel/actor.ts'
import { newUuid } from '../kernel/ids.ts'
import { sealWords } from '../kernel/sealed-words.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { type SmallWorld, smallWorld } from '../people/small-world.test-data.ts'
import {
  mailAnswer,
  mailApprovalDue,
  mailClosed,
  mailCycle,
  mailDecision,
  mailDeclined,
  mailDestination,
  mailFailure,
  mailIdentity,
  mailInvitation,
  mailJob,
  mailOffer,
  mailOfferExpired,
  mailOfferReminder,
  mailPaid,
  mailSigned,
} from './index.ts'

let world: SmallWorld
let employer: Actor & { employer_uuid: string }
let contractor: Actor
let invitation_uuid: string
beforeAll(async () => {
  world = await smallWorld()
  employer = await world.employer('dana@northwind.test', 'Dana Whitfield')
  await world.call('putEmployerName', employer, {
    body: { corporation_name: 'Northwind Robotics, Inc.' },
  })
  contractor = await world.contractor('chloe@tremblay.test', 'Chloé Tremblay')
  const body = { email: contractor.email, role: 'Product designer' }
  invitation_uuid = (await world.call('inviteContractor', employer, { body })).invitation_uuid
})
afterAll(() => world?.end())

type Mails<E> = (ctx: Ctx, event: E) => Promise<void>
type Queued = { task: string; payload: Record<string, unknown> }

/** What a reaction to an event puts into the queue. */
async function queued<E>(react: Mails<E>, event: E): Promise<Queued[]> {
  const jobs: Queued[] = []
  await world.unit(SYSTEM_ACTOR, async ctx => {
    const enqueueEach = async (task: string, each: readonly { payload: object }[]) => {
      for (const { payload } of each)
        jobs.push({ task, payload: JSON.parse(JSON.stringify(payload)) })
    }
    await react({ ...ctx, enqueueEach }, event)
  })
  return jobs
}

/** The mails that leave because of an event. */
async function mails<E>(react: Mails<E>, event: E): Promise<MailMessage[]> {
  const sent: MailMessage[] = []
  const job = mailJob(createCollectingMailer(mail => void sent.push(mail)))
  for (const { task, payload } of await queued(react, event)) {
    expect(task).toBe('send_mail')
    await job(payload, context())
  }
  return sent
}

function context() {
  const { kernel } = world
  return { kernel, unit: <T>(work: (ctx: Ctx) => Promise<T>) => world.unit(SYSTEM_ACTOR, work) }
}

describe('people', () => {
  it('an invitation carries the link that works, and a replaced one is not sent', async () => {
    const secret = world.lastToken()
    const [mail] = await mails(mailInvitation, { invitation_uuid, secret })
    expect(mail).toMatchObject({
      to: contractor.email,
      subject: 'You are invited to work through Corridor',
      // Of the moment at which it was written, however long it waited to be sent.
      written_at: world.clock.now(),
    })
    expect(mail?.text).toContain(
      `https://corridor.test/signup?role=contractor&invitation=${secret}`,
    )
    expect(mail?.text).toContain('Dana Whitfield')
    expect(mail?.text).toContain('Northwind Robotics, Inc.')
    expect(mail?.text).toContain('December 16, 2026')
    expect(mail?.stop_url).toMatch(/^https:\/\/corridor\.test\/stop-invitations\?token=[\w-]{86}$/)
    expect(mail?.text).toContain(mail?.stop_url)
    expect(await mails(mailInvitation, { invitation_uuid, secret: 'an older token' })).toEqual([])
  })

  it('an answer goes to whoever invited, and says nothing before it is given', async () => {
    const { employer_uuid } = employer
    const answered = { invitation_uuid, employer_uuid, status: 'ACCEPTED' as const }
    expect(await mails(mailAnswer, answered)).toEqual([])
    await world.call('acceptInvitation', contractor, { params: { id: invitation_uuid } })
    const [mail] = await mails(mailAnswer, answered)
    expect(mail).toMatchObject({
      to: employer.email,
      subject: 'Your invitation was accepted',
    })
    expect(mail?.text).toContain(`/employer/contractors/${contractor.sub}/contract/new`)
  })

  it('who rejects stays an address', async () => {
    const other = await world.contractor('amir@haddad.test', 'Amir Haddad')
    const { employer_uuid } = employer
    const { invitation_uuid: id } = await world.call('inviteContractor', employer, {
      body: { email: other.email, role: 'Tester' },
    })
    await world.call('rejectInvitation', other, { params: { id } })
    const rejected = { invitation_uuid: id, employer_uuid, status: 'REJECTED' as const }
    const [mail] = await mails(mailAnswer, rejected)
    expect(mail?.subject).toBe('Your invitation was declined')
    expect(`${mail?.text}${mail?.html}`).not.toContain('Amir')
  })

  it('a decision names the reason, to the contractor or the company’s people', async () => {
    await world.unit(SYSTEM_ACTOR, async ctx => {
      const { sub } = contractor
      const sealed_reason = sealWords(ctx, 'contractor', sub, 'The passport is cut off.')
      const rejected = { verification: 'REJECTED', sealed_reason }
      await ctx.tx.updateTable('contractor').set(rejected).where('sub', '=', sub).execute()
      await ctx.tx.updateTable('employer').set({ verification: 'VERIFIED' }).execute()
    })
    const decided = (kind: 'contractor' | 'employer', id: string) =>
      mails(mailDecision, { kind, id })
    const [mine] = await decided('contractor', contractor.sub)
    expect(mine).toMatchObject({
      to: contractor.email,
      subject: 'Your documents need another look',
    })
    expect(mine?.text).toContain('The passport is cut off.')
    expect(await decided('employer', employer.employer_uuid)).toMatchObject([
      { to: employer.email, subject: 'You are verified' },
    ])
  })

  it('the identity provider’s mails lead to our own pages', async () => {
    const { email } = contractor
    const asked = (kind: 'verify-email' | 'reset-password') =>
      mails(mailIdentity, { kind, email, secret: 'a.b+c' })
    expect((await asked('verify-email'))[0]?.text).toContain(
      'https://corridor.test/verify-email?token=a.b%2Bc',
    )
    expect((await asked('reset-password'))[0]?.text).toContain(
      'https://corridor.test/reset-password?token=a.b%2Bc',
    )
    const [known] = await mails(mailIdentity, { kind: 'account-exists', email })
    expect(known?.text).toContain('https://corridor.test/auth/login#forgotPassword')
    const go_on_to = '/dashboard'
    const link = { kind: 'log-in-link' as const, email, secret: 'a.b+c', go_on_to }
    expect((await mails(mailIdentity, link))[0]?.text).toContain(
      'https://corridor.test/log-in-link?token=a.b%2Bc&next=%2Fdashboard',
    )
  })
})

describe('work and money', () => {
  const policy_uuid = newUuid()
  const cycle_uuid = newUuid()
  const line_item_uuid = newUuid()
  const destination_uuid = newUuid()
  const contract_uuid = newUuid()

  beforeAll(async () => {
    const { employer_uuid } = employer
    await world.unit(SYSTEM_ACTOR, async ctx => {
      const policy = {
        policy_uuid,
        employer_uuid,
        label: 'Biweekly, engineering',
        period_type: 'BI_WEEKLY',
        first_period_end_date: '2026-11-20',
        pay_date_rule: 'END_OF_PAY_PERIOD',
        holiday_policy: 'RESPECT',
        after_holiday: true,
      }
      await ctx.tx
        .insertInto('payroll_policy')
        .values({ ...policy, approved_at: ctx.now, created_at: ctx.now })
        .execute()
      const cycle = {
        cycle_uuid,
        employer_uuid,
        policy_uuid,
        period_index: 0,
        start_date: '2026-11-07',
        end_date: '2026-11-20',
        nominal_pay_date: '2026-11-20',
        pay_date: '2026-11-20',
      }
      await ctx.tx
        .insertInto('pay_cycle')
        .values({ ...cycle, opened_at: ctx.now })
        .execute()
    })
    const terms = {
      contractor_sub: contractor.sub,
      effective_date: '2026-11-09',
      role: 'Product designer',
      pay_policy_uuid: policy_uuid,
      currency: 'CAD',
      contract_start_date: '2026-11-09',
      hourly_rate: { currency: 'CAD', amount_in_smallest_unit: 5800 },
      scheduled_hours: 80,
    }
    await world.call('putContract', employer, { params: { id: contract_uuid }, body: terms })
    await world.unit(SYSTEM_ACTOR, async ctx => {
      const owner = { employer_uuid, contractor_sub: contractor.sub }
      const rate = {
        role: 'Product designer',
        currency: 'CAD',
        hourly_rate_minor: 5800n,
        scheduled_hours_hundredths: 8000,
        hours_hundredths: 8000,
      }
      await ctx.tx
        .insertInto('line_item')
        .values({
          ...owner,
          ...rate,
          line_item_uuid,
          cycle_uuid,
          contract_uuid,
          amount_minor: 464_000n,
          earned: '[2026-11-09,2026-11-20]',
          created_at: ctx.now,
        })
        .execute()
      await ctx.tx
        .insertInto('destination')
        .values({
          destination_uuid,
          contractor_sub: contractor.sub,
          kind: 'wallet',
          network: 'bitcoin',
          currency: 'BTC',
          label: 'bc1qm…4tz8',
          address: 'bc1qm4tz8',
          usable_from: new Date('2026-11-17T09:00:00Z'),
          changed_at: ctx.now,
          created_at: ctx.now,
        })
        .execute()
      const payment = {
        ...owner,
        line_item_uuid,
        cycle_uuid,
        source_currency: 'CAD',
        funded: true,
        pay_date: '2026-11-20',
        created_at: ctx.now,
      }
      await ctx.tx
        .insertInto('payment')
        .values([
          {
            ...payment,
            payment_uuid: newUuid(),
            destination_label: 'Banque du Fleuve •• 0912',
            network: 'fiat',
            percentage_bps: 9000,
            source_minor: 417_600n,
            currency: 'CAD',
            amount_minor: 417_600n,
            status: 'SETTLED',
          },
          {
            ...payment,
            payment_uuid: line_item_uuid,
            destination_label: 'bc1qm…4tz8',
            network: 'bitcoin',
            percentage_bps: 1000,
            source_minor: 46_400n,
            currency: 'BTC',
            amount_minor: 335_210n,
            status: 'FAILED',
            failure_reason: 'The address is closed.',
          },
        ])
        .execute()
    })
  })

  it('a contract to sign goes to the contractor while it waits, a signed one to both', async () => {
    const offered = { contract_uuid }
    expect(await mails(mailOffer, offered)).toEqual([])
    const made = await world.call('makeContractPdf', employer, { params: { id: contract_uuid } })
    const signer = {
      employer_signer_email: employer.email,
      employer_signer_name: 'Dana Whitfield',
      employer_signer_title: 'COO',
    }
    const offer = await world.call('approveContract', employer, {
      params: { id: contract_uuid },
      body: { ...signer, pdf_sha256: made.pdf_sha256 },
    })
    expect(await mails(mailOffer, offered)).toMatchObject([
      { to: contractor.email, subject: 'A contract waits for your signature' },
    ])
    const [reminder] = await mails(mailOfferReminder, { ...offered, sign_by_on: '2026-12-20' })
    expect(reminder?.subject).toMatch(/waits for your answer until December 20, 2026$/)
    expect(await mails(mailOfferExpired, offered)).toEqual([])
    await world.call('getContractText', contractor, { params: { id: contract_uuid } })
    await world.call('signContract', contractor, {
      params: { id: contract_uuid },
      body: { name: 'Chloé Tremblay', pdf_sha256: offer.pdf_sha256 },
    })
    const signed = await mails(mailSigned, { contract_uuid })
    expect(signed.map(mail => mail.to)).toEqual([contractor.email, employer.email])
  })

  it('a contract that was declined goes to who offered it, with the reason', async () => {
    await world.unit(SYSTEM_ACTOR, ({ tx, fields }) => {
      const words = sealWords({ fields }, 'contract', contract_uuid, 'Too many hours.')
      const said = tx.updateTable('contract').set({ sealed_decline_reason: words })
      return said.where('contract_uuid', '=', contract_uuid).execute()
    })
    const [mail, ...more] = await mails(mailDeclined, { contract_uuid })
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: employer.email, subject: 'Your contract was declined' })
    const read = `/employer/contractors/${contractor.sub}/contract/${contract_uuid}/read`
    for (const part of ['Reason: Too many hours.', read]) expect(mail?.text).toContain(part)
  })

  it('a contract that the employer closes is told to the contractor, with its last day and the reason', async () => {
    const body = { desired_completion_date: '2026-12-31', reason: 'The project is over.' }
    await world.call('completeContract', employer, { params: { id: contract_uuid }, body })
    const [mail, ...more] = await mails(mailClosed, { contract_uuid })
    expect(more).toEqual([])
    // A process of before says the reason with what happened, and keeps none.
    const [early] = await mails(mailClosed, { contract_uuid, reason: 'No funds.', notice_days: 30 })
    expect(early?.text).toMatch(/30 days of notice[\s\S]+Reason: No funds\./)
    expect(mail).toMatchObject({
      to: contractor.email,
      subject: 'Your contract ends on December 31, 2026',
    })
    expect(mail?.text).toContain('Reason: The project is over.')
    expect(mail?.text).not.toContain('notice')
    expect(mail?.text).toMatch(/its last pay of [\d.]+ CAD comes on January/)
  })

  it('a cycle to approve says period, pay date and total', async () => {
    const [mail] = await mails(mailCycle, { cycle_uuid })
    expect(mail).toMatchObject({
      to: employer.email,
      subject: '4640.00 CAD to approve for November 20, 2026',
    })
    expect(mail?.text).toContain('November 7 – 20, 2026')
    expect(mail?.text).toContain(
      `/employer/payroll-run/paycycle/${policy_uuid}/${cycle_uuid}/PENDING_APPROVAL`,
    )
  })

  it('a cycle that nobody approved says how it stands against its pay date', async () => {
    const [mail] = await mails(mailApprovalDue, { cycle_uuid })
    expect(mail).toMatchObject({ to: employer.email })
    expect(mail?.subject).toMatch(/^Pay of 4640\.00 CAD is (to be approved today|due today|late)/)
    expect(mail?.text).toContain('Contractors: 1')
  })

  it('a payment that failed and one that arrived are told to the contractor', async () => {
    const [failed] = await mails(mailFailure, { payment_uuid: line_item_uuid })
    expect(failed).toMatchObject({
      to: contractor.email,
      subject: 'Payment of 0.0033521 BTC did not arrive',
    })
    expect(failed?.text).toContain('The address is closed.')
    const [paid] = await mails(mailPaid, { line_item_uuids: [line_item_uuid] })
    expect(paid).toMatchObject({ to: contractor.email, subject: 'You were paid 4176.00 CAD' })
    expect(paid?.text).toContain('Banque du Fleuve •• 0912: 4176.00 CAD')
  })

  it('a changed destination is told with until when it is held', async () => {
    const [mail] = await mails(mailDestination, {
      destination_uuid,
      contractor_sub: contractor.sub,
      what: 'Wallet added',
    })
    expect(mail).toMatchObject({ to: contractor.email, subject: 'How you are paid was changed' })
    expect(mail?.text).toContain('November 17, 2026, 09:00 UTC')
    expect(mail?.text).toContain('Destination: ')
  })

  it('a new split is told with each destination and its share', async () => {
    const [mail] = await mails(mailDestination, {
      destination_uuid,
      contractor_sub: contractor.sub,
      what: 'New split',
      split: [[destination_uuid, '100%']],
    })
    expect(mail?.text).toMatch(/Change: New split\n- .+: 100%\n/)
    expect(mail?.text).toContain('destinations whose share changed')
  })
})
