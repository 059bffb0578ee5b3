/**
 * The seal of a document: one PAdES signature (ETSI EN 319 142, CAdES detached) of the platform over all bytes, added
 * incrementally, so that the document itself is not rewritten and a PDF reader says when a byte was changed.
 */
import { createPrivateKey, webcrypto, X509Certificate } from 'node:crypto'
import {
  CryptoKeySigner,
  HttpTimestampAuthority,
  P12Signer,
  PDF,
  type Signer,
  type TimestampAuthority,
} from '@libpdf/core'
import { GatewayError } from '#server/gateways/gateway-error.ts'
import type { SealIdentity } from './self-signed.ts'

/** What to seal with: a PKCS#12 file with its password, or a key and certificate as PEM; RSA or ECDSA P-256. */
export type SealMaterial =
  | { readonly p12: Uint8Array; readonly password: string }
  | (SealIdentity & { readonly chain_pem?: readonly string[] })

/** What the seal says: why, in whose name, and when. Without a timestamp authority the time is the platform's claim. */
export type SealStatement = {
  readonly reason: string
  readonly name: string
  readonly signed_at: Date
}

/** The port through which documents are sealed. */
export type PdfSealer = {
  /** Adds the seal; the result opens in any PDF reader. Throws GatewayError SEAL_FAILED. */
  sealPdf(bytes: Uint8Array, statement: SealStatement): Promise<Uint8Array>
}

/** How long an authority may take: a signature waits for it. */
const TIMESTAMP_TIMEOUT_MS = 10_000

/**
 * A sealer for the given key material. With `timestamp_url` (RFC 3161) the time is proven by that authority. Throws
 * GatewayError SEAL_KEY_INVALID when the material does not open or key and certificate do not belong together.
 */
export async function createPdfSealer(
  material: SealMaterial,
  options: { timestamp_url?: string } = {},
): Promise<PdfSealer> {
  const signer = await openMaterial(material)
  const authority = options.timestamp_url ? authorityAt(options.timestamp_url) : undefined
  return {
    async sealPdf(bytes, { reason, name, signed_at }) {
      try {
        const pdf = await PDF.load(bytes)
        const sealed = await pdf.sign({
          signer,
          reason: literal(reason),
          contactInfo: literal(name),
          signingTime: signed_at,
          subFilter: 'ETSI.CAdES.detached',
          ...(authority ? { level: 'B-T', timestampAuthority: authority } : {}),
        })
        return sealed.bytes
      } catch (cause) {
        // Only the timestamp authority is outside of this process, so only with it can a later attempt differ.
        const retriable = authority !== undefined
        throw new GatewayError('SEAL_FAILED', 'The document could not be sealed.', {
          retriable,
          cause,
        })
      }
    },
  }
}

/** The authority of an address. What it answers must be about what it was asked: the library takes any token. */
function authorityAt(url: string): TimestampAuthority {
  const authority = new HttpTimestampAuthority(url, { timeout: TIMESTAMP_TIMEOUT_MS })
  return {
    async timestamp(digest, algorithm) {
      const token = await authority.timestamp(digest, algorithm)
      if (Buffer.from(token).includes(digest)) return token
      throw new Error('The timestamp authority answered about something else.')
    },
  }
}

// The library escapes these three twice, so that readers would show the backslashes.
const literal = (text: string): string =>
  text.replace(/\(/g, '[').replace(/\)/g, ']').replace(/\\/g, '/')

async function openMaterial(material: SealMaterial): Promise<Signer> {
  try {
    if ('p12' in material) return await P12Signer.create(material.p12, material.password)
    return await openPem(material)
  } catch (cause) {
    const message = 'The key and certificate for sealing do not open or do not belong together.'
    throw new GatewayError('SEAL_KEY_INVALID', message, { retriable: false, cause })
  }
}

async function openPem(
  material: SealIdentity & { chain_pem?: readonly string[] },
): Promise<Signer> {
  const key = createPrivateKey(material.key_pem)
  const certificate = new X509Certificate(material.certificate_pem)
  if (!certificate.checkPrivateKey(key)) throw new Error('The certificate is of another key.')
  const isRsa = key.asymmetricKeyType === 'rsa'
  const parameters = isRsa
    ? { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
    : { name: 'ECDSA', namedCurve: 'P-256' }
  const pkcs8 = key.export({ type: 'pkcs8', format: 'der' })
  const cryptoKey = await webcrypto.subtle.importKey('pkcs8', pkcs8, parameters, false, ['sign'])
  return new CryptoKeySigner(
    cryptoKey,
    new Uint8Array(certificate.raw),
    isRsa ? 'RSA' : 'EC',
    isRsa ? 'RSASSA-PKCS1-v1_5' : 'ECDSA',
    (material.chain_pem ?? []).map(each => new Uint8Array(new X509Certificate(each).raw)),
  )
}
