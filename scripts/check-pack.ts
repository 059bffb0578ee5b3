/**
 * `npm run check-pack -- FILE` verifies the evidence of a pay cycle without a connection: that every file is the one that was put in, that every
 * approval has the digest of what was approved, that amounts, payments, attempts and the ledger agree, that contracts and payslips are
 * there, and that the audit chain is unbroken. Ends with 1 and names what does not hold; with 2 where there is no such file.
 */
import { createHash, hash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { BlobReader, type FileEntry, ZipReader } from '@zip.js/zip.js'
import { type Approved, checkItem, type Item } from './pack-pay.ts'

/** What a pack says that does not hold: in which file, on which line where it has lines. */
export type PackProblem = {
  readonly file: string
  readonly line: number | null
  readonly said: string
}

/** What was checked, and everything that does not hold. `digest` is the SHA-256 of the manifest, which vouches for the whole. */
export type PackCheck = {
  readonly digest: string
  readonly counts: Readonly<
    Record<
      | 'files'
      | 'approvals'
      | 'items'
      | 'payments'
      | 'contracts'
      | 'bank_files'
      | 'payslips'
      | 'entries',
      number
    >
  >
  readonly problems: readonly PackProblem[]
}

type Approval = { approval_uuid: string; digest: string; terms: string }
/** Packs of the first kind have no list of their payslips; whether one belongs there is said by the audit log. */
const FORMATS = ['corridor-evidence/1', 'corridor-evidence/2']
const PAYSLIPS = 'payslips.jsonl'
/** More is not told one by one. */
const MOST_TOLD = 100

/** What is being checked: the files with the digest that each has, and what was found so far. */
type Checking = {
  readonly files: Map<string, { readonly entry: FileEntry; readonly sha256: string }>
  readonly problems: PackProblem[]
  readonly counts: Record<keyof PackCheck['counts'], number>
  digest: string
  /** What is being read. */
  at: { readonly file: string; readonly line: number | null }
}

/** Checks a whole pack, of any size, in bounded memory but for a line about each item. Whatever is no pack is one problem. */
export async function checkPack(pack: Blob): Promise<PackCheck> {
  const counts = {
    files: 0,
    approvals: 0,
    items: 0,
    payments: 0,
    contracts: 0,
    bank_files: 0,
    payslips: 0,
    entries: 0,
  }
  const at = { file: '', line: null }
  const of: Checking = { files: new Map(), problems: [], counts, digest: '', at }
  try {
    await readAll(of, pack)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    report(of, of.at.file, of.at.line, `This cannot be read as a pack of evidence: ${why}`)
  }
  return { digest: of.digest, counts, problems: of.problems }
}

function report({ problems }: Checking, file: string, line: number | null, said: string): void {
  if (problems.length < MOST_TOLD) problems.push({ file, line, said })
}

async function readAll(of: Checking, pack: Blob): Promise<void> {
  const zip = new ZipReader(new BlobReader(pack), { useWebWorkers: false })
  for (const entry of await zip.getEntries()) {
    if (entry.directory) continue
    if (of.files.has(entry.filename)) report(of, entry.filename, null, 'It is there twice.')
    of.at = { file: entry.filename, line: null }
    const found = createHash('sha256')
    for await (const piece of piecesOf(entry)) found.update(piece)
    of.files.set(entry.filename, { entry, sha256: found.digest('hex') })
  }
  await checkManifest(of)
  const approved = await readApprovals(of)
  const contracts = await checkContracts(of)
  await checkItems(of, approved, { contracts, ordered: await checkBankFiles(of) })
  await checkChain(of)
  await zip.close()
}

async function checkManifest(of: Checking): Promise<void> {
  const { format, files } = JSON.parse(await textOf(of, 'manifest.json')) as {
    format: string
    files: { name: string; sha256: string }[]
  }
  of.digest = of.files.get('manifest.json')?.sha256 ?? ''
  if (!FORMATS.includes(format))
    report(
      of,
      'manifest.json',
      null,
      `Its format is ${format}; this reads ${FORMATS.join(' and ')}.`,
    )
  const listed = new Set(['manifest.json'])
  for (const { name, sha256 } of files) {
    listed.add(name)
    const found = of.files.get(name)
    if (!found) report(of, name, null, 'It is missing.')
    else if (found.sha256 !== sha256)
      report(of, name, null, 'It is not the file that was put in: its digest is another one.')
  }
  for (const name of of.files.keys())
    if (!listed.has(name)) report(of, name, null, 'The manifest does not name it.')
  of.counts.files = files.length
}

/** What each approval says of each item. */
async function readApprovals(of: Checking): Promise<Map<string, Map<string, Approved>>> {
  const approved = new Map<string, Map<string, Approved>>()
  for await (const { value } of linesOf<Approval>(of, 'approvals.jsonl')) {
    const { approval_uuid, digest, terms } = value
    const name = `approvals/${approval_uuid}.jsonl`
    const all = createHash('sha256')
    const items = new Map<string, Approved>()
    for await (const { value: one, text } of linesOf<{
      line_item_uuid: string
      amount: Approved['amount']
      contract: { contract_uuid: string | null }
    }>(of, name)) {
      all.update(hash('sha256', text, 'buffer'))
      items.set(one.line_item_uuid, {
        amount: one.amount,
        contract_uuid: one.contract.contract_uuid,
      })
    }
    // Approvals from before their lines were kept apart are of one text.
    const found =
      items.size > 0 ? hash('sha256', `${terms}${all.digest('hex')}`) : hash('sha256', terms)
    if (found !== digest)
      report(
        of,
        name,
        null,
        `It is not what was approved: its digest is ${found}, the approval's ${digest}.`,
      )
    approved.set(approval_uuid, items)
    of.counts.approvals++
  }
  return approved
}

type Named = { readonly file: string | null; readonly sha256: string | null }

/** What a list names, of which each file has to be there with the digest that the list says; null where none is put in. */
async function* filesNamed<T>(of: Checking, list: string): AsyncGenerator<T & Named> {
  for await (const { value, line } of linesOf<T & Named>(of, list)) {
    const { file, sha256 } = value
    const found = file === null ? undefined : of.files.get(file)
    if (file !== null && !found) report(of, list, line, `${file} is missing.`)
    if (file !== null && found && found.sha256 !== sha256)
      report(of, file, null, `It is not the one of ${list}: its digest is another one.`)
    yield value
  }
}

async function checkContracts(of: Checking): Promise<Set<string>> {
  const known = new Set<string>()
  const named = new Set<string | null>()
  for await (const { contract_uuid, file } of filesNamed<{ contract_uuid: string }>(
    of,
    'contracts.jsonl',
  )) {
    known.add(contract_uuid)
    named.add(file)
  }
  reportStray(of, 'contracts', named)
  of.counts.contracts = known.size
  return known
}

type BankFile = { kind: 'SENT' | 'ANSWER'; lines: { attempt_uuid: string }[] }

/** The attempts that stand in files for a bank. */
async function checkBankFiles(of: Checking): Promise<Set<string>> {
  const ordered = new Set<string>()
  const named = new Set<string | null>()
  for await (const { kind, lines, file } of filesNamed<BankFile>(of, 'files.jsonl')) {
    of.counts.bank_files++
    named.add(file)
    if (kind === 'SENT') for (const { attempt_uuid } of lines) ordered.add(attempt_uuid)
  }
  reportStray(of, 'files', named)
  return ordered
}

/** Reports the files of a folder that its list does not name: a row of the list was taken out. */
function reportStray(of: Checking, folder: string, named: ReadonlySet<string | null>): void {
  for (const name of of.files.keys())
    if (name.startsWith(`${folder}/`) && !named.has(name))
      report(of, `${folder}.jsonl`, null, `It does not name ${name}.`)
}

async function checkItems(
  of: Checking,
  approved: Map<string, Map<string, Approved>>,
  known: { readonly contracts: ReadonlySet<string>; readonly ordered: ReadonlySet<string> },
): Promise<void> {
  const there = new Set<string>()
  const paid = new Set<string>()
  for await (const { value: item, line } of linesOf<Item>(of, 'pay.jsonl')) {
    const { line_item_uuid } = item
    const wrong = (said: string) => report(of, 'pay.jsonl', line, `${line_item_uuid}: ${said}`)
    if (there.has(line_item_uuid)) wrong('it is there twice.')
    there.add(line_item_uuid)
    of.counts.items++
    of.counts.payments += item.payments.length
    checkItem(item, { approved, ...known }, wrong)
    if (item.status !== 'PAID') continue
    const name = `payslips/${line_item_uuid}.pdf`
    paid.add(name)
    if (!of.files.has(name)) wrong('it was paid, and its payslip is missing.')
  }
  // Nothing that was once approved leaves its cycle, whatever became of it.
  for (const line_item_uuid of new Set([...approved.values()].flatMap(items => [...items.keys()])))
    if (!there.has(line_item_uuid))
      report(of, 'pay.jsonl', null, `${line_item_uuid}: it was approved, and is missing.`)
  const payslips = [...of.files.keys()].filter(name => name.startsWith('payslips/'))
  for (const name of payslips)
    if (!paid.has(name)) report(of, name, null, 'It is of nothing that was paid.')
  of.counts.payslips = payslips.length
}

type Cycle = { cycle_uuid: string; employer_uuid: string; pay_date: string }
/** The text of an entry of the audit log as values, and the last of them, from the action on (`app.audit_hash`). */
type Entry = readonly unknown[]
type After = [
  action: string,
  entity: string,
  about: string[],
  before: unknown,
  after: { digest?: string; pay_date?: string } | null,
]

async function checkChain(of: Checking): Promise<void> {
  let previous: Buffer | undefined
  let next = 0n
  let end: { last_seq: string; last_hash: string } | undefined
  const digests = new Set<string>()
  const payslips = new Set<string | undefined>()
  const cycle = JSON.parse(await textOf(of, 'cycle.json')) as Cycle
  let opened_for: string | undefined
  for await (const { value, line } of linesOf<Record<string, string>>(of, 'audit.jsonl')) {
    if (!previous) {
      if (value.chain !== cycle.employer_uuid)
        report(of, 'cycle.json', null, `Its company is not that of the audit log, ${value.chain}.`)
      previous = Buffer.from(value.previous_hash ?? '', 'hex')
      next = BigInt(value.first_seq ?? 0)
      end = { last_seq: value.last_seq ?? '', last_hash: value.last_hash ?? '' }
      continue
    }
    const { seq = '', hashed = '', hash: said = '' } = value
    if (BigInt(seq) !== next)
      report(of, 'audit.jsonl', line, `Entry ${next} is missing: ${seq} follows.`)
    const found = createHash('sha256').update(previous).update(hashed).digest()
    if (found.toString('hex') !== said)
      report(of, 'audit.jsonl', line, `Entry ${seq} does not follow from the one before it.`)
    const [action, entity, about, , after] = (JSON.parse(hashed) as Entry).slice(6) as After
    if (after?.digest) digests.add(after.digest)
    if (action === 'open' && entity === 'pay_cycle' && about.includes(cycle.cycle_uuid))
      opened_for = after?.pay_date
    if (action === 'list' && entity === 'payslip' && about.includes(cycle.cycle_uuid))
      payslips.add(after?.digest)
    previous = Buffer.from(said, 'hex')
    next = BigInt(seq) + 1n
    of.counts.entries++
  }
  if (end && (next !== BigInt(end.last_seq) + 1n || previous?.toString('hex') !== end.last_hash))
    report(of, 'audit.jsonl', null, `It does not end with entry ${end.last_seq}.`)
  if (!end) report(of, 'audit.jsonl', null, 'It has nothing.')
  if (end && opened_for !== cycle.pay_date)
    report(
      of,
      'cycle.json',
      null,
      'The audit log does not say that this cycle was opened, for this day.',
    )
  await checkPayslips(of, payslips)
  for await (const { value, line } of linesOf<Approval>(of, 'approvals.jsonl'))
    if (!digests.has(value.digest))
      report(of, 'approvals.jsonl', line, `The audit log knows no approval of ${value.digest}.`)
}

/** That the payslips are those whose list has a digest of the audit log, one of each pack that was made; packs of before have neither. */
async function checkPayslips(
  of: Checking,
  digests: ReadonlySet<string | undefined>,
): Promise<void> {
  const list = of.files.get(PAYSLIPS)
  if (list ? !digests.has(list.sha256) : digests.size > 0)
    report(
      of,
      PAYSLIPS,
      null,
      'It is not the list of payslips of which the audit log has the digest.',
    )
  if (!list) return
  const named = new Set<string | null>()
  for await (const { file } of filesNamed<object>(of, PAYSLIPS)) named.add(file)
  reportStray(of, 'payslips', named)
}

async function textOf(of: Checking, name: string): Promise<string> {
  of.at = { file: name, line: null }
  const pieces: Uint8Array[] = []
  for await (const piece of piecesOf(entryOf(of, name))) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

function entryOf(of: Checking, name: string): FileEntry {
  const found = of.files.get(name)
  if (!found) throw new Error('it is missing.')
  return found.entry
}

/** The values of a file of lines, with their numbers from 1 and as they are written. */
async function* linesOf<T>(
  of: Checking,
  name: string,
): AsyncGenerator<{ value: T; line: number; text: string }> {
  let line = 0
  let rest = ''
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const read = function* (text: string): Generator<{ value: T; line: number; text: string }> {
    const whole = (rest + text).split('\n')
    rest = whole.pop() ?? ''
    for (const one of whole) {
      of.at = { file: name, line: ++line }
      yield { value: JSON.parse(one) as T, line, text: one }
    }
  }
  of.at = { file: name, line: null }
  for await (const piece of piecesOf(entryOf(of, name)))
    yield* read(decoder.decode(piece, { stream: true }))
  yield* read(decoder.decode())
  if (rest) throw new Error('it ends in the middle of a line.')
}

async function* piecesOf(entry: FileEntry): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const written = entry.getData(writable, { checkSignature: true })
  written.catch(() => {})
  yield* readable
  await written
}

async function main(path: string | undefined): Promise<number> {
  if (!path) {
    console.error('Use: npm run check-pack -- FILE')
    return 2
  }
  const blob = await openAsBlob(path).catch(() => undefined)
  if (!blob) {
    console.error(`There is no file ${path}.`)
    return 2
  }
  const { digest, counts, problems } = await checkPack(blob)
  for (const { file, line, said } of problems)
    console.error([file, line && `line ${line}`, said].filter(Boolean).join(': '))
  const checked = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
  console.log(`Checked ${checked.join(', ')}.`)
  console.log(`SHA-256 of its manifest: ${digest}`)
  console.log(
    problems.length === 0 ? 'Everything holds.' : `${problems.length} things do not hold.`,
  )
  return problems.length === 0 ? 0 : 1
}

if (import.meta.main) process.exitCode = await main(process.argv[2])
