/**
 * What the identity provider tells us, and asks. Log-ins, failures and factors go into the audit log of the platform and, one
 * line each, into the log; of addresses that somebody typed both keep a keyed hash alone.
 */

import { createHmac } from 'node:crypto'
import type {
  AuthenticationTrace,
  IdentityMail,
  Origin,
  ProviderEvents,
  Standing,
} from '../gateways/identity-provider/identity-provider.ts'
import { type Actor, ANONYMOUS, SYSTEM_ACTOR } from '../kernel/actor.ts'
import { SYSTEM, transact } from '../kernel/db.ts'
import type { Events } from '../kernel/events.ts'
import { newRequestId } from '../kernel/ids.ts'
import { type Ctx, type Kernel, unitOfWork } from '../kernel/unit-of-work.ts'
import { findPerson } from './person.report.store.ts'
import { noteEnded } from './session.store.ts'
import { suspensionOf } from './suspension.ts'

type Settings = {
  /** Keys the hashes of addresses. */
  readonly secret: string
  /** Addresses of operators who need no second factor: the demo's own. */
  readonly passwordOnly: ReadonlySet<string>
}

/** The events of a provider, answered from the database. What is recorded is there before the provider goes on. */
export function providerEvents(kernel: Kernel, settings: Settings): ProviderEvents {
  return {
    sendMail: mail =>
      record(kernel, {}, SYSTEM_ACTOR, async ctx =>
        ctx.announce('identity.mail_requested', requestOf(mail)),
      ),
    sessionsEnded: async (ended, from) => {
      const [first] = ended
      if (!first) return
      await record(kernel, from ?? {}, { ...SYSTEM_ACTOR, sub: first.sub }, async ctx => {
        await noteEnded(ctx.tx, ended)
        const entity_uuids = ended.map(({ session_id }) => session_id)
        ctx.audit({ action: 'end', entity: 'session', entity_uuids, employer_uuid: null })
      })
      for (const { session_id, sub } of ended)
        say(kernel, { action: 'end_session', account: sub, session_id, ...from })
    },
    noted: async trace => {
      const hashed = withoutAddress(trace, settings.secret)
      const { sub } = trace
      const actor = sub ? { ...SYSTEM_ACTOR, sub } : ANONYMOUS
      await record(kernel, trace, actor, async ctx => audit(ctx, hashed))
      say(kernel, hashed)
    },
    standingOf: sub => standingOf(kernel, settings, sub),
    isInvited: (email, token) =>
      unitOfWork(
        kernel,
        SYSTEM_ACTOR,
        { request_id: newRequestId(), address: 'server' },
        ctx => ctx.doors.people.isInvited(ctx, email, token),
        { readonly: true },
      ),
    warn: (what, err) => kernel.log.warn({ err }, what),
  }
}

function requestOf(mail: IdentityMail): Events['identity.mail_requested'] {
  if (mail.token === undefined) return mail
  const { token: secret, ...rest } = mail
  return { ...rest, secret }
}

/** Whether an account is an operator's, must keep a second factor, or is suspended; none of it before the details step. */
async function standingOf(
  kernel: Kernel,
  { passwordOnly }: Settings,
  sub: string,
): Promise<Standing> {
  const person = await transact(kernel.db, SYSTEM, tx => findPerson(tx, sub), { readonly: true })
  const operator = person?.type === 'operator'
  return {
    operator,
    needs_factor: operator && !passwordOnly.has(person.email),
    suspended: person ? suspensionOf(kernel.fields, person) : false,
  }
}

type Hashed = Omit<AuthenticationTrace, 'email'> & { readonly email_hash?: string }

function withoutAddress({ email, ...trace }: AuthenticationTrace, secret: string): Hashed {
  if (!email) return trace
  const hash = createHmac('sha256', `${secret} addresses that were typed`).update(email)
  return { ...trace, email_hash: hash.digest('hex').slice(0, 32) }
}

function record(
  kernel: Kernel,
  { request_id = newRequestId(), address = 'server' }: Partial<Origin>,
  actor: Actor,
  work: (ctx: Ctx) => Promise<void>,
): Promise<void> {
  return unitOfWork(kernel, actor, { request_id, address }, work)
}

/** The same work for every address, known or not, so that no time tells them apart. */
function audit(ctx: Ctx, { action, sub, account, email_hash, session_id, how }: Hashed): void {
  ctx.audit({
    action,
    entity: 'account',
    entity_uuids: [account ?? sub ?? email_hash ?? 'unknown'],
    employer_uuid: null,
    after: { how, email_hash, session_id, address: ctx.address },
  })
}

function say(kernel: Kernel, { action: event, ...fields }: Hashed): void {
  const level = event === 'lock_out' ? 'warn' : 'info'
  kernel.log[level]({ event, ...fields }, 'authentication')
}
