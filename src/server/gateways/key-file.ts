/**
 * A treasury's key in a file: encrypted under a passphrase (scrypt, AES-256-GCM), with the address of what it holds in clear beside it, which cannot be
 * changed without the file failing to open.
 */
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { GatewayError } from './gateway-error.ts'

/** OWASP's least for scrypt, of 128 MiB (cheatsheetseries.owasp.org, "Password Storage"). */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }

const base64 = z.base64().transform(text => Buffer.from(text, 'base64'))
const KeyFile = z.strictObject({
  kind: z.string(),
  address: z.string(),
  salt: base64,
  nonce: base64,
  sealed: base64,
})

/** Keeps a key in a new file that only its owner may read, encrypted. Throws where there is such a file. */
export function writeKeyFile(
  path: string,
  passphrase: string,
  { chain, key, address }: { readonly chain: string; key: Uint8Array; address: string },
): void {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase, salt), nonce)
  cipher.setAAD(Buffer.from(address))
  const sealed = Buffer.concat([cipher.update(key), cipher.final(), cipher.getAuthTag()])
  const written = Object.entries({ salt, nonce, sealed }).map(([name, bytes]) => [
    name,
    bytes.toString('base64'),
  ])
  const content = { kind: kindOf(chain), address, ...Object.fromEntries(written) }
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
}

/** The key of a file that was written for the same chain. Throws <CHAIN>_KEY_NOT_OPENED where the passphrase is another, or the file is not whole. */
export function readKeyFile(path: string, passphrase: string, chain: string): Uint8Array {
  try {
    const { kind, address, salt, nonce, sealed } = KeyFile.parse(
      JSON.parse(readFileSync(path, 'utf8')),
    )
    if (kind !== kindOf(chain)) throw new Error(`it is a ${kind}`)
    const decipher = createDecipheriv('aes-256-gcm', keyOf(passphrase, salt), nonce)
    decipher.setAAD(Buffer.from(address))
    decipher.setAuthTag(sealed.subarray(-16))
    return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  } catch (cause) {
    throw new GatewayError(
      `${chain.toUpperCase()}_KEY_NOT_OPENED`,
      'the key of the treasury cannot be opened',
      { retriable: false, cause },
    )
  }
}

function kindOf(chain: string): string {
  return `corridor-${chain}-key`
}

function keyOf(passphrase: string, salt: Buffer): Buffer {
  return scryptSync(passphrase.normalize('NFKC'), salt, 32, SCRYPT)
}
