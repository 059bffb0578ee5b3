/** The signer as a process of its own, and an attacker who holds the server, its database and its socket, and asks it whatever they like. */
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { hex } from '@scure/base'
import { SigHash, Transaction } from '@scure/btc-signer'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type BitcoinSigner, signerOf } from '../bitcoin/signer.ts'
import { bitcoinSignerAt } from './client.ts'
import { type SignerProcess, signerProcess } from './signer-process.test-data.ts'

const payee = (n: number) => signerOf(new Uint8Array(32).fill(50 + n)).address
const LISTED = payee(1)
const THEIRS = payee(2)
const RULES = {
  ...{ most_payment: { BTC: 100_000 }, most_hour: { BTC: 250_000 }, most_fee: 5_000 },
  payees: 'LISTED',
}

let process: SignerProcess
let signer: BitcoinSigner
beforeEach(async () => {
  process = signerProcess('bitcoin', RULES, [LISTED])
  await process.start()
  signer = bitcoinSignerAt(process)
})
afterEach(() => process.remove())

type Output = { readonly address: string; readonly sat: number }

/** A PSBT of coins of the treasury, each of so many satoshi, and outputs; the rest of it is fee. */
function asking(
  coins: Readonly<Record<number, number>>,
  outputs: readonly Output[],
  sighashType?: number,
  { script } = signer,
): Uint8Array {
  const transaction = new Transaction()
  for (const [at, sat] of Object.entries(coins))
    transaction.addInput({
      ...{ txid: hex.encode(new Uint8Array(32).fill(Number(at))), index: 0 },
      witnessUtxo: { script: hex.decode(script), amount: BigInt(sat) },
      ...(sighashType === undefined ? {} : { sighashType }),
    })
  for (const { address, sat } of outputs) transaction.addOutputAddress(address, BigInt(sat))
  return transaction.toPSBT()
}
const ask = (...of: Parameters<typeof asking>) => signer.sign(asking(...of))
const refusal = async (asked: Promise<unknown>) =>
  asked.then(
    () => 'signed',
    error => String(error.message).replace('the signer refuses: ', ''),
  )
const left = async () => (await signer.view?.([]))?.left.BTC
const change = (sat: number): Output => ({ address: process.address, sat })

describe('the signer', () => {
  it('signs what its rules allow, and says of others why not before it is asked to sign', async () => {
    const raw = await ask({ 1: 90_000 }, [{ address: LISTED, sat: 60_000 }, change(29_000)])
    const signed = Transaction.fromRaw(raw)
    expect(signed.getInput(0).finalScriptWitness).toHaveLength(2)
    expect(signed.outputsLength).toBe(2)
    const asked = [LISTED, THEIRS, LISTED].map((address, at) => ({
      ...{ address, currency: 'BTC', amount: at === 2 ? 100_001n : 100_000n },
    }))
    expect(
      await signer.view?.([...asked, { address: 'nowhere', currency: 'BTC', amount: 1n }]),
    ).toMatchObject({
      ...{ left: { BTC: 189_000n }, most_payment: { BTC: 100_000n }, most_fee: 5_000n },
      refusals: [null, 'PAYEE_UNKNOWN', 'PAYMENT_TOO_LARGE', 'PAYEE_UNKNOWN'],
    })
  })

  it('pays whom its keeper adds to the list from then on, without a start', async () => {
    const toThem = () => refusal(ask({ 1: 10_000 }, [{ address: THEIRS, sat: 9_000 }]))
    expect(await toThem()).toBe('PAYEE_UNKNOWN')
    writeFileSync(join(process.dir, 'payees.txt'), `# those\n${LISTED}\n${THEIRS} now\n`)
    expect(await toThem()).toBe('signed')
  })

  it('is reached by its owner and group alone, and tells nobody its key', async () => {
    expect(statSync(process.socket).mode & 0o777).toBe(0o660)
    await ask({ 1: 10_000 }, [{ address: LISTED, sat: 9_000 }])
    await refusal(ask({ 1: 10_000 }, [{ address: THEIRS, sat: 9_000 }]))
    expect(process.said()).toContain('"refused":"PAYEE_UNKNOWN"')
    expect(process.said()).not.toMatch(/sealed|passphrase|Test|finalScript/i)
  })

  it('does not start beside itself, and starts again where it was killed', async () => {
    await expect(process.start()).rejects.toThrow('answers at')
    expect(await left()).toBe(250_000n)
  })

  it('says that it is silent while nobody listens, and that another key is another key', async () => {
    await process.kill()
    await expect(left()).rejects.toMatchObject({ code: 'SIGNER_SILENT', retriable: true })
    await process.start()
    const other = bitcoinSignerAt({ ...process, address: THEIRS })
    await expect(other.view?.([])).rejects.toMatchObject({ code: 'SIGNER_OTHER' })
  })
})

