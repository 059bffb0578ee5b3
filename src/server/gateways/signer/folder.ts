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
import type { SignerChain } from './chain.ts'
import type { History, Rules, Signed } from './rules.ts'
import { Amount, AmountsByCurrency, toJson } from './talk.ts'

const whole = z
  .int()
  .min(0)
  .max(21e14)
  .transform(value => BigInt(value))

/** The rules of a chain: each of its currencies is named, and none besides. */
function rulesFileOf({ coin, first }: SignerChain) {
  const each = (of: object) =>
    z.strictObject(Object.fromEntries(Object.keys(of).map(currency => [currency, whole])))
  return z
    .strictObject({
      most_payment: each(first.most_payment),
      most_hour: each(first.most_hour),
      most_fee: whole,
      payees: z.enum(['LISTED', 'ANY']),
    })
    .superRefine(({ most_payment, most_hour, most_fee }, context) => {
      for (const [currency, hour] of Object.entries(most_hour)) {
        const fee = currency === coin ? most_fee : 0n
        if ((most_payment[currency] ?? 0n) + fee > hour)
          context.addIssue(
            `most_hour of ${currency} is less than what one payment and its fee may be: a payment that is allowed could never leave`,
          )
      }
    })
}
const SignedLine = z.strictObject({
  at: z.int(),
  id: z.string(),
  uses: z.array(z.strictObject({ name: z.string(), value: Amount })),
  paid: z.array(z.strictObject({ payee: z.string(), currency: z.string(), amount: Amount })),
  leaves: AmountsByCurrency,
  counts: AmountsByCurrency,
})

const LIST_HEAD =
  '# Whom this signer pays: one address a line, and words after it. `npm run <chain>-signer -- allow ADDRESS WORDS` adds one.\n'

export type SignerFolder = {
  readonly rules: Rules
  readonly history: History
  /** Reads the list as it stands now, and says of payees, as the chain names them, whether they have an address of it. */
  readList(): (payee: string) => boolean
  /** Keeps what is signed, on the disk when this returns. */
  keep(signed: Signed): void
}

const namesOf = (dir: string) => ({
  rules: join(dir, 'rules.json'),
  payees: join(dir, 'payees.txt'),
  signed: join(dir, 'signed.jsonl'),
})

/** Makes the folder of a chain with careful first rules, an empty list and nothing signed. What is there already stays. */
export function makeFolder(dir: string, { first }: SignerChain): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const names = namesOf(dir)
  const begin = (path: string, content: string) =>
    existsSync(path) || writeFileSync(path, content, { mode: 0o600, flag: 'wx' })
  begin(names.rules, `${JSON.stringify({ ...first, payees: 'LISTED' }, null, 2)}\n`)
  begin(names.payees, LIST_HEAD)
  begin(names.signed, '')
}

/** Adds an address to the list. Throws where it is none of the chain, or stands there. */
export function allow(dir: string, chain: SignerChain, address: string, words: string): void {
  const payee = chain.payeeOf(address)
  if (payee === undefined)
    throw new Error(`${address} is no address of the main network of its chain`)
  const { payees } = namesOf(dir)
  if (listed(payees, chain).has(payee)) throw new Error(`${address} stands on the list already`)
  appendFileSync(payees, `${address} ${words.replaceAll(/\s+/g, ' ')}`.trim().concat('\n'))
}

/**
 * Opens the folder. Throws in words where its rules cannot be held, or where what it signed was not kept whole: a signer that forgot how much it signed
 * within the hour, or what it was told that coins are worth, does not sign. Only a last line that a crash cut off is let go, whose signature never left.
 */
export function openFolder(dir: string, chain: SignerChain): SignerFolder {
  const names = namesOf(dir)
  const rules = readRules(names.rules, chain)
  const all = readSigned(names.signed)
  const byName = new Map<string, Signed[]>()
  const index = (one: Signed) => {
    for (const { name } of one.uses) byName.set(name, [...(byName.get(name) ?? []), one])
  }
  all.forEach(index)
  return {
    rules,
    history: { all, using: name => byName.get(name) ?? [] },
    readList: () => {
      const payees = listed(names.payees, chain)
      return payee => payees.has(payee)
    },
    keep: signed => {
      appendDurably(names.signed, `${toJson(signed)}\n`)
      all.push(signed)
      index(signed)
    },
  }
}

function readRules(path: string, chain: SignerChain): Rules {
  const read = rulesFileOf(chain).safeParse(JSON.parse(readFileSync(path, 'utf8')))
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

function listed(path: string, { payeeOf }: SignerChain): Set<string> {
  const addresses = readFileSync(path, 'utf8')
    .split('\n')
    .map(line => line.trim().split(/\s/, 1)[0] ?? '')
  return new Set(addresses.flatMap(address => payeeOf(address) ?? []))
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
