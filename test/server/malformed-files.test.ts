/**
 * Four hundred files that are broken in the way of their format, made by a seed: funding as CSV, what banks say as XML, and as lines of fixed
 * width. Each is refused over HTTP with words, looked at as well as sent, and nothing is booked by any of them.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { call } from '#db/seed/cast.ts'
import {
  camt,
  cpaReturns,
  csvAnswers,
  nachaReturns,
  pain002,
} from '#server/gateways/bank-files/answers.test-data.ts'
import { CPA, NACHA } from '#server/gateways/bank-files/orders.test-data.ts'
import {
  execute,
  type FilesStage,
  givenFiles,
  release,
  SWIFT,
} from '#server/payments/bank-files.test-data.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { seeded } from '#test/harness/random.ts'
import { plainWorld, type World } from '#test/harness/world.ts'
import { type HttpWorld, httpWorld } from './http-world.ts'

const EACH = 100
const SEED = 20_261_124

let world: World
let admin: Admin
let http: HttpWorld
let stage: FilesStage
let domain = ''
let references: string[] = []

beforeAll(async () => {
  world = await plainWorld('2026-03-02T10:00:00Z')
  admin = await adminOf(world)
  stage = await givenFiles(world, 3)
  const [batch] = await execute(world, stage)
  await release(world, stage.second, batch?.batch_uuid ?? '')
  domain = (await call(world, stage.employer, 'getEmployer')).domain ?? ''
  const rows = await admin.rows<{ reference: string }>(
    "select reference from payment where currency = 'USD' order by 1",
  )
  references = rows.map(({ reference }) => reference)
  http = await httpWorld(world)
}, 60_000)
afterAll(async () => {
  await http.close()
  await admin.close()
  await world.close()
})

/** A whole number from nothing to below another. */
type Chance = (below: number) => number
type Damage = (text: string, chance: Chance) => string | Buffer

const place = (text: string, what: RegExp, chance: Chance) => {
  const found = [...text.matchAll(what)]
  return found[chance(found.length)]?.index ?? 0
}
const put = (text: string, at: number, more: string, instead = 0) =>
  text.slice(0, at) + more + text.slice(at + instead)
const lines = (text: string, change: (all: string[]) => void, end = '\n') => {
  const all = text.split(end)
  change(all)
  return all.join(end)
}

/** What is no file of any format. */
const ANY: Readonly<Record<string, Damage>> = {
  nothing: () => '',
  spaces: (_text, chance) => ' \n'.repeat(1 + chance(50)),
  chance: (_text, chance) => Buffer.from(Array.from({ length: 2000 }, () => chance(256))),
  'a NUL': (text, chance) => put(text, chance(text.length - 2), '\0'),
  'a picture': text => Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.from(text)]),
}

const CSV: Readonly<Record<string, Damage>> = {
  ...ANY,
  'a column less': text => text.replace(',reference', ''),
  'a column more': text => text.replace('employer_domain', 'employer_domain,more'),
  'a column twice': text => text.replace('employer_domain', 'amount'),
  'a cell more': (text, chance) => put(text, place(text, /2026-03-01/g, chance), 'x,'),
  'a quote that stays open': (text, chance) => put(text, place(text, /USD/g, chance), '"'),
  'a letter in an amount': (text, chance) => put(text, place(text, /\d\.\d\d/g, chance), 'O', 1),
  'an amount below nothing': (text, chance) => put(text, place(text, /\d+\.\d\d/g, chance), '-'),
  'too many decimals': (text, chance) => put(text, place(text, /\.\d\d/g, chance), '.123', 1),
  'more than anything': (text, chance) =>
    put(text, place(text, /\d+\.\d\d/g, chance), '9'.repeat(30)),
  'no day': (text, chance) => put(text, place(text, /2026-03-01/g, chance), '2026-02-30', 10),
  'a day to come': (text, chance) => put(text, place(text, /2026-03-01/g, chance), '2099', 4),
  'another currency': (text, chance) => put(text, place(text, /USD/g, chance), 'usd', 3),
  'a company that nobody knows': (text, chance) =>
    put(text, place(text, new RegExp(domain, 'g'), chance), 'x'),
  'no reference': text => text.replace(/WIRE-\d+/, ''),
  'a letter of another encoding': text => Buffer.from(text.replace('WIRE', 'WIRÉ'), 'latin1'),
  'no rows': text => text.split('\n')[0] ?? '',
}

