/**
 * What a signer keeps in a folder of its own: its rules (`rules.json`), whom it pays (`payees.txt`, read anew each time) and what it signed
 * (`signed.jsonl`), which is on the disk before any signature leaves.
 */
import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { scriptOf } from '../bitcoin/build-payout.ts'
import type { History, Rules, Signed } from './rules.ts'

const satoshi = z
  .int()
  .min(0)
  .max(21e14)
  .transform(value => BigInt(value))
const RulesFile = z
  .strictObject({
    most_payment_sat: satoshi,
    most_hour_sat: satoshi,
    most_fee_sat: satoshi,
    payees: z.enum(['LISTED', 'ANY']),
  })
  .refine(
    of => of.most_payment_sat + of.most_fee_sat <= of.most_hour_sat,
    'most_hour_sat is less than most_payment_sat and most_fee_sat: a payment that is allowed could never leave',
  )
const written = z
  .string()
  .regex(/^\d{1,16}$/)
  .transform(BigInt)
const SignedLine = z.strictObject({
  at: z.int(),
  txid: z.string(),
  spent: z.array(z.strictObject({ coin: z.string(), value_sat: written })),
  leaves_sat: written,
  counts_sat: written,
})

/** A tenth of a bitcoin for each, half a one in an hour, half a hundredth for the network; and only to whom stands on the list. */
const FIRST_RULES = {
  most_payment_sat: 10_000_000,
  most_hour_sat: 50_000_000,
  most_fee_sat: 500_000,
  payees: 'LISTED',
}
const LIST_HEAD =
  '# Whom this signer pays: one address a line, and words after it. `npm run bitcoin-signer -- allow ADDRESS WORDS` adds one.\n'

export type SignerFolder = {
  readonly rules: Rules
  readonly history: History
  /** Whether a locking script is that of an address of the list, as the list stands now. */
  isListed(script: string): boolean
  /** Keeps what is signed, on the disk when this returns. */
  keep(signed: Signed): void
}

const namesOf = (dir: string) => ({
  rules: join(dir, 'rules.json'),
  payees: join(dir, 'payees.txt'),
  signed: join(dir, 'signed.jsonl'),
})

/** Makes the folder with careful first rules, an empty list and nothing signed. What is there already stays. */
export function makeFolder(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const names = namesOf(dir)
  const begin = (path: string, content: string) =>
    existsSync(path) || writeFileSync(path, content, { mode: 0o600, flag: 'wx' })
  begin(names.rules, `${JSON.stringify(FIRST_RULES, null, 2)}\n`)
  begin(names.payees, LIST_HEAD)
  begin(names.signed, '')
}

/** Adds an address of the main network to the list. Throws where it is none, or stands there. */
export function allow(dir: string, address: string, words: string): void {
  const script = scriptOf(address)
  if (script === undefined) throw new Error(`${address} is no address of Bitcoin’s main network`)
  const { payees } = namesOf(dir)
  if (listed(payees).has(script)) throw new Error(`${address} stands on the list already`)
  appendFileSync(payees, `${address} ${words.replaceAll(/\s+/g, ' ')}`.trim().concat('\n'))
}

/**
 * Opens the folder. Throws in words where its rules cannot be held, or where what it signed was not kept whole: a signer that forgot how much it signed
 * within the hour, or what it was told that coins are worth, does not sign. Only a last line that a crash cut off is let go, whose signature never left.
 */
export function openFolder(dir: string): SignerFolder {
  const names = namesOf(dir)
  const rules = readRules(names.rules)
  const all = readSigned(names.signed)
  const byCoin = new Map<string, Signed[]>()
  const index = (one: Signed) => {
    for (const { coin } of one.spent) byCoin.set(coin, [...(byCoin.get(coin) ?? []), one])
  }
  all.forEach(index)
  return {
    rules,
    history: { all, spending: coin => byCoin.get(coin) ?? [] },
    isListed: script => listed(names.payees).has(script),
    keep: signed => {
      appendDurably(names.signed, `${JSON.stringify(signed, plain)}\n`)
      all.push(signed)
      index(signed)
    },
  }
}

function readRules(path: string): Rules {
  const read = RulesFile.safeParse(JSON.parse(readFileSync(path, 'utf8')))
  if (read.success) return read.data
  const problems = read.error.issues.map(one => [...one.path, one.message].join(': '))
  throw new Error(`${path}: ${problems.join('; ')}`)
}

function readSigned(path: string): Signed[] {
  const text = readFileSync(path, 'utf8')
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole.length < text.length) truncateSync(path, Buffer.byteLength(whole))
  return whole
    .split('\n')
    .slice(0, -1)
    .map((line, at) => {
      try {
        return SignedLine.parse(JSON.parse(line))
      } catch (cause) {
        throw new Error(`${path}, line ${at + 1}: it is not what this signer writes`, { cause })
      }
    })
}

function listed(path: string): Set<string> {
  const addresses = readFileSync(path, 'utf8')
    .split('\n')
    .map(line => line.trim().split(/\s/, 1)[0] ?? '')
  return new Set(addresses.flatMap(address => scriptOf(address) ?? []))
}

function appendDurably(path: string, line: string): void {
  const file = openSync(path, 'a')
  try {
    writeSync(file, line)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function plain(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
