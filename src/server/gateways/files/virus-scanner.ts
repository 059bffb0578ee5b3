import { connect, type Socket } from 'node:net'
import { GatewayError } from '#server/gateways/gateway-error.ts'

/** The port to whoever knows viruses. */
export type VirusScanner = {
  /** What was found in the bytes, by its name, or undefined. Throws a retriable GatewayError SCANNER_UNAVAILABLE. */
  scan(bytes: Uint8Array): Promise<string | undefined>
}

const TIMEOUT_MS = 30_000
const PART_BYTES = 64 * 1024

/**
 * Asks clamd by its INSTREAM command (clamd(8)): `url` is `tcp://host:port` or `unix:/path`. Nothing is written on this side; an
 * answer that is neither clean nor infected counts as no answer.
 */
export function createClamdScanner(url: string, timeout_ms = TIMEOUT_MS): VirusScanner {
  return {
    scan: async bytes => {
      const answer = await ask(url, bytes, timeout_ms)
      const [, name] = /^stream: (.+) FOUND$/.exec(answer) ?? []
      if (name) return name
      if (answer === 'stream: OK') return undefined
      throw unavailable(new Error(`clamd said: ${answer.slice(0, 200)}`))
    },
  }
}

/** A scanner for tests and for trying things out: it knows one signature, as a text. */
export function createSignatureScanner(signature: string, name: string): VirusScanner {
  return { scan: async bytes => (Buffer.from(bytes).includes(signature) ? name : undefined) }
}

function ask(url: string, bytes: Uint8Array, timeout_ms: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = open(url)
    let answer = ''
    socket.setTimeout(timeout_ms, () => socket.destroy(new Error('clamd took too long')))
    socket.setEncoding('latin1')
    socket.on('data', (part: string) => {
      answer += part
      // Answers end in a zero, as the command did.
      if (answer.includes('\0') || answer.length > 1000) socket.end()
    })
    socket.on('error', cause => reject(unavailable(cause)))
    socket.on('close', () => {
      const [said = ''] = answer.split('\0')
      if (said) resolve(said)
      else reject(unavailable(new Error('clamd ended without an answer')))
    })
    socket.write('zINSTREAM\0')
    for (let at = 0; at < bytes.length; at += PART_BYTES) {
      const part = bytes.subarray(at, at + PART_BYTES)
      socket.write(lengthOf(part.length))
      socket.write(part)
    }
    socket.write(lengthOf(0))
  })
}

function open(url: string): Socket {
  const { protocol, hostname, port, pathname } = new URL(url)
  if (protocol === 'unix:') return connect({ path: pathname })
  return connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) })
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

function unavailable(cause: unknown): GatewayError {
  const message = 'The virus scanner could not be asked.'
  return new GatewayError('SCANNER_UNAVAILABLE', message, { retriable: true, cause })
}
