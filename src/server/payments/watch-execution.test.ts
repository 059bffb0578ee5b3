/** The progress of an execution comes by itself, over real HTTP, until it has finished. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BASE_PATH } from '#contract/kernel/endpoint.ts'
import { call } from '#db/seed/cast.ts'
import { givenDuePayments, plainWorld, type World } from '#test/harness/world.ts'
import { type HttpWorld, httpWorld } from '#test/server/http-world.ts'

type Told = { readonly sent: number; readonly waiting: number; readonly finished: boolean }

let world: World
let http: HttpWorld
let due: Awaited<ReturnType<typeof givenDuePayments>>
let origin: string

beforeAll(async () => {
  world = await plainWorld()
  due = await givenDuePayments(world, 2)
  http = await httpWorld(world)
  origin = await http.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await http.close()
  await world.close()
})

async function* heard(id: string): AsyncGenerator<Told> {
  const authorization = `Bearer ${await http.tokenOf(due.operator)}`
  const url = `${origin}${BASE_PATH}/operations/payments/executions/${id}/events`
  const answer = await fetch(url, { headers: { authorization } })
  expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/)
  let text = ''
  for await (const piece of answer.body ?? []) {
    text += Buffer.from(piece as Uint8Array).toString()
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) yield JSON.parse(event.replace(/^data: /, ''))
  }
}

it('tells how far it is, what changes, and ends with the last of it', async () => {
  const { payment_uuids, operator } = due
  const { execution_uuid } = await call(world, operator, 'bulkExecute', {
    body: { pay_date: '2026-03-20', payment_uuids },
  })
  const id = execution_uuid ?? ''
  const told: Told[] = []
  for await (const one of heard(id)) {
    told.push(one)
    if (told.length === 1) await world.execute(id)
  }
  const all = payment_uuids.length
  expect(told).toMatchObject([
    { sent: 0, waiting: all, finished: false },
    { sent: all, waiting: 0, finished: true },
  ])
  const after: Told[] = []
  for await (const one of heard(id)) after.push(one)
  expect(after).toEqual(told.slice(1))
})

it('is of an execution that there is', async () => {
  const params = { id: crypto.randomUUID() }
  await expect(call(world, due.operator, 'watchExecution', { params })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})
