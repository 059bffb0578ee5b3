/** Whoever sends many junk links at once is answered, and keeps nobody else from the database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { plainWorld, type World } from '#test/harness/world.ts'
import { type Ask, type HttpWorld, httpWorld } from '#test/server/http-world.ts'

let world: World
let http: HttpWorld
beforeAll(async () => {
  world = await plainWorld()
  http = await httpWorld(world)
})
afterAll(async () => {
  await http.close()
  await world.close()
})

const token = 'x'.repeat(43)
const JUNK: Readonly<Record<string, Ask>> = {
  sendPasswordResetLink: { body: { email: 'nobody@strangers.test' } },
  sendLogInLink: { body: { email: 'nobody@strangers.test' } },
  joinTeam: {
    body: {
      ...{ token, password: 'Blue-kettle-9th-shelf' },
      ...{ first_name: 'Priya', last_name: 'Raman', preferred_name: 'Priya' },
    },
  },
  sayInvoiceSent: { body: { token, sent_on: '2026-03-02' } },
  stopInvitations: { body: { token, stopped: true } },
  verifyContract: { body: { sha256: 'a'.repeat(64) } },
  verifyPayslip: { body: { code: 'K7QD-3MVX-91PA-K7QD-3MVX-91PA' } },
  listSubdivisions: { params: { code: 'CA' } },
}

const OPEN = Object.entries<Endpoint>(api).filter(([, { access }]) => access === 'public')

describe('more calls of strangers at once than there are connections', () => {
  it.each(OPEN)('are all answered: %s', async (name, entry) => {
    const ask = JUNK[name] ?? { params: { token }, ...(entry.body ? { body: { token } } : {}) }
    const many = await Promise.all(Array.from({ length: 40 }, () => http.ask(entry, ask)))
    expect(many.filter(({ status }) => status >= 500 || status === 422)).toEqual([])
  })
})
