/** One call by gRPC: a message is posted, and another comes back. Nothing more of it is needed to offer a transaction. */
import { Client, credentials, type ServiceError, status } from '@grpc/grpc-js'
import { chainError } from '../tokens/token-chain.ts'

const ANSWERS_WITHIN_MS = 20_000
const MOST_BYTES = 64 * 1024

/** What is no refusal of a call, but says that it, or its answer, did not come through. */
const SILENT: readonly status[] = [
  status.CANCELLED,
  status.UNKNOWN,
  status.DEADLINE_EXCEEDED,
  status.RESOURCE_EXHAUSTED,
  status.INTERNAL,
  status.UNAVAILABLE,
]

/** Asks a host (`host:port`). Throws CHAIN_SILENT where nothing answers whole, and CHAIN_OTHER where the call is refused as such. */
export async function callAt(host: string, path: string, message: Uint8Array): Promise<Uint8Array> {
  const client = new Client(host, credentials.createInsecure(), {
    'grpc.max_receive_message_length': MOST_BYTES,
    // What nobody answers is offered again by whoever asks, and not from here.
    'grpc.enable_retries': 0,
  })
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      const asBytes = (bytes: Uint8Array) => Buffer.from(bytes)
      const deadline = Date.now() + ANSWERS_WITHIN_MS
      client.makeUnaryRequest(path, asBytes, asBytes, message, { deadline }, (error, answer) =>
        answer ? resolve(answer) : reject(refusal(path, error)),
      )
    })
  } finally {
    client.close()
  }
}

function refusal(path: string, error: ServiceError | null) {
  return error && !SILENT.includes(error.code)
    ? chainError('OTHER', `${path}: refused (${error.code})`)
    : chainError('SILENT', `a node of the network does not answer ${path}`, error)
}
