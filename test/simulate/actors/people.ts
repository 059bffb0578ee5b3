/** What reaches people by mail alone: lists that invite, contracts that are shared for viewing, and what operators write. */
import { call } from '#db/seed/cast.ts'
import { act, type Move } from '../sim.ts'
import { company } from './employer.ts'
import { operator } from './operator.ts'

const inviteMany: Move = {
  name: 'invites a list',
  weight: 1,
  async act(sim, chance) {
    const people = chance.some(sim.contractors, 0.6)
    // Some stand in it twice.
    const emails = people.flatMap(({ email }) => (chance.often(0.2) ? [email, email] : [email]))
    if (emails.length === 0) return
    await act(sim, chance, company(sim, chance), 'inviteMany', {
      body: { invitations: emails.map(email => ({ email, role: 'Engineer' })) },
    })
  },
}

const VIEWERS = ['lawyer@example.test', 'bank@example.test', 'accountant@example.test'] as const

const share: Move = {
  name: 'shares a contract, or stops a link to it',
  weight: 1,
  async act(sim, chance) {
    const of = company(sim, chance)
    const rows = await sim.admin.rows<{ id: string }>(
      'select contract_uuid id from contract where employer_uuid = $1 order by created_at, contract_uuid',
      [of.employer_uuid],
    )
    const id = chance.pick(rows)?.id
    if (!id) return
    const { shared_with } = await call(sim.world, of, 'getContract', { params: { id } })
    const known = chance.pick(shared_with)
    if (known && chance.often(0.4)) {
      const params = { id, share_uuid: known.share_uuid }
      await act(sim, chance, of, 'revokeShare', { params })
      return
    }
    const viewer_emails = `Please read it: ${chance.some(VIEWERS, 0.6).join(', ')}.`
    await act(sim, chance, of, 'shareContract', { params: { id }, body: { viewer_emails } })
  },
}

const write: Move = {
  name: 'writes to somebody',
  weight: 0.7,
  async act(sim, chance) {
    const person = chance.pick(sim.contractors)
    if (!person) return
    const written = await act(sim, chance, operator(sim, chance), 'sendMessage', {
      params: { sub: person.sub },
      body: { subject: 'Your papers', full_text: 'Please look at your profile.' },
    })
    if (written) sim.told.written.add(written.message_uuid)
  },
}

const read: Move = {
  name: 'reads what was written',
  weight: 0.7,
  async act(sim, chance) {
    const person = chance.pick(sim.contractors)
    if (!person) return
    const { items } = await call(sim.world, person, 'listMessages', { query: { limit: 50 } })
    const id = chance.pick(items)?.message_uuid
    if (id) await act(sim, chance, person, 'readMessage', { params: { id } })
  },
}

export const peopleMoves: readonly Move[] = [inviteMany, share, write, read]
