/**
 * A signer in a process of its own: it holds the treasury's key on a chain, and answers on a socket of this machine that only its owner and its group reach. Whoever
 * holds our server and our database gets no more out of it than its rules allow.
 */
import { chmodSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import type { SignerChain, SignerKey } from './chain.ts'
import type { SignerFolder } from './folder.ts'
import { judge, leftOf, type Refusal, refusalOf } from './rules.ts'
import { SignQuestion, toJson, ViewQuestion } from './talk.ts'

/** A hundred payees and as many coins take some 100 kB. */
const MOST_BYTES = 1024 * 1024

/** The service of a key and its folder, not listening yet. What it is asked and why it refused goes to `say`, one line each, without a key or a signature. */
export function signerService(
  { payeeOf }: SignerChain,
  key: SignerKey,
  folder: SignerFolder,
  { now, say }: { readonly now: () => number; readonly say: (line: object) => void },
): FastifyInstance {
  const { rules, history } = folder
  const service = fastify({ bodyLimit: MOST_BYTES })
  const refuse = (code: Refusal, about: object) => {
    say({ refused: code, ...about })
    return { refused: code }
  }
  service.setReplySerializer(of => toJson(of as object))
  service.post('/view', request => {
    const { payees } = ViewQuestion.parse(request.body)
    const isListed = folder.readList()
    return {
      address: key.address,
      most_payment: rules.most_payment,
      most_fee: rules.most_fee,
      left: leftOf(rules, history, now()),
      refusals: payees.map(({ address, currency, amount }) => {
        const payee = payeeOf(address)
        return payee === undefined
          ? 'PAYEE_UNKNOWN'
          : (refusalOf({ payee, currency, amount }, rules, isListed) ?? null)
      }),
    }
  })
  service.post('/sign', async request => {
    const { unsigned } = SignQuestion.parse(request.body)
    const asked = await key.read(unsigned)
    if ('refusal' in asked) return refuse(asked.refusal, {})
    const judged = judge(asked, {
      ...{ rules, history, isListed: folder.readList(), now: now() },
    })
    if ('refusal' in judged) return refuse(judged.refusal, { id: asked.id })
    if (!judged.again) folder.keep(judged.signed)
    // Deterministic on every chain: asked once more it is the same signature.
    const signed = await key.sign(unsigned)
    const { id, leaves } = judged.signed
    say({ signed: id, leaves, again: judged.again })
    return { signed: Buffer.from(signed).toString('base64') }
  })
  service.setErrorHandler((error, _, reply) => {
    say({ broken: error instanceof Error ? error.name : 'error' })
    return reply.code(400).send({ code: 'NOT_READ' })
  })
  return service
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
