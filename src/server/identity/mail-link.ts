/** Mails the links that somebody asked for without having logged in: to choose a new password, or to log in when locked out. */
import { z } from 'zod'
import type { IdentityProvider } from '../gateways/identity-provider/identity-provider.ts'
import { SYSTEM, transact } from '../kernel/db.ts'
import { mayMail } from '../kernel/limits.ts'
import { networkOf } from '../kernel/network.ts'
import type { Kernel } from '../kernel/unit-of-work.ts'
import { listAddresses } from './session.store.ts'

const KINDS = ['reset link', 'log-in link'] as const
export type LinkKind = (typeof KINDS)[number]

const Payload = z.object({
  kind: z.enum(KINDS),
  email: z.string(),
  network: z.string(),
  go_on_to: z.string().optional(),
})

/** The job `send_link`. Whom it mails and whom not is decided where nobody waits for it. */
export async function mailLink(
  payload: unknown,
  kernel: Kernel,
  provider: IdentityProvider,
): Promise<void> {
  const { kind, email, network, go_on_to } = Payload.parse(payload)
  const sub = await provider.findAccount(email)
  if (!sub) return
  const known = await isKnownTo(kernel, sub, network)
  if (!(await mayMail(kernel, kind, email, { network, known }))) return
  if (kind === 'reset link') await provider.sendPasswordResetLink(email, go_on_to)
  else await provider.sendLogInLink(email, go_on_to)
}

/** Whether somebody was logged in to the account from this network. */
async function isKnownTo(kernel: Kernel, sub: string, network: string): Promise<boolean> {
  const addresses = await transact(kernel.db, SYSTEM, tx => listAddresses(tx, sub))
  return addresses.some(address => networkOf(address) === network)
}
