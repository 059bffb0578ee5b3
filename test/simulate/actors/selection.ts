/** What employers do with a cycle, one of its items or some at once: they approve, take back, put away or bring back, and save the hours of several. */
import { call } from '#db/seed/cast.ts'
import { act, type Chance, type Move, type Sim } from '../sim.ts'
import { approverOf, company, cycleOf, cycleWith, itemOf } from './employer.ts'

/** Some items of one of a company's newest cycles, as somebody of the company sees them. */
async function someItems(sim: Sim, chance: Chance) {
  const of = company(sim, chance)
  const id = await cycleOf(sim, chance, of)
  if (!id) return undefined
  const { items } = await call(sim.world, of, 'getCycle', { params: id, query: { limit: 50 } })
  const some = chance.some(items, 0.6)
  return some.length > 0 ? { id, some, who: approverOf(of, chance) } : undefined
}

const approveSome: Move = {
  name: 'approves a selection',
  weight: 4,
  async act(sim, chance) {
    const found = await someItems(sim, chance)
    if (!found) return
    const { id, some, who } = found
    const line_item_uuids = some.map(item => item.line_item_uuid)
    const { waiting } = await call(sim.world, who, 'selectItems', {
      params: id,
      body: { line_item_uuids },
    })
    if (waiting.digest === null) return
    await act(sim, chance, who, 'approveCycle', {
      params: id,
      body: {
        digest: waiting.digest,
        acknowledged: waiting.unusual.map(({ line_item_uuid, code }) => ({ line_item_uuid, code })),
        ahead_of_funding: chance.often(0.5),
        line_item_uuids,
      },
    })
  },
}

const changeSome: Move = {
  name: 'takes back, archives, brings back or cancels a selection',
  weight: 2,
  async act(sim, chance) {
    const found = await someItems(sim, chance)
    if (!found) return
    const verb = chance.pick(
      chance.often(0.1)
        ? (['cancel'] as const)
        : (['unapprove', 'archive', 'unarchive', 'unarchive'] as const),
    )
    await act(sim, chance, found.who, `${verb ?? 'unapprove'}Cycle`, {
      params: found.id,
      body: { line_item_uuids: found.some.map(item => item.line_item_uuid) },
    })
  },
}

const saveSome: Move = {
  name: 'saves the hours of several',
  weight: 3,
  async act(sim, chance) {
    const found = await someItems(sim, chance)
    if (!found) return
    const rows = found.some
      .filter(item => item.allowed_actions.includes('edit') || chance.often(0.1))
      .map(({ line_item_uuid, version }) => ({
        ...{ line_item_uuid, version },
        hours: chance.below(9000),
      }))
    const body = { rows, words: '' }
    if (rows.length > 0) await act(sim, chance, found.who, 'saveHours', { params: found.id, body })
  },
}

/** What each verb is meant for. */
const TAKEN_FROM = {
  unapprove: 'APPROVED',
  archive: 'PENDING_APPROVAL',
  unarchive: 'ARCHIVED',
  cancel: 'APPROVED',
} as const

const changeOne: Move = {
  name: 'takes back, archives, brings back or cancels',
  weight: 4,
  async act(sim, chance) {
    const of = company(sim, chance)
    const verb =
      chance.pick(
        chance.often(0.1)
          ? (['cancel'] as const)
          : (['unapprove', 'unapprove', 'archive', 'unarchive', 'unarchive'] as const),
      ) ?? 'unapprove'
    const id = await cycleWith(sim, chance, of, TAKEN_FROM[verb])
    if (!id) return
    const line_item_uuid = chance.often(0.5) ? await itemOf(sim, chance, id) : undefined
    if (line_item_uuid)
      await act(sim, chance, of, `${verb}LineItem`, {
        params: { ...id, line_item_uuid },
        body: {},
      } as never)
    else await act(sim, chance, of, `${verb}Cycle`, { params: id, body: {} } as never)
  },
}

export const selectionMoves: readonly Move[] = [approveSome, changeSome, saveSome, changeOne]
