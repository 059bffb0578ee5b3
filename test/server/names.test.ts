/** The domain and the database call people and companies the same. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { employerName, personName } from '#domain/kernel/names.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { plainWorld, type World } from '#test/harness/world.ts'

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

const NAMES = [
  '',
  'Amara',
  'Okafor Bello',
  '伟',
  '佐藤',
  'みさき',
  'ミサキ',
  '지우',
  '佐々木',
  '李\u{20000}',
  'Li 李',
  '이-',
  '\u30a0',
  '\u3100',
]

it('begins with the family where it is written so, and has no space', () => {
  expect(personName({ first_name: '伟', last_name: '张' })).toBe('张伟')
  expect(personName({ first_name: 'みさき', last_name: '佐々木' })).toBe('佐々木みさき')
  expect(personName({ first_name: '지우', last_name: '김' })).toBe('김지우')
  expect(personName({ first_name: 'Wei', last_name: '张' })).toBe('Wei 张')
})

it.each(NAMES.flatMap(first_name => NAMES.map(last_name => ({ first_name, last_name }))))(
  'a person of $first_name and $last_name',
  async names => {
    const [row] = await admin.rows<{ name: string; mailed: string }>(
      `select app.person_name('${names.first_name}', '${names.last_name}') "name",
      app.person_name('${names.first_name}', '${names.last_name}', 'a@b.test') mailed`,
    )
    expect(row).toEqual({ name: personName(names), mailed: personName(names, 'a@b.test') })
  },
)

it.each([
  { business_name: 'Northwind', corporation_name: 'Northwind Ltd.', domain: 'northwind.test' },
  { business_name: '', corporation_name: 'Northwind Ltd.', domain: null },
  { business_name: '', corporation_name: '', domain: 'northwind.test' },
  { business_name: '', corporation_name: '', domain: null },
])('a company of %j', async names => {
  const domain = names.domain === null ? 'null' : `'${names.domain}'`
  const [row] = await admin.rows<{ name: string }>(
    `select app.employer_name('${names.business_name}', '${names.corporation_name}', ${domain}) "name"`,
  )
  expect(row?.name).toBe(employerName(names))
})
