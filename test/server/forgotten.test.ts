/** What is over for long is forgotten slice by slice, and nothing that somebody still asks for (decision 0258). */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetSessions } from '#server/identity/index.ts'
import { forgetDeliveries } from '#server/integrations/index.ts'
import { plainWorld, type World } from '#test/harness/world.ts'
import { fillTables } from './many-rows.ts'

const id = (kind: string, n = 'n') => `md5('${kind}' || (${n}))::uuid`
const MANY = 1200

let world: World
let client: pg.Client
beforeAll(async () => {
  world = await plainWorld('2026-03-02T10:00:00Z', { fresh: true })
  client = new pg.Client(world.databaseUrl)
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await world?.close()
})

/** Until nothing is forgotten any more; how many at once. */
async function until(forget: Parameters<World['unit']>[0]): Promise<unknown[]> {
  const slices: unknown[] = []
  do slices.push(await world.unit(forget))
  while (slices.at(-1) !== 0)
  return slices
}

describe('deliveries to webhooks', () => {
  beforeAll(() =>
    fillTables(client, [
      [
        'webhook',
        4,
        {
          ...{ webhook_uuid: id('webhook'), employer_uuid: id('employer') },
          removed_at: `case n when 3 then '2025-11-01'::timestamptz when 4 then '2026-02-01' end`,
        },
      ],
      [
        'webhook_delivery',
        MANY,
        {
          ...{
            delivery_uuid: id('delivery'),
            webhook_uuid: id('webhook', '1'),
            event_uuid: id('event'),
          },
          ...{ employer_uuid: id('employer', '1'), status: `'DELIVERED'` },
          tried_at: `'2025-12-01'::timestamptz - n * interval '1 minute'`,
        },
      ],
      // One webhook each, of which the nth delivery is of the day that is n days before today.
      ...[2, 3, 4].map(
        webhook =>
          [
            'webhook_delivery',
            200,
            {
              ...{ delivery_uuid: id(`of${webhook}`), webhook_uuid: id('webhook', `${webhook}`) },
              ...{ event_uuid: id('event'), employer_uuid: id('employer', `${webhook}`) },
              status: `(array['DELIVERED', 'FAILED', 'WAITING'])[1 + n % 3]`,
              tried_at: `'2026-03-02T10:00:00Z'::timestamptz - n * interval '1 day'`,
            },
          ] as const,
      ),
    ]),
  )

  it('are forgotten after 90 days, but for the last that arrived and what was not taken', async () => {
    const slices = await until(forgetDeliveries)
    expect(slices.length).toBeGreaterThan(3)
    const { rows } = await client.query<{ said: string }>(`
      select concat_ws(' ', case webhook_uuid when ${id('webhook', '1')} then 1 when ${id('webhook', '2')} then 2 when ${id('webhook', '3')} then 3 else 4 end,
          status, count(*), max('2026-03-02T10:00:00Z'::timestamptz - tried_at)) said from webhook_delivery group by webhook_uuid, status order by 1`)
    expect(rows.map(({ said }) => said)).toEqual([
      // It heard of nothing for 91 days: that it ever did is still known.
      '1 DELIVERED 1 91 days 10:01:00',
      ...['2 DELIVERED 30 90 days', '2 FAILED 67 199 days', '2 WAITING 67 200 days'],
      ...['4 DELIVERED 30 90 days', '4 FAILED 67 199 days', '4 WAITING 67 200 days'],
    ])
  })
})

describe('sessions', () => {
  beforeAll(() =>
    fillTables(client, [
      [
        'session',
        MANY,
        {
          ...{ session_id: `'s' || n`, sub: `'somebody'` },
          last_seen_at: `now() - n * interval '1 day'`,
          // The provider ended one of long ago only now.
          ended_at: `case when n = 1000 then now() when n % 2 = 0 then now() - n * interval '1 day' end`,
        },
      ],
    ]),
  )

  it('are forgotten once nothing was seen of them for 400 days', async () => {
    expect(await until(forgetSessions)).toEqual([500, 300, 0])
    const { rows } = await client.query<{ n: number; last: string }>(
      `select count(*)::int n, max(session_id) filter (where last_seen_at < now() - interval '401 days') last from session`,
    )
    expect(rows).toEqual([{ n: 400, last: 's1000' }])
  })
})
