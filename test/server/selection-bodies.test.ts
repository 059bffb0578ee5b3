/** Bodies that name some items of a cycle, over HTTP: what is empty, cut or no list is refused before anything is done. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { call } from '#db/seed/cast.ts'
import {
  type CycleStage,
  givenApprovableCycle,
  testWorld,
  type World,
} from '#test/harness/world.ts'
import { type HttpWorld, httpWorld } from './http-world.ts'

let world: World
let http: HttpWorld
let stage: CycleStage
let token: string
beforeAll(async () => {
  world = await testWorld()
  http = await httpWorld(world)
  stage = await givenApprovableCycle(world, 2)
  token = await http.tokenOf(stage.employer)
})
afterAll(async () => {
  await http.close()
  await world.close()
})

const ROW = { line_item_uuid: '01a00000-0000-7000-8000-000000000000', version: 1, hours: 80 }
const CALLS = {
  archiveCycle: [{ line_item_uuids: [] }, { line_item_uuids: null }, { line_item: [] }],
  unapproveCycle: [{ line_item_uuids: ['nobody'] }],
  unarchiveCycle: [{ line_item_uuids: {} }],
  cancelCycle: [{ line_item_uuids: [] }, { line_item_uuids: null }, [], { line_items: [] }],
  approveCycle: [{}, { line_item_uuids: [ROW.line_item_uuid] }],
  selectItems: [undefined, {}, [], { line_item_uuids: [] }, { show: 'none' }],
  previewHours: [undefined, {}, { rows: {} }, { text: '' }, { text: '  \n' }],
  saveHours: [
    ...[undefined, {}, { rows: [] }, { rows: [{ ...ROW, hours: '80' }] }],
    ...[{ rows: [{ ...ROW, hours: -1 }] }, { rows: [{ ...ROW, version: undefined }] }],
  ],
} as const
const TABLE = Object.entries(CALLS).flatMap(([name, bodies]) =>
  bodies.map(body => [name as keyof typeof CALLS, JSON.stringify(body), body] as const),
)

it.each(TABLE)('%s refuses %s and says where', async (name, _, body) => {
  const { status, text } = await http.ask(api[name], { token, params: stage.id, body })
  expect([status, text]).toEqual([422, expect.stringContaining('"loc":["body"')])
  const { items } = await call(world, stage.employer, 'getCycle', {
    params: stage.id,
    query: { limit: 5 },
  })
  expect(items.map(item => [item.status, item.hours])).toEqual([
    ['PENDING_APPROVAL', 8000],
    ['PENDING_APPROVAL', 8000],
  ])
})
