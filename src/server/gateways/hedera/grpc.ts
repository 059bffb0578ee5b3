/** One call by gRPC (grpc.io, "gRPC over HTTP2"): a message is posted, and another comes back. Nothing more of it is needed to offer a transaction. */
import { connect } from 'node:http2'
import { chainError } from '../tokens/token-chain.ts'

const ANSWERS_WITHIN_MS = 20_000
const MOST_BYTES = 64 * 1024
/** Before a message: that it is not compressed, and its length. */
const HEAD = 5

/** Asks a host (`host:port`). Throws CHAIN_SILENT where nothing answers whole, and CHAIN_OTHER where the call is refused as such. */
export function callAt(host: string, path: string, message: Uint8Array): Promise<Uint8Array> {
  const head = Buffer.alloc(HEAD)
  head.writeUInt32BE(message.length, 1)
  return new Promise((resolve, reject) => {
    const session = connect(`http://${host}`)
    const end = (error: Error) => {
      session.destroy()
      reject(error)
    }
    const silent = () => end(chainError('SILENT', `a node of the network does not answer ${path}`))
    const timer = setTimeout(silent, ANSWERS_WITHIN_MS)
    session.on('error', silent).on('close', () => clearTimeout(timer))
    const stream = session.request({
      ...{ ':method': 'POST', ':path': path },
      ...{ 'content-type': 'application/grpc', te: 'trailers' },
    })
    const chunks: Buffer[] = []
    let length = 0
    let status: unknown
    stream.on('response', headers => {
      status = headers['grpc-status']
    })
    stream.on('trailers', trailers => {
      status = trailers['grpc-status']
    })
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      length += chunk.length
      if (length > MOST_BYTES) silent()
    })
    stream.on('error', silent)
    stream.on('end', () => {
      const answer = Buffer.concat(chunks)
      if (status === undefined) return silent()
      if (status !== '0') return end(chainError('OTHER', `${path}: refused (${status})`))
      if (answer.length < HEAD || answer.length !== HEAD + answer.readUInt32BE(1)) return silent()
      session.close()
      return resolve(answer.subarray(HEAD))
    })
    stream.end(Buffer.concat([head, message]))
  })
}