describe('whoever holds the server and its database', () => {
  it('has nothing signed to themselves, however it is asked', async () => {
    const script = hex.encode(new Uint8Array([0, 20, ...new Uint8Array(20).fill(1)]))
    const stranger = { ...signer, script }
    expect(await refusal(signer.sign(asking({ 1: 10_000 }, [], undefined, stranger)))).toBe(
      'NOT_OURS',
    )
    const mine = { address: THEIRS, sat: 9_000 }
    const all = [
      ask({ 1: 10_000 }, [mine]),
      ask({ 1: 20_000 }, [{ address: LISTED, sat: 9_000 }, mine]),
      ask({ 1: 30_000 }, [change(9_000), mine, mine]),
    ]
    expect(await Promise.all(all.map(refusal))).toEqual(Array(3).fill('PAYEE_UNKNOWN'))
    for (const sighash of [
      SigHash.NONE,
      SigHash.SINGLE,
      SigHash.ALL_ANYONECANPAY,
      SigHash.NONE_ANYONECANPAY,
      SigHash.SINGLE_ANYONECANPAY,
    ])
      expect(await refusal(ask({ 1: 10_000 }, [{ address: LISTED, sat: 9_000 }], sighash))).toBe(
        'NOT_ALL_OF_IT',
      )
    expect(await refusal(ask({ 1: 200_000 }, [{ address: LISTED, sat: 9_000 }]))).toBe(
      'FEE_TOO_HIGH',
    )
    expect(await left()).toBe(250_000n)
  })

  it('has no more signed than leaves in an hour, in however many pieces, all at once, and after however many kills', async () => {
    const asked = Array.from({ length: 12 }, (_, at) =>
      refusal(ask({ [at + 1]: 50_000 }, [{ address: LISTED, sat: 49_000 }])),
    )
    const said = await Promise.all(asked)
    expect(said.filter(one => one === 'signed')).toHaveLength(5)
    expect(said.filter(one => one === 'HOUR_FULL')).toHaveLength(7)
    for (let kills = 0; kills < 3; kills++) {
      await process.kill()
      await process.start()
      expect(await left()).toBe(0n)
      expect(await refusal(ask({ 90: 50_000 }, [{ address: LISTED, sat: 49_000 }]))).toBe(
        'HOUR_FULL',
      )
    }
    // What was signed is signed again, for who lost the answer.
    const again = said.indexOf('signed') + 1
    expect(await refusal(ask({ [again]: 50_000 }, [{ address: LISTED, sat: 49_000 }]))).toBe(
      'signed',
    )
  })

  it('joins no two signatures that were made under two lies of what coins are worth', async () => {
    const pay = [{ address: LISTED, sat: 9_000 }]
    expect(await refusal(ask({ 1: 9_500, 2: 2_000 }, pay))).toBe('signed')
    expect(await refusal(ask({ 1: 2_000, 2: 9_500 }, pay))).toBe('TOLD_OTHERWISE')
    await process.kill()
    await process.start()
    expect(await refusal(ask({ 1: 2_000, 2: 9_500 }, pay))).toBe('TOLD_OTHERWISE')
  })

  it('does not confuse it with what is no question', async () => {
    const whole = Buffer.from(asking({ 1: 10_000 }, [{ address: LISTED, sat: 9_000 }]))
    const unsigned = whole.toString('base64')
    const bodies = [
      ...[
        '',
        'null',
        '{}',
        '[]',
        '{"unsigned":',
        '{"unsigned":1}',
        '{"unsigned":""}',
        '{"unsigned":"cHNidP8="}',
      ],
      JSON.stringify({ unsigned, also: 1 }),
      JSON.stringify({ unsigned: unsigned.slice(0, 40) }),
      ...[6, 20, 60, 100].map(at =>
        JSON.stringify({ unsigned: whole.subarray(0, at).toString('base64') }),
      ),
      JSON.stringify({ unsigned: 'A'.repeat(2_000_000) }),
    ]
    for (const path of ['/sign', '/view', '/key', '/'])
      for (const body of bodies)
        expect((await raw(path, body)) >= 400, `${path} ${body.slice(0, 60)}`).toBe(true)
    expect(await left()).toBe(250_000n)
    expect(readFileSync(join(process.dir, 'signed.jsonl'), 'utf8')).toBe('')
  })
})

describe('its folder', () => {
  const journal = () => join(process.dir, 'signed.jsonl')

  it('lets go of a last line that a crash cut off, and of no other', async () => {
    await ask({ 1: 50_000 }, [{ address: LISTED, sat: 49_000 }])
    await process.kill()
    const kept = readFileSync(journal(), 'utf8')
    writeFileSync(journal(), `${kept}{"at":17`)
    await process.start()
    expect(await left()).toBe(200_000n)
    expect(readFileSync(journal(), 'utf8')).toBe(kept)
    await process.kill()
    writeFileSync(journal(), `{"at":17}\n${kept}`)
    await expect(process.start()).rejects.toThrow('line 1: it is not what this signer writes')
  })

  it('does not open with rules that nobody could follow, and says which', async () => {
    await process.kill()
    const rules = join(process.dir, 'rules.json')
    writeFileSync(rules, JSON.stringify({ ...RULES, most_hour: { BTC: 100_000 } }))
    await expect(process.start()).rejects.toThrow('could never leave')
    const { most_fee: _, ...without } = RULES
    writeFileSync(rules, JSON.stringify(without))
    await expect(process.start()).rejects.toThrow('most_fee')
    writeFileSync(rules, JSON.stringify({ ...RULES, most_payment: { BTC: 1, USDC: 1 } }))
    await expect(process.start()).rejects.toThrow('most_payment')
    writeFileSync(rules, JSON.stringify({ ...RULES, most_hour: {} }))
    await expect(process.start()).rejects.toThrow('most_hour')
  })
})

function raw(path: string, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    const asked = request(
      { socketPath: process.socket, path, method: 'POST', headers },
      answer => void answer.resume().on('end', () => resolve(answer.statusCode ?? 0)),
    )
    // Who sends too much is cut off before they ended.
    asked.on('error', () => resolve(499))
    asked.on('close', () => reject(new Error('no answer')))
    asked.end(body)
  })
}
