/** The evidence of a cycle holds as it is made, and nothing in it can be changed without being found. */
import { hash } from 'node:crypto'
import {
  BlobReader,
  BlobWriter,
  type FileEntry,
  TextReader,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipReader,
  ZipWriter,
} from '@zip.js/zip.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { testWorld, type World } from '#test/harness/world.ts'
import { checkPack } from '../../../scripts/check-pack.ts'
import {
  execute,
  type FilesStage,
  givenFiles,
  notified,
  release,
  take,
} from '../payments/bank-files.test-data.ts'
import { packOf, settleRest } from './evidence.test-data.ts'

type Files = Map<string, Buffer>

let world: World
let admin: Admin
let due: FilesStage
let pack: Blob
let files: Files

/** Dollars left by a bank's file and arrived by its answer; the rest was settled by hand. */
beforeAll(async () => {
  world = await testWorld()
  admin = await adminOf(world)
  due = await givenFiles(world, 3)
  const [batch] = await execute(world, due)
  await release(world, due.second, batch?.batch_uuid ?? '')
  const sent = await admin.rows<{ reference: string; minor: bigint }>(
    "select reference, amount_minor minor from payment where currency = 'USD'",
  )
  const movements = sent.map(({ reference, minor }) => ({
    ...{ reference, minor: BigInt(minor), code: '', direction: 'DBIT' as const },
  }))
  await take(world, due.second, due.channel, notified('arrived.xml', movements))
  await settleRest(world, admin, due)
  pack = await made()
  files = await filesOf(pack)
})
afterAll(async () => {
  await admin.close()
  await world.close()
})

const made = () => packOf(world, due)

async function filesOf(blob: Blob): Promise<Files> {
  const zip = new ZipReader(new BlobReader(blob), { useWebWorkers: false })
  const found: Files = new Map()
  for (const entry of (await zip.getEntries()) as FileEntry[])
    found.set(entry.filename, Buffer.from(await entry.getData(new Uint8ArrayWriter())))
  return found
}

/** The files as a pack, with a manifest that agrees to them, as whoever forges one would make it. */
async function packed(of: Files): Promise<Blob> {
  const zip = new ZipWriter(new BlobWriter(), { useWebWorkers: false })
  const listed = []
  for (const [name, bytes] of of)
    if (name !== 'manifest.json') {
      await zip.add(name, new Uint8ArrayReader(bytes))
      listed.push({ name, size: bytes.length, sha256: hash('sha256', bytes, 'hex') })
    }
  const manifest = JSON.stringify({ format: 'corridor-evidence/2', files: listed })
  await zip.add('manifest.json', new TextReader(manifest))
  return zip.close()
}

const only = (start: string): string =>
  [...files.keys()].find(name => name.startsWith(start)) ?? `nothing begins with ${start}`

/** With one file changed. */
function changed(name: string, change: (text: string) => string): Files {
  const text = files.get(name)?.toString('latin1') ?? ''
  const after = change(text)
  expect(after).not.toBe(text)
  return new Map(files).set(name, Buffer.from(after, 'latin1'))
}

function without(name: string): Files {
  const rest = new Map(files)
  expect(rest.delete(name)).toBe(true)
  return rest
}

/** Without the first row of a list that has a text, and perhaps without its file. */
function withoutRow(list: string, text: string, file = false): Files {
  const rows = files.get(`${list}.jsonl`)?.toString().split('\n') ?? []
  const row = rows.find(one => one.includes(text)) ?? ''
  const rest = changed(`${list}.jsonl`, all => all.replace(`${row}\n`, ''))
  if (file) expect(rest.delete(JSON.parse(row).file)).toBe(true)
  return rest
}

/** With one payslip changed, and the list of them with it. */
function swappedPayslip(): Files {
  const name = only('payslips/')
  const swapped = changed(name, text => `${text}\n`)
  const digest = (of: Files) => hash('sha256', of.get(name) ?? '', 'hex')
  const list = changed('payslips.jsonl', text => text.replace(digest(files), digest(swapped)))
  return new Map(list).set(name, swapped.get(name) ?? Buffer.alloc(0))
}

