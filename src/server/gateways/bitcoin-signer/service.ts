/**
 * A signer in a process of its own: it holds the treasury's key, and answers on a socket of this machine that only its owner and its group reach. Whoever
 * holds our server and our database gets no more out of it than its rules allow.
 */
import { chmodSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import fastify, { type FastifyInstance } from 'fastify'
import { scriptOf } from '../bitcoin/build-payout.ts'
import type { BitcoinSigner } from '../bitcoin/signer.ts'
import type { SignerFolder } from './folder.ts'
import { type Asked, judge, leftOf, type Refusal, refusalOf } from './rules.ts'
import { SignQuestion, ViewQuestion } from './talk.ts'

/** A hundred payees and as many coins take some 100 kB. */
const MOST_BYTES = 1024 * 1024

/** The service of a key and its folder, not listening yet. What it is asked and why it refused goes to `say`, one line each, without a key or a signature. */
export function signerService(
  signer: BitcoinSigner,
  folder: SignerFolder,
  { now, say }: { readonly now: () => number; readonly say: (line: object) => void },
): FastifyInstance {
  const { rules, history } = folder
  const service = fastify({ bodyLimit: MOST_BYTES })
  const refuse = (code: Refusal, about: object) => {
    say({ refused: code, ...about })
    return { refused: code }
  }
  service.post('/view', request => {
    const { payees } = ViewQuestion.parse(request.body)
    return {
      address: signer.address,
      most_payment_sat: String(rules.most_payment_sat),
      most_fee_sat: String(rules.most_fee_sat),
      left_sat: String(leftOf(rules, history, now())),
      refusals: payees.map(({ address, value_sat }) => {
        const script = scriptOf(address)
        return script === undefined
          ? 'PAYEE_UNKNOWN'
          : (refusalOf({ script, value_sat }, rules, folder.isListed) ?? null)
      }),
    }
  })
  service.post('/sign', async request => {
    const { psbt } = SignQuestion.parse(request.body)
    const asked = read(psbt, signer.script)
    const judged = judge(asked, {
      ...{ rules, history, script: signer.script, now: now() },
      isListed: folder.isListed,
    })
    if ('refusal' in judged) return refuse(judged.refusal, { txid: asked.txid })
    if (!judged.again) folder.keep(judged.signed)
    // Deterministic (RFC 6979): asked once more it is the same signature.
    const raw = await signer.sign(psbt)
    const { txid, leaves_sat } = judged.signed
    say({ signed: txid, leaves_sat: String(leaves_sat), again: judged.again })
    return { raw: hex.encode(raw) }
  })
  service.setErrorHandler((error, _, reply) => {
    say({ broken: error instanceof Error ? error.name : 'error' })
    return reply.code(400).send({ code: 'NOT_READ' })
  })
  return service
}

/** What a PSBT asks for. Throws where it is none, or an input does not say what it spends. */
function read(psbt: Uint8Array, own: string): Asked {
  const transaction = Transaction.fromPSBT(psbt)
  const spent = Array.from({ length: transaction.inputsLength }, (_, at) => {
    const { txid, index, witnessUtxo, nonWitnessUtxo, sighashType } = transaction.getInput(at)
    if (!txid || index === undefined || !witnessUtxo) throw new Error('an input says too little')
    if (nonWitnessUtxo) throw new Error('an input says twice what it spends')
    return {
      coin: `${hex.encode(txid)}:${index}`,
      value_sat: witnessUtxo.amount,
      script: hex.encode(witnessUtxo.script),
      sighash: sighashType,
    }
  })
  const outputs = Array.from({ length: transaction.outputsLength }, (_, at) => {
    const { script, amount } = transaction.getOutput(at)
    if (!script || amount === undefined) throw new Error('an output says too little')
    return { script: hex.encode(script), value_sat: amount }
  })
  return {
    txid: transaction.id,
    spent,
    paid: outputs.filter(({ script }) => script !== own),
    change_sat: outputs
      .filter(({ script }) => script === own)
      .reduce((sum, { value_sat }) => sum + value_sat, 0n),
  }
}

/** Listens at a path; where a signer answers there already it throws, and takes the place of one that was killed. */
export async function listenAt(service: FastifyInstance, path: string): Promise<void> {
  if (await answers(path)) throw new Error(`a signer answers at ${path} already`)
  rmSync(path, { force: true })
  const before = process.umask(0o117)
  try {
    await service.listen({ path })
  } finally {
    process.umask(before)
  }
  chmodSync(path, 0o660)
}

function answers(path: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(path)
    const end = (answered: boolean) => {
      socket.destroy()
      resolve(answered)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })
}
