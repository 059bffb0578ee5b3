/** A database of its own with people in it, for the tests of people, contracts and mail. Calls go the way that HTTP's go. */

import { Writable } from 'node:stream'
import { pino } from 'pino'
import { inject } from 'vitest'
import { z } from 'zod'
import { company } from '#contract/company.ts'
import { contractorProfile } from '#contract/contractor-profile.ts'
import { contracts } from '#contract/contracts.ts'
import { invitations } from '#contract/invitations.ts'
import type { Endpoint, FileInPieces } from '#contract/kernel/endpoint.ts'
import { isFileResponse } from '#contract/kernel/endpoint.ts'
import { people } from '#contract/people.ts'
import { verification } from '#contract/verification.ts'
import { samplePdf } from '#db/seed/sample-pdf.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { takeDatabase } from '#test/harness/shelf.ts'
import { sealOfTests } from '#test/harness/world.ts'
import { contractHandlers } from '../contracts/index.ts'
import { createDocumentScreen } from '../gateways/files/document-screen.ts'
import { createMemoryFileStore } from '../gateways/files/memory-file-store.ts'
import { createPdfSealer } from '../gateways/pdf/seal.ts'
import { createTypstRenderer } from '../gateways/pdf/typst-renderer.ts'
import { createWebhookSender } from '../gateways/webhooks/webhook-sender.ts'
import { type Actor, SYSTEM_ACTOR, scopeOfCall } from '../kernel/actor.ts'
import { changeLinks } from '../kernel/change-links.ts'
import { stoppedClock } from '../kernel/clock.ts'
import type { EventType, Payload } from '../kernel/events.ts'
import { openFieldCipher } from '../kernel/field-cipher.ts'
import { newUuid } from '../kernel/ids.ts'
import { payslipCodes, statementCodes } from '../kernel/payslip-codes.ts'
import { stopLinks } from '../kernel/stop-links.ts'
import { type Ctx, type Kernel, unitOfWork } from '../kernel/unit-of-work.ts'
import { sayText } from '../kernel/words.ts'
import { doors, reactions } from '../subscriptions.ts'
import { createContractor, createEmployer, peopleHandlers } from './index.ts'

const table: Readonly<Record<string, Endpoint>> = {
  ...company,
  ...people,
  ...invitations,
  ...contractorProfile,
  ...verification,
  ...contracts,
}
const handlers = { ...peopleHandlers, ...contractHandlers } as unknown as Record<
  string,
  (input: unknown, ctx: Ctx) => Promise<unknown>
>
type Table = typeof company &
  typeof people &
  typeof invitations &
  typeof contractorProfile &
  typeof verification &
  typeof contracts
type Call = keyof Table
type Input = { params?: unknown; query?: unknown; body?: unknown }
/** What a client gets. */
type Answer<E> = E extends { response: infer R }
  ? R extends z.ZodType
    ? z.input<R>
    : FileInPieces
  : never

export type SmallWorld = Awaited<ReturnType<typeof smallWorld>>

