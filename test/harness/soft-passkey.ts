/** A passkey in software: answers WebAuthn's options as a browser with an authenticator does, as badly as a test wants. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

export type SoftPasskey = {
  readonly id: string
  /** The answer to `generate-register-options`. */
  register(options: Readonly<Record<string, unknown>>, flags?: number): object
  /** The answer to `generate-authenticate-options`. */
  prove(options: Readonly<Record<string, unknown>>, flags?: number): object
}

/** Flags of authenticator data (WebAuthn, 6.1): user present, user verified, credential included. */
const PRESENT = 0x01
const VERIFIED = 0x04
const INCLUDED = 0x40

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64 = (data: string | Buffer) => Buffer.from(data).toString('base64url')

/** CBOR of what attestations are made of (RFC 8949). */
function cbor(value: unknown): Buffer {
  const head = (major: number, n: number) =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = value instanceof Map ? [...value] : Object.entries(value as object)
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)])
}

/** A new one for pages at `origin`. */
export function softPasskey(origin: string): SoftPasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credential = randomBytes(32)
  const id = base64(credential)
  const rp = sha256(new URL(origin).hostname)
  let counter = 0

  const authData = (flags: number, more = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    return Buffer.concat([rp, Buffer.from([flags]), count, more])
  }
  const clientData = (type: string, { challenge }: Readonly<Record<string, unknown>>) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const answer = (response: object) => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    id,
    register: (options, flags = PRESENT | VERIFIED) => {
      const length = Buffer.from([0, credential.length])
      const data = authData(
        flags | INCLUDED,
        Buffer.concat([Buffer.alloc(16), length, credential, coseKey(publicKey)]),
      )
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', {}],
        ['authData', data],
      ])
      return answer({
        clientDataJSON: base64(clientData('webauthn.create', options)),
        attestationObject: base64(cbor(attestation)),
        transports: ['internal'],
      })
    },
    prove: (options, flags = PRESENT | VERIFIED) => {
      const data = authData(flags)
      const client = clientData('webauthn.get', options)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return answer({
        clientDataJSON: base64(client),
        authenticatorData: base64(data),
        signature: base64(signature),
      })
    },
  }
}

function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}