const AMOUNT = />\d+\.\d\d</g

const XML: Readonly<Record<string, Damage>> = {
  ...ANY,
  cut: (text, chance) => text.slice(0, 40 + chance(text.length - 80)),
  'a tag that stays open': (text, chance) => put(text, place(text, /<\/\w+>/g, chance), '<Open>'),
  'another tag': (text, chance) => put(text, place(text, /<\/\w+>/g, chance) + 2, 'X'),
  'a sign less': (text, chance) => put(text, place(text, /[<>]/g, chance), '', 1),
  'an entity that nobody declared': (text, chance) =>
    put(text, place(text, /<\/\w+>/g, chance), '&more;'),
  'a declared entity': text =>
    text.replace('<Document', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><Document'),
  'two documents': text => text + text.slice(text.indexOf('<Document')),
  'another message': text => text.replace(/xsd:[a-z]+\.\d+/, 'xsd:camt.029'),
  'a letter in an amount': (text, chance) => put(text, place(text, AMOUNT, chance) + 1, 'O', 1),
  'an amount below nothing': (text, chance) => put(text, place(text, AMOUNT, chance) + 1, '-'),
  'too many decimals': (text, chance) =>
    put(text, place(text, /\.\d\d<\/(Amt|Inst)/g, chance), '.123', 1),
  'another currency': (text, chance) => put(text, place(text, /Ccy="/g, chance) + 5, 'u', 1),
}

const fixed = (end: string, width: number): Readonly<Record<string, Damage>> => ({
  ...ANY,
  'a line less': (text, chance) => lines(text, all => all.splice(1 + chance(2), 1), end),
  'no end': text => text.replace(/\n(Z|90|99).*/s, '\n'),
  // Where it moves an amount or a reference: blanks at the end of a line are cut by some banks.
  'a letter too few': (text, chance) =>
    put(text, width > 1000 ? width + chance(100) : width * 3 + chance(20), '', 1),
  'a letter too many': (text, chance) => put(text, chance(width * 2 - 4), '0'),
  'another kind of line': text => lines(text, all => all.splice(1, 1, `#${all[1]?.slice(1)}`), end),
  'a letter in an amount': (text, chance) =>
    lines(
      text,
      all => {
        const [at, from] = width > 1000 ? [1, 27] : [2, 29]
        all[at] = put(all[at] ?? '', from + chance(10), 'O', 1)
      },
      end,
    ),
  'another sum': text =>
    lines(
      text,
      all => {
        const at = all.findLastIndex(line => /^(90|Z)/.test(line))
        const last = all[at] ?? ''
        all[at] = put(last, last.startsWith('Z') ? 58 : 54, '7', 1)
      },
      end,
    ),
})

const minor = 238_000n
const said = (code: string, of = references) => of.map(reference => ({ reference, minor, code }))

const samples = () => ({
  funding: Array.from(
    { length: 4 },
    (_, n) => `${domain},USD,${n + 1}00.00,WIRE-${n + 1},2026-03-01\n`,
  ).reduce((all, row) => all + row, 'employer_domain,currency,amount,reference,received_on\n'),
  status: pain002(said('AC04')),
  report: camt(said('').map(one => ({ ...one, direction: 'DBIT' as const }))),
  ach: nachaReturns(said('R03', ['021000020000001', '021000020000002'])),
  aft: cpaReturns(said('905')),
  list: csvAnswers(said('AC04')),
})

const KINDS = ['bank_answer', 'funding', 'funding_file', 'ledger_transfer', 'audit_entry'] as const
const booked = async () => {
  const [counts] = await admin.rows(
    `select ${KINDS.map(table => `(select count(*)::int from ${table}) ${table}`).join()}, (select jsonb_object_agg(payment_uuid, status) from payment) payments`,
  )
  return counts
}

type Sent = {
  readonly entry: (typeof api)[keyof typeof api]
  readonly field: string
  readonly params: Record<string, string>
}

/** What of an answer is no refusal in words; nothing where it is one. */
async function wrongWith(name: string, bytes: Buffer, { entry, field, params }: Sent) {
  const token = await http.tokenOf({ sub: stage.second.sub, email: 'second@corridor.test' })
  const { status, body, text } = await http.ask(entry, {
    ...{ token, params, query: { digest: '0'.repeat(64) } },
    file: { field, name: 'file', bytes },
  })
  const { code, detail } = body as { code?: string; detail?: string | { msg?: string }[] }
  const words = Array.isArray(detail) ? detail.map(of => of.msg ?? '') : [detail ?? '']
  const isRefused = [400, 413, 422].includes(status) && Boolean(code)
  return isRefused && words.every(said => said.length > 10)
    ? []
    : [`${name}: ${entry.path} ${status} ${text.slice(0, 200)}`]
}

/** So many files, the seed choosing what is done to each. */
function* broken(text: () => string, damages: Readonly<Record<string, Damage>>, seed: number) {
  const random = seeded(seed)
  const chance: Chance = below => Math.floor(random() * below)
  const names = Object.keys(damages)
  for (let n = 0; n < EACH; n++) {
    const name = names[n % names.length] ?? ''
    const made = damages[name]?.(text(), chance) ?? ''
    yield { name: `${n} ${name}`, bytes: typeof made === 'string' ? Buffer.from(made) : made }
  }
}

const channelOf = async (format: 'NACHA' | 'CPA_005') => {
  const rest = {
    ...SWIFT,
    currency: format === 'NACHA' ? 'USD' : 'CAD',
    label: format,
    answers: null,
  }
  const {
    created_at: _a,
    file_id_modifier: _b,
    effective_date: _c,
    first_trace: _d,
    ...nacha
  } = NACHA
  const { currency: _e, file_number: _f, created_on: _g, due_on: _h, ...cpa } = CPA
  const setup = format === 'NACHA' ? nacha : cpa
  const { proposals } = await call(world, stage.operator, 'proposeBankChannel', {
    body: { ...rest, format, setup } as never,
  })
  const id = proposals[0]?.channel_uuid ?? ''
  await call(world, stage.second, 'confirmBankChannel', { params: { id } })
  return id
}

const ways = (id: string): Sent[] => [
  { entry: api.previewAnswer, field: 'answer', params: { id } },
  { entry: api.takeAnswer, field: 'answer', params: { id } },
]

describe('a malformed file', () => {
  it('of funding is refused, and books nothing', async () => {
    const before = await booked()
    const wrong: string[] = []
    const sent = { entry: api.putBalances, field: 'funding_csv', params: {} }
    for (const { name, bytes } of broken(() => samples().funding, CSV, SEED))
      wrong.push(...(await wrongWith(name, bytes, sent)))
    expect(wrong).toEqual([])
    expect(await booked()).toEqual(before)
  })

  it('of a bank in XML is refused, and books nothing', async () => {
    const before = await booked()
    const wrong: string[] = []
    let n = 0
    const text = () => (n++ % 2 ? samples().status : samples().report)
    for (const { name, bytes } of broken(text, XML, SEED + 1))
      for (const way of ways(stage.channel)) wrong.push(...(await wrongWith(name, bytes, way)))
    expect(wrong).toEqual([])
    expect(await booked()).toEqual(before)
  })

  it.each([
    ['NACHA', 'ach', '\n', 95],
    ['CPA_005', 'aft', '\r\n', 1466],
  ] as const)(
    'of a bank in lines of %s is refused, and books nothing',
    async (format, of, end, width) => {
      const id = await channelOf(format)
      const before = await booked()
      const wrong: string[] = []
      for (const { name, bytes } of broken(() => samples()[of], fixed(end, width), SEED + 2))
        for (const way of ways(id)) wrong.push(...(await wrongWith(name, bytes, way)))
      expect(wrong).toEqual([])
      expect(await booked()).toEqual(before)
      expect(await world.broken()).toEqual([])
    },
  )
})