/** Makes the world; `end` takes it down. */
export async function smallWorld() {
  const { pools: database, giveBack } = await takeDatabase(inject('server_url'))
  const clock = stoppedClock('2026-11-16T09:00:00.000Z')
  const events: { type: EventType; payload: Payload }[] = []
  const looks: object[] = []
  const pdf = createTypstRenderer()
  const screen = createDocumentScreen()
  const seal = await sealOfTests()
  const log = pino(new Writable({ write: (_chunk, _encoding, done) => done() }))
  const kernel: Kernel = {
    db: database,
    clock,
    log,
    fields: await openFieldCipher(database, {
      current: 'test',
      keys: { test: Buffer.alloc(32, 7) },
    }),
    doors: {
      ...doors,
      payments: { ...doors.payments, lookAtHolds: async (_ctx, of) => void looks.push(of) },
    },
    reactions,
    gateways: {
      files: createMemoryFileStore(),
      screen,
      pdf,
      sealer: await createPdfSealer(seal),
      fx: [],
      railOf: () => {
        throw new Error('no payments here')
      },
      publicUrl: 'https://corridor.test',
      supportEmail: 'support@corridor.test',
      changeLinks: changeLinks('of the tests'),
      webhooks: createWebhookSender({ loopback: false }),
      stopLinks: stopLinks('of the tests'),
      payslipCodes: payslipCodes('of the tests'),
      statementCodes: statementCodes('of the tests'),
    },
  }

  function unit<T>(actor: Actor, work: (ctx: Ctx) => Promise<T>, options = {}): Promise<T> {
    const from = { request_id: newUuid(), address: '203.0.113.7' }
    return unitOfWork(
      kernel,
      actor,
      from,
      ctx => {
        const announce: Ctx['announce'] = (type, payload) => {
          events.push({ type, payload })
          ctx.announce(type, payload)
        }
        return work({ ...ctx, announce })
      },
      options,
    )
  }

  async function call<N extends Call>(
    name: N,
    actor: Actor,
    input: Input = {},
  ): Promise<Answer<Table[N]>> {
    const entry = table[name] as Endpoint
    const decoded = {
      params: entry.params?.parse(input.params),
      query: entry.query?.parse(input.query ?? {}),
      body: entry.body?.parse(input.body),
    }
    const readonly = entry.method === 'GET' && !entry.leavesTrace
    const answer = await unit(actor, ctx => handlers[name]?.(decoded, ctx) as Promise<unknown>, {
      readonly,
      scope: scopeOfCall(entry, actor),
    })
    const wire = isFileResponse(entry.response) ? answer : z.encode(entry.response, answer)
    return wire as Answer<Table[N]>
  }

  async function person(
    type: 'employer' | 'contractor' | 'operator',
    email: string,
    names: string,
  ): Promise<Actor> {
    const [first_name = '', ...rest] = names.split(' ')
    const last_name = rest.join(' ')
    const actor: Actor = {
      ...SYSTEM_ACTOR,
      role: type,
      sub: `sub-${email}`,
      email,
      name: names,
      operator_role: type === 'operator' ? 'admin' : null,
    }
    await unit(SYSTEM_ACTOR, ctx =>
      ctx.tx
        .insertInto('person')
        .values({
          sub: actor.sub,
          type,
          email,
          first_name,
          last_name,
          country_code: 'CA',
          subdivision_code: 'CA-QC',
          created_at: ctx.now,
        })
        .execute(),
    )
    return actor
  }

  return {
    kernel,
    clock,
    events,
    /** Of whom payments were asked to look at what is held. */
    looks,
    seal,
    unit,
    call,
    person,
    /** An employer with its first person; its company has a name unless it is to have none yet, and then nobody can accept what it invites to. */
    async employer(
      email: string,
      names: string,
      { unnamed = false } = {},
    ): Promise<Actor & { employer_uuid: string }> {
      const actor = await person('employer', email, names)
      const home = { country_code: 'US', subdivision_code: 'US-WA', is_partner: false }
      const employer_uuid = await unit({ ...actor, role: 'anonymous' }, ctx =>
        createEmployer(ctx, { sub: actor.sub, ...home }),
      )
      if (!unnamed)
        await unit(SYSTEM_ACTOR, ctx =>
          ctx.tx
            .updateTable('employer')
            .set({ corporation_name: `Company of ${names}`, domain: `of-${employer_uuid}` })
            .where('employer_uuid', '=', employer_uuid)
            .execute(),
        )
      return { ...actor, employer_uuid, member_role: 'owner' }
    },
    /** A contractor who signed up. */
    async contractor(email: string, names: string): Promise<Actor> {
      const actor = await person('contractor', email, names)
      await unit({ ...actor, role: 'anonymous' }, ctx => createContractor(ctx, actor.sub))
      return actor
    },
    /** The token of the newest invitation that was announced. */
    lastToken: () =>
      events.findLast(event => event.type === 'people.contractor_invited')?.payload.secret ?? '',
    /** The code of the problem that a call ends in; fails when it ends well. */
    async refusal(
      work: Promise<unknown>,
    ): Promise<{ code: string; detail: string; field: string | undefined }> {
      try {
        await work
      } catch (error) {
        if (error instanceof Problem)
          return {
            code: error.code,
            detail: sayText(error),
            field: error.fields?.[0]?.loc.join('.'),
          }
        throw error
      }
      throw new Error('this was not refused')
    },
    async end() {
      await pdf.close()
      await screen.close()
      await giveBack()
    },
  }
}

/** A document as a client sends it. */
export function upload(
  bytes: Uint8Array,
  mime_type = 'application/pdf',
  file_name = 'document.pdf',
) {
  return { file_name, mime_type, content: Buffer.from(bytes).toString('base64') }
}

/** A small PDF, told apart by `mark`. */
export function pdfBytes(mark: string): Buffer {
  return samplePdf(mark)
}