describe('the evidence of a cycle', () => {
  it('holds, and has all of it', async () => {
    const { problems, counts } = await checkPack(pack)
    expect(problems).toEqual([])
    expect(counts).toMatchObject({
      approvals: 1,
      items: 3,
      payments: 6,
      contracts: 3,
      bank_files: 2,
      payslips: 3,
    })
    expect(counts.entries).toBeGreaterThan(3)
    expect([...files.keys()].filter(name => !name.includes('/'))).toEqual([
      'README.txt',
      'cycle.json',
      'approvals.jsonl',
      'pay.jsonl',
      'contracts.jsonl',
      'files.jsonl',
      'payslips.jsonl',
      'audit.jsonl',
      'manifest.json',
    ])
    expect(files.get(only('payslips/'))?.subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('stands itself in the audit log that it has, and each contract says who opened it', async () => {
    const again = await filesOf(await made())
    const log = again.get('audit.jsonl')?.toString() ?? ''
    expect(log.match(/\\"prove\\", \\"pay_cycle\\"/g)).toHaveLength(2)
    expect((await checkPack(await packed(again))).problems).toEqual([])
    const reads = await admin.rows(
      "select from file_read f join contract k on k.pdf_file_uuid = f.file_uuid where f.purpose = 'report'",
    )
    // Both were made at one moment of the clock, and are one reading.
    expect(reads).toHaveLength(3)
  })

  it('holds also where another of it is made at the same moment', async () => {
    const [one, other] = await Promise.all([made(), made()])
    expect((await checkPack(one)).problems).toEqual([])
    expect((await checkPack(other)).problems).toEqual([])
  })

  it('is of a cycle that there is', async () => {
    const params = { cycle_uuid: crypto.randomUUID() }
    await expect(call(world, due.operator, 'getEvidencePack', { params })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

describe('what is changed in a pack and in its manifest is found', () => {
  const forgeries: Readonly<Record<string, [file: string, forge: () => Files]>> = {
    'an amount': [
      'pay.jsonl',
      () =>
        changed('pay.jsonl', text => text.replace(/"amount_minor":"(\d)/, '"amount_minor":"9$1')),
    ],
    'what was approved': [
      'approvals/',
      () => changed(only('approvals/'), text => text.replace(/"minor":"(\d)/, '"minor":"9$1')),
    ],
    'the digest of an approval': [
      'approvals',
      () => changed('approvals.jsonl', text => text.replace(/"digest":"./, '"digest":"x')),
    ],
    'a contract': ['contracts/', () => changed(only('contracts/'), text => `${text}\n`)],
    'a contract that is taken out': ['contracts.jsonl', () => without(only('contracts/'))],
    'a file for a bank': ['files/', () => changed(only('files/'), text => `${text} `)],
    'a file of a bank that is taken out': ['files.jsonl', () => without(only('files/'))],
    'a payslip that is taken out': ['pay.jsonl', () => without(only('payslips/'))],
    'a payslip that is another file': [
      'payslips/',
      () => changed(only('payslips/'), text => `${text}\n`),
    ],
    'a payslip and its row, under another digest': ['payslips.jsonl', swappedPayslip],
    'a payslip, and the list that had its digest': [
      'payslips.jsonl',
      () => {
        const swapped = swappedPayslip()
        swapped.delete('payslips.jsonl')
        return swapped
      },
    ],
    'a payslip of nothing': [
      'payslips/more.pdf',
      () => new Map(files).set('payslips/more.pdf', Buffer.from('%PDF-')),
    ],
    'an item that is taken out of its approval': [
      'approvals/',
      () => changed(only('approvals/'), text => text.replace(/^.*\n/, '')),
    ],
    'a payment that left twice': [
      'pay.jsonl',
      () =>
        changed('pay.jsonl', text =>
          text.replace(/"attempts":\[(\{.*?\})\]/, '"attempts":[$1,$1]'),
        ),
    ],
    'a transfer that is taken out': [
      'pay.jsonl',
      () => changed('pay.jsonl', text => text.replace(/"transfers":\[.*?\]/, '"transfers":[]')),
    ],
    'a payment that is taken out': [
      'pay.jsonl',
      () =>
        changed('pay.jsonl', text => {
          const [first = '', ...rest] = text.split('\n')
          return [JSON.stringify({ ...JSON.parse(first), payments: [] }), ...rest].join('\n')
        }),
    ],
    'a pay that is taken out': [
      'pay.jsonl',
      () => changed('pay.jsonl', text => text.replace(/^.*\n/, '')),
    ],
    'a pay that is there twice': [
      'pay.jsonl',
      () => changed('pay.jsonl', text => text.replace(/^.*\n/, '$&$&')),
    ],
    'attempts that are taken out': [
      'pay.jsonl',
      () => changed('pay.jsonl', text => text.replace(/"attempts":\[\{.*?\}\]/, '"attempts":[]')),
    ],
    'a part that is said to stay unpaid': [
      'pay.jsonl',
      () =>
        changed('pay.jsonl', text => text.replace('"stays_unpaid":false', '"stays_unpaid":true')),
    ],
    'a file for a bank, with its row': [
      'pay.jsonl',
      () => withoutRow('files', '"kind":"SENT"', true),
    ],
    'the row of a file for a bank': ['files.jsonl', () => withoutRow('files', '"kind":"SENT"')],
    'the row of what a bank answered': [
      'files.jsonl',
      () => withoutRow('files', '"kind":"ANSWER"'),
    ],
    'the row of a contract': ['contracts.jsonl', () => withoutRow('contracts', '"contract_uuid"')],
    'of which cycle it is': [
      'cycle.json',
      () => changed('cycle.json', text => text.replace(/"cycle_uuid":"./, '"cycle_uuid":"f')),
    ],
    'of which company it is': [
      'cycle.json',
      () => changed('cycle.json', text => text.replace(/"employer_uuid":"./, '"employer_uuid":"f')),
    ],
    'its pay date': [
      'cycle.json',
      () => changed('cycle.json', text => text.replace(/"pay_date":"\d/, '"pay_date":"3')),
    ],
    'the audit log, of which nothing is left': [
      'audit.jsonl',
      () => changed('audit.jsonl', () => ''),
    ],
    'a line that is no JSON': [
      'pay.jsonl line 2',
      () => changed('pay.jsonl', text => text.replace(/\n./, '\n')),
    ],
    'a number that is none': [
      'pay.jsonl line 1',
      () => changed('pay.jsonl', text => text.replace(/"source_minor":"\d/, '"source_minor":"x')),
    ],
    'the end of a file': [
      'contracts.jsonl',
      () => changed('contracts.jsonl', text => text.slice(0, -9)),
    ],
    'an entry of the audit log': [
      'audit.jsonl',
      () => changed('audit.jsonl', text => text.replace('approve', 'approvE')),
    ],
    'an entry that is taken out': [
      'audit.jsonl',
      () => changed('audit.jsonl', text => text.replace(/\n.*\n/, '\n')),
    ],
    'the last entries that are cut off': [
      'audit.jsonl',
      () => changed('audit.jsonl', text => text.replace(/\n[^\n]+\n$/, '\n')),
    ],
  }

  it.each(Object.entries(forgeries))('%s', async (_name, [file, forge]) => {
    const { problems } = await checkPack(await packed(forge()))
    const where = problems.map(problem => `${problem.file} line ${problem.line}`)
    expect(where).toContainEqual(expect.stringContaining(file))
  })

  it('a byte of the archive, in the file in which it is', async () => {
    const bytes = Buffer.from(await pack.arrayBuffer())
    const at = bytes.indexOf('pay.jsonl') + 200
    bytes[at] = (bytes[at] ?? 0) ^ 1
    const { problems } = await checkPack(new Blob([bytes]))
    expect(problems.map(({ file }) => file)).toContain('pay.jsonl')
  })

  it('what the manifest does not vouch for', async () => {
    const zip = new ZipWriter(new BlobWriter(), { useWebWorkers: false })
    for (const [name, bytes] of files)
      await zip.add(name, new Uint8ArrayReader(name === 'README.txt' ? Buffer.from('x') : bytes))
    await zip.add('more.txt', new TextReader('more'))
    const { problems } = await checkPack(await zip.close())
    expect(problems.map(({ file }) => file)).toEqual(['README.txt', 'more.txt'])
  })

  it.each(['nothing', 'half'])('what is no pack: %s', async what => {
    const blob = what === 'half' ? pack.slice(0, pack.size >> 1) : new Blob([])
    const { problems } = await checkPack(blob)
    expect(problems).toHaveLength(1)
  })
})
