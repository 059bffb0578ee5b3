/** Documents that take long to be judged: they do not take the server's connections from everybody else. */
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { samplePdf } from '#db/seed/sample-pdf.ts'
import {
  givenContractor,
  givenEmployer,
  givenOperator,
  plainWorld,
  type World,
} from '#test/harness/world.ts'
import { type HttpWorld, httpWorld } from './http-world.ts'

/** More than there are connections. */
const MANY = 12

let world: World
let http: HttpWorld
let many: string
let other: string
let employer: string

beforeAll(async () => {
  world = await plainWorld()
  http = await httpWorld(world)
  const operator = await givenOperator(world)
  many = await http.tokenOf(await givenContractor(world, operator, 'amara@okafor.test'))
  other = await http.tokenOf(await givenContractor(world, operator, 'lena@brandt.test'))
  employer = await http.tokenOf(await givenEmployer(world, operator))
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(async () => {
  await http.close()
  await world.close()
})

function send(token: string, text: string) {
  const content = samplePdf(text).toString('base64')
  const identification_document = { file_name: 'a.pdf', mime_type: 'application/pdf', content }
  return http.ask(api.putPersonalDocuments, { token, body: { identification_document } })
}

it('of one person keep nobody waiting who asks for something else, and all are taken in the end', async () => {
  const [held, two] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let judging = 0
  const judge = vi.spyOn(world.kernel.gateways.screen, 'refusalOf').mockImplementation(() => {
    if (++judging === 2) two.resolve()
    return held.promise.then(() => undefined)
  })
  const sent = Array.from({ length: MANY }, (_, n) => send(many, `Document ${n}`))
  await two.promise
  sent.push(send(other, 'Of somebody else'))
  expect((await http.ask(api.getEmployer, { token: employer })).status).toBe(200)
  expect(judge).toHaveBeenCalledTimes(2)
  held.resolve()
  for (const { status } of await Promise.all(sent)) expect(status).toBe(200)
  expect(judge).toHaveBeenCalledTimes(MANY + 1)
})
