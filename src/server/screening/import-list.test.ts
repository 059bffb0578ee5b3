import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Problem } from '#domain/kernel/problem.ts'
import type { Read } from '#domain/screening/list-formats.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { plainWorld, type World } from '#test/harness/world.ts'
import { sayText } from '../kernel/words.ts'
import { importList } from './index.ts'
import { fileOf, importFtm, invented } from './lists.test-data.ts'
import { readLines } from './read-list.ts'

let world: World
let admin: Admin
beforeAll(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
})
afterAll(async () => {
  await admin.close()
  await world.close()
})

const inForce = (source: string) =>
  admin.rows<{ version: string; entries: number; stored: number; names: number }>(
    `select version, entries, (select count(*)::int from screening_entry e where e.list_uuid = l.list_uuid) stored,
        (select count(*)::int from screening_name n where n.list_uuid = l.list_uuid) names
      from screening_list l where source = $1 and replaced_at is null`,
    [source],
  )
/** What whoever imports is told. */
const refusal = (imported: Promise<unknown>) =>
  imported.then(
    () => 'imported',
    error => (error instanceof Problem ? sayText(error) : String(error)),
  )
const lines = (n: number, from = 0) =>
  Array.from({ length: n }, (_, i) =>
    invented({ id: `inv-${from + i}`, name: `Tobrin${from + i} Vashkelo`, alias: ['Вашкело'] }),
  ).join('')

describe('a list of FollowTheMoney', () => {
  it('is kept whole, with its version, SHA-256 and number of entries, and the same file twice imports nothing', async () => {
    const source = 'whole'
    const first = await importFtm(world, lines(3), { source })
    expect(first).toMatchObject({ imported: true, list: { entries: 3, version: '1' } })
    expect(first).toMatchObject({ skipped: { kind: 0, nameless: 0 } })
    const again = await importFtm(world, lines(3), { source, version: '2' })
    expect(again).toMatchObject({ imported: false, list: { list_uuid: first.list.list_uuid } })
    expect(await inForce(source)).toEqual([{ version: '1', entries: 3, stored: 3, names: 6 }])
  })

  it('counts what it passes over, and why', async () => {
    const other = (schema: string) => `${JSON.stringify({ id: schema, schema, properties: {} })}\n`
    const text = `${lines(2)}${other('Vessel')}${other('Address')}${other('Person')}`
    const done = await importFtm(world, text, { source: 'counted' })
    expect(done).toMatchObject({ list: { entries: 2 }, skipped: { kind: 2, nameless: 1 } })
  })

  it('takes the place of the older one of its source, and of no other', async () => {
    await importFtm(world, lines(4), { source: 'a' })
    await importFtm(world, lines(5), { source: 'b' })
    await importFtm(world, lines(3, 1), { source: 'a', version: '2' })
    expect(await inForce('a')).toEqual([{ version: '2', entries: 3, stored: 3, names: 6 }])
    expect(await inForce('b')).toEqual([{ version: '1', entries: 5, stored: 5, names: 10 }])
    const rows = await admin.rows(
      "select count(*)::int n from screening_entry e join screening_list l using (list_uuid) where l.source = 'a'",
    )
    expect(rows).toEqual([{ n: 3 }])
  })

  it.each([
    ['cut within a line', `${lines(4)}${lines(1, 4).slice(0, 30)}`, /line 5: it is no JSON/],
    ['something else', `${lines(2)}[]\n${lines(1, 2)}`, /line 3: it has no id/],
    ['no text', `${lines(2)}\ufffd`.replace('\ufffd', '{"id":"\u0000'), /line 3/],
    [
      'about nobody',
      `${JSON.stringify({ id: 'x', schema: 'Vessel', properties: {} })}\n`,
      /no people/,
    ],
    ['cut between two lines', lines(1), /4 entries, this one 1.+--fewer/],
  ])('%s changes nothing and says where', async (_why, text, said) => {
    const source = 'broken'
    await importFtm(world, lines(4), { source })
    const before = await admin.rows('select * from screening_list order by list_uuid')
    expect(await refusal(importFtm(world, text, { source, version: '2' }))).toMatch(said)
    expect(await admin.rows('select * from screening_list order by list_uuid')).toEqual(before)
    expect(await inForce(source)).toEqual([{ version: '1', entries: 4, stored: 4, names: 8 }])
  })

  it('imports one of two that are imported at the same moment after the other', async () => {
    const both = await Promise.all([
      importFtm(world, lines(6), { source: 'twice', version: 'one' }),
      importFtm(world, lines(6), { source: 'twice', version: 'two' }),
    ])
    expect(both.map(({ imported }) => imported).sort()).toEqual([false, true])
    expect(await inForce('twice')).toMatchObject([{ entries: 6, stored: 6 }])
  })

  it('takes 50,000 entries while some hundred are in memory', async () => {
    const { list } = await importFtm(world, lines(50_000), { source: 'large' })
    expect(list.entries).toBe(50_000)
    expect(await inForce('large')).toMatchObject([{ stored: 50_000, names: 100_000 }])
    let read = 0
    let given = 0
    const entry = (line: string): Read<string> => {
      read += 1
      return { entry: line }
    }
    for await (const batch of readLines(await fileOf(lines(5_000)), entry)) {
      given += batch.length
      // Nothing is read ahead of what is worked on.
      expect(read).toBe(given)
      expect(batch.length).toBeLessThanOrEqual(500)
    }
    expect(given).toBe(5_000)
  }, 120_000)
})

describe("OFAC's list", () => {
  const files = async (sdn: string) => ({
    source: 'ofac-sdn',
    format: 'ofac' as const,
    version: '1',
    path: await fileOf(sdn, 'sdn.csv'),
    alt: await fileOf(
      '7,1,"aka","TOBRYN VASHKELO",-0- \n999,2,"aka","NOBODY",-0- \n\u001a',
      'alt.csv',
    ),
    add: await fileOf('7,1,"1 Invented Street","Puebla","Mexico",-0- \n', 'add.csv'),
  })
  const sdn =
    '7,"VASHKELO, Tobrin","individual","INVENTED",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 12 Mar 1961; nationality Iran."\n' +
    '8,"INVENTED STAR","vessel","INVENTED",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \n\u001a'

  it('is read out of its three files', async () => {
    const all = await files(sdn)
    await world.unit(ctx => importList(ctx.tx, all, ctx.now))
    const rows = await admin.rows(
      `select e.entry_id, e.kind, e.birth_dates, e.countries, array_agg(n.folded order by n.folded) names
        from screening_entry e join screening_list l using (list_uuid) join screening_name n using (list_uuid, entry_id)
        where l.source = 'ofac-sdn' and l.replaced_at is null group by 1, 2, 3, 4`,
    )
    expect(rows).toEqual([
      {
        entry_id: '7',
        kind: 'person',
        birth_dates: ['1961-03-12'],
        countries: ['IR', 'MX'],
        names: ['tobrin vashkelo', 'tobryn vashkelo'],
      },
    ])
  })

  it('names the line that is cut off', async () => {
    const all = await files(`${sdn.replace('\u001a', '')}9,"CUT`)
    const imported = world.unit(ctx => importList(ctx.tx, all, ctx.now))
    expect(await refusal(imported)).toMatch(/sdn\.csv, line 3: a quotation mark/)
  })
})
