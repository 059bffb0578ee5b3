/** What is told of a contract, as a table of its kind and where it is: of an agreement signed elsewhere nothing is said to be signed here. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expireContracts } from '../contracts/index.ts'
import { createCollectingMailer, type MailMessage } from '../gateways/mail/mailer.ts'
import { formatInstant } from '../gateways/mail/render-mail.ts'
import { type Actor, SYSTEM_ACTOR } from '../kernel/actor.ts'
import type { Events } from '../kernel/events.ts'
import { newUuid } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { type SmallWorld, smallWorld } from '../people/small-world.test-data.ts'
import {
  mailClosed,
  mailDeclined,
  mailInvitation,
  mailJob,
  mailOffer,
  mailOfferExpired,
  mailOfferReminder,
  mailOfferWithdrawn,
  mailSigned,
} from './index.ts'

let world: SmallWorld
let employer: Actor & { employer_uuid: string }
const contract_uuid = newUuid()
beforeAll(async () => {
  world = await smallWorld()
  employer = await world.employer('dana@northwind.test', 'Dana Whitfield')
  const person = await world.contractor('chloe@tremblay.test', 'Chloé Tremblay')
  const { invitation_uuid: id } = await world.call('inviteContractor', employer, {
    body: { email: person.email, role: 'Designer' },
  })
  await world.call('acceptInvitation', person, { params: { id } })
  const days = { effective_date: '2026-11-23', contract_start_date: '2026-11-23' }
  const body = { contractor_sub: person.sub, role: 'Designer', currency: 'CAD', paid: false }
  const params = { id: contract_uuid }
  await world.call('putContract', employer, { params, body: { ...body, ...days } })
  await world.call('approveContract', employer, {
    params,
    body: {
      employer_signer_email: employer.email,
      employer_signer_name: 'Dana Whitfield',
      employer_signer_title: 'Owner',
    },
  })
})
afterAll(() => world?.end())

/** The mails that leave because of an event. */
async function mails<E>(
  react: (ctx: Ctx, event: E) => Promise<void>,
  event: E,
): Promise<MailMessage[]> {
  const payloads: Record<string, unknown>[] = []
  await world.unit(SYSTEM_ACTOR, ctx =>
    react(
      {
        ...ctx,
        enqueueEach: async (_task: string, each: readonly { payload: object }[]) =>
          void payloads.push(...each.map(({ payload }) => JSON.parse(JSON.stringify(payload)))),
      },
      event,
    ),
  )
  const sent: MailMessage[] = []
  const job = mailJob(createCollectingMailer(mail => void sent.push(mail)))
  const unit = () => Promise.reject(new Error('mail needs no database'))
  for (const payload of payloads) await job(payload, { kernel: world.kernel, unit })
  return sent
}

