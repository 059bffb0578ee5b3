import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testLogins } from '#test/harness/test-server.ts'
import { cloneDatabase } from '#test/harness/world.ts'
import { type Database, openDatabase } from './db.ts'
import { type FieldCipher, openFieldCipher } from './field-cipher.ts'

let databaseUrl = ''
let drop: () => Promise<void>
let database: Database
beforeAll(async () => {
  const clone = await cloneDatabase()
  databaseUrl = clone.databaseUrl
  drop = clone.drop
  database = openDatabase(testLogins(databaseUrl), { max: 8 })
})
afterAll(async () => {
  await database?.close()
  await drop?.()
})

const old = randomBytes(32)
const next = randomBytes(32)
const open = (keys: Record<string, Buffer> = { old }, current = 'old') =>
  openFieldCipher(database, { current, keys })

const refused = { code: 'FIELD_UNREADABLE', retriable: false }
function failure(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

describe('a sealed field', () => {
  let fields: FieldCipher
  beforeAll(async () => {
    fields = await open()
  })

  it('opens where it was sealed, says nothing of what it holds, and never looks the same twice', () => {
    for (const text of ['+14165550142', '{"iban":"DE89"}', 'ключ 鍵', 'x'.repeat(100_000)]) {
      const sealed = fields.seal('person.phone_number', 'sub-1', text)
      expect(sealed).toMatch(/^sealed:old:[\w-]+$/)
      expect(sealed).not.toContain(text)
      expect(sealed).not.toBe(fields.seal('person.phone_number', 'sub-1', text))
      expect(fields.open('person.phone_number', 'sub-1', sealed)).toBe(text)
    }
  })

  it('stays empty when it is: there is nothing to hide', () => {
    expect(fields.seal('person.phone_number', 'sub-1', '')).toBe('')
    expect(fields.open('person.phone_number', 'sub-1', '')).toBe('')
  })

  it('does not open in another table, column or row', () => {
    const sealed = fields.seal('contractor.permanent_address', 'sub-1', 'here')
    for (const [place, id] of [
      ['contractor.mailing_address', 'sub-1'],
      ['destination.bank', 'sub-1'],
      ['contractor.permanent_address', 'sub-2'],
      ['contractor.permanent_address', ''],
    ] as const)
      expect(failure(() => fields.open(place, id, sealed))).toMatchObject(refused)
  })

  it('does not open with any one character changed, cut off anywhere, or in clear', () => {
    const sealed = fields.seal('person.phone_number', 'sub-1', '+14165550142')
    const start = 'sealed:old:'.length
    for (let at = start; at < sealed.length - 1; at += 1) {
      const other = sealed[at] === 'A' ? 'B' : 'A'
      const changed = sealed.slice(0, at) + other + sealed.slice(at + 1)
      expect(failure(() => fields.open('person.phone_number', 'sub-1', changed))).toMatchObject(
        refused,
      )
      const cut = sealed.slice(0, at)
      expect(failure(() => fields.open('person.phone_number', 'sub-1', cut))).toMatchObject(refused)
    }
    for (const clear of ['+14165550142', 'sealed:', 'sealed:old:', '{}'])
      expect(failure(() => fields.open('person.phone_number', 'sub-1', clear))).toMatchObject(
        refused,
      )
  })

  it('is opened by whom knows the master key, in every process of the installation', async () => {
    const sealed = fields.seal('person.phone_number', 'sub-1', '+14165550142')
    expect((await open()).open('person.phone_number', 'sub-1', sealed)).toBe('+14165550142')
  })

  it('asks the master key once for each key that wrote a list, however long the list is', async () => {
    let asked = 0
    const counting = new Proxy(
      { old },
      {
        get: (keys, id) => {
          asked += 1
          return Reflect.get(keys, id)
        },
      },
    )
    const writers = await Promise.all([open(), open(), open()])
    const list = Array.from({ length: 20_000 }, (_, n) =>
      writers[n % 3]?.seal('person.phone_number', `sub-${n}`, `+1416${n}`),
    )
    const reader = await openFieldCipher(database, { current: 'old', keys: counting })
    const before = asked
    list.forEach((sealed = '', n) => {
      expect(reader.open('person.phone_number', `sub-${n}`, sealed)).toBe(`+1416${n}`)
    })
    expect(asked - before).toBe(3)
  })
})

describe('another master key', () => {
  it('writes what is new; the older one still opens what it wrote, and is not needed once that is rewrapped', async () => {
    const written = (await open()).seal('person.phone_number', 'sub-1', 'written before')
    const rotated = await open({ next, old }, 'next')
    expect(rotated.seal('person.phone_number', 'sub-1', 'new')).toMatch(/^sealed:next:/)
    expect(rotated.open('person.phone_number', 'sub-1', written)).toBe('written before')
    const rewrapped = rotated.rewrap(written) ?? ''
    expect(rewrapped).toMatch(/^sealed:next:/)
    expect(rotated.rewrap(rewrapped)).toBeUndefined()
    // The content is not touched: only who can unwrap its key changes.
    expect(rewrapped.slice(-30)).toBe(written.slice(-30))
    expect(rotated.open('person.phone_number', 'sub-1', rewrapped)).toBe('written before')
  })

  it('that is not of the database is refused at the start, in words', async () => {
    await open()
    const other = randomBytes(32)
    for (const keys of [{ other }, { old: other }])
      await expect(
        openFieldCipher(database, { current: Object.keys(keys)[0] ?? '', keys }),
      ).rejects.toThrow(/^MASTER_KEY is not the one of this database/)
  })

  it('that was lost is named', async () => {
    const elsewhere = await cloneDatabase()
    const other = openDatabase(testLogins(elsewhere.databaseUrl), { max: 2 })
    const fields = await openFieldCipher(other, { current: 'next', keys: { next } })
    const written = (await open()).seal('person.phone_number', 'sub-1', 'written before')
    expect(failure(() => fields.open('person.phone_number', 'sub-1', written))).toMatchObject({
      code: 'MASTER_KEY_MISSING',
      message: expect.stringContaining('"old"'),
    })
    await other.close()
    await elsewhere.drop()
  })
})

describe('a blind index', () => {
  it('is the same for the same text, in every process and after the master key changed', async () => {
    const index = (fields: FieldCipher, text = 'CAD 003-90817 1234567') =>
      fields.blindIndex('destination.bank_index', text).toString('hex')
    const first = index(await open())
    expect(first).toHaveLength(64)
    expect(index(await open())).toBe(first)
    expect(index(await open({ next, old }, 'next'))).toBe(first)
    expect(index(await open(), 'CAD 003-90817 1234568')).not.toBe(first)
    const other = (await open()).blindIndex('something else', 'CAD 003-90817 1234567')
    expect(other.toString('hex')).not.toBe(first)
  })

  it('has one key, also when several processes start on an empty database at once', async () => {
    const clone = await cloneDatabase()
    const fresh = openDatabase(testLogins(clone.databaseUrl), { max: 8 })
    const keys = { current: 'old', keys: { old } }
    const all = await Promise.all(Array.from({ length: 8 }, () => openFieldCipher(fresh, keys)))
    const indexes = all.map(fields => fields.blindIndex('x', 'y').toString('hex'))
    expect(new Set(indexes).size).toBe(1)
    await fresh.close()
    await clone.drop()
  })
})