it.each([
  ['CORRIDOR', 'AWAITING_SIGNATURE', 'A contract waits for your signature'],
  ['CORRIDOR', 'REMINDED', 'An offer waits for your answer until December 20, 2026'],
  ['CORRIDOR', 'EXPIRED', 'Your offer expired unanswered'],
  ['CORRIDOR', 'DISCARDED', 'An offer to you was withdrawn'],
  ['CORRIDOR', 'REJECTED', 'Your contract was declined'],
  ['CORRIDOR', 'ACTIVE', 'Your contract is signed by both sides'],
  ['OUTSIDE', 'AWAITING_SIGNATURE', 'Terms wait for you to confirm them'],
  ['OUTSIDE', 'REMINDED', 'Terms wait for you to confirm them until December 20, 2026'],
  ['OUTSIDE', 'EXPIRED', 'Your terms expired unanswered'],
  ['OUTSIDE', 'DISCARDED', 'An offer to you was withdrawn'],
  ['OUTSIDE', 'REJECTED', 'Your terms were declined'],
  ['OUTSIDE', 'ACTIVE', 'Your terms are confirmed'],
] as const)('a contract of kind %s that is %s is told as "%s"', async (kind, at, subject) => {
  const status = at === 'REMINDED' ? 'AWAITING_SIGNATURE' : at
  const set = (values: { kind: 'CORRIDOR' | 'OUTSIDE'; status: string }) =>
    world.unit(SYSTEM_ACTOR, ctx =>
      ctx.tx
        .updateTable('contract')
        .set(values)
        .where('contract_uuid', '=', contract_uuid)
        .execute(),
    )
  const { kind: was, status: before } = await world.call('getContract', employer, {
    params: { id: contract_uuid },
  })
  await set({ kind, status })
  const of = { contract_uuid }
  const sent = {
    AWAITING_SIGNATURE: () => mails(mailOffer, of),
    REMINDED: () => mails(mailOfferReminder, { ...of, sign_by_on: '2026-12-20' }),
    EXPIRED: () => mails(mailOfferExpired, of),
    DISCARDED: () => mails(mailOfferWithdrawn, of),
    REJECTED: () => mails(mailDeclined, of),
    ACTIVE: () => mails(mailSigned, of),
  }[at]
  const [mail] = await sent()
  await set({ kind: was as 'CORRIDOR', status: before })
  expect(mail?.subject).toBe(subject)
  // Of an agreement signed elsewhere nothing is said to be signed here.
  const said = mail?.text.replace(/[Ss]igned (an|it|elsewhere)\b|signed elsewhere/g, '') ?? ''
  expect(/\bsign/i.test(said)).toBe(kind === 'CORRIDOR' && !['EXPIRED', 'DISCARDED'].includes(at))
})

it('a contract that ends while a later revision of it is signed is told with the day from which the role goes on', async () => {
  const set = (values: {
    status: string
    contract_end_date: string | null
    superseded_from: string | null
  }) =>
    world.unit(SYSTEM_ACTOR, ctx =>
      ctx.tx
        .updateTable('contract')
        .set(values)
        .where('contract_uuid', '=', contract_uuid)
        .execute(),
    )
  const ended = { status: 'ACTIVE', contract_end_date: '2027-01-20' }
  await set({ ...ended, superseded_from: '2027-02-01' })
  const [goesOn] = await mails(mailClosed, { contract_uuid })
  await set({ ...ended, superseded_from: null })
  const [ends] = await mails(mailClosed, { contract_uuid })
  await set({ status: 'AWAITING_SIGNATURE', contract_end_date: null, superseded_from: null })
  expect(goesOn?.text).toContain(
    'From February 1, 2027 on the later revision holds that you both signed: the role goes on.',
  )
  expect(ends?.text).toContain('January 20, 2027')
  expect(ends?.text).not.toContain('goes on')
})

it('an offer and a link that end within a day are told with the minute at which they do', async () => {
  const start = world.clock.now()
  world.clock.set(new Date(start.getTime() + 3 * 86_400_000).toISOString())
  const said: Events['contracts.offer_reminded'][] = []
  await world.unit(SYSTEM_ACTOR, ctx => {
    const announce = (type: string, event: object) =>
      type === 'contracts.offer_reminded' && said.push(event as (typeof said)[number])
    return expireContracts({ ...ctx, announce } as unknown as Ctx, employer.employer_uuid)
  })
  world.clock.set(start.toISOString())
  const reminded = said.find(of => of.contract_uuid === contract_uuid)
  const [offer] = await mails(mailOfferReminder, reminded ?? { contract_uuid, sign_by_on: '' })
  const ends = formatInstant(new Date(start.getTime() + 30 * 86_400_000).toISOString())
  expect(offer?.subject).toBe(`An offer waits for your answer until ${ends}`)
  await world.call('inviteContractor', employer, {
    body: { email: 'new@example.test', role: 'Designer' },
  })
  const invited = world.events.findLast(({ type }) => type === 'people.contractor_invited')
  const [link] = await mails(mailInvitation, invited?.payload as never)
  expect(link?.text).toContain(`works until ${ends}`)
})
