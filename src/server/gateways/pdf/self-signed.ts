/**
 * A self-signed X.509 version 3 certificate (RFC 5280) for demonstrations and tests, written in DER by hand because
 * node:crypto reads certificates but does not make them. PDF readers show such a seal as intact, by an unknown signer.
 */
import { createHash, generateKeyPair, randomBytes, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { nothing, oid, sequence, tag } from './der.ts'

/** A private key (PKCS#8) and its certificate as PEM text, which is how a seal is configured and kept. */
export type SealIdentity = { readonly key_pem: string; readonly certificate_pem: string }

const RSA_BITS = 3072
const VALID_YEARS = 5
const OID = {
  commonName: '550403',
  sha256WithRsa: '2a864886f70d01010b',
  basicConstraints: '551d13',
  keyUsage: '551d0f',
  subjectKeyIdentifier: '551d0e',
} as const

/** Makes an RSA key and a certificate for it, valid for five years from `valid_from`, for signing documents only. */
export async function createSelfSignedSeal(
  commonName: string,
  valid_from: Date,
): Promise<SealIdentity> {
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: RSA_BITS })
  const publicKey = pair.publicKey.export({ type: 'spki', format: 'der' })
  const body = certificateBody(commonName, publicKey, valid_from)
  const signature = sign('sha256', body, pair.privateKey)
  const certificate = sequence(body, algorithm(), bitString(signature))
  return {
    key_pem: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate_pem: pem('CERTIFICATE', certificate),
  }
}

function certificateBody(commonName: string, publicKey: Buffer, valid_from: Date): Buffer {
  const valid_to = new Date(valid_from)
  valid_to.setUTCFullYear(valid_from.getUTCFullYear() + VALID_YEARS)
  const name = sequence(
    tag(0x31, sequence(oid(OID.commonName), tag(0x0c, Buffer.from(commonName)))),
  )
  const keyIdentifier = createHash('sha1').update(publicKey).digest()
  const isCritical = tag(0x01, Buffer.of(0xff))
  return sequence(
    tag(0xa0, tag(0x02, Buffer.of(2))),
    tag(0x02, serialNumber()),
    algorithm(),
    name,
    sequence(time(valid_from), time(valid_to)),
    name,
    publicKey,
    tag(
      0xa3,
      sequence(
        // Not an authority; digital signature and non-repudiation only.
        sequence(oid(OID.basicConstraints), isCritical, tag(0x04, sequence())),
        sequence(oid(OID.keyUsage), isCritical, tag(0x04, tag(0x03, Buffer.of(6, 0xc0)))),
        sequence(oid(OID.subjectKeyIdentifier), tag(0x04, tag(0x04, keyIdentifier))),
      ),
    ),
  )
}

/** Sixteen random bytes, positive and without a leading zero byte, as DER asks of integers. */
function serialNumber(): Buffer {
  const serial = randomBytes(16)
  serial.writeUInt8((serial.readUInt8(0) & 0x3f) | 0x40, 0)
  return serial
}

function time(at: Date): Buffer {
  const digits = at.toISOString().replace(/[-:T]|\.\d+/g, '')
  // RFC 5280, 4.1.2.5: two-digit years until 2049.
  return at.getUTCFullYear() < 2050
    ? tag(0x17, Buffer.from(digits.slice(2)))
    : tag(0x18, Buffer.from(digits))
}

const algorithm = (): Buffer => sequence(oid(OID.sha256WithRsa), nothing())
const bitString = (bytes: Buffer): Buffer => tag(0x03, Buffer.concat([Buffer.of(0), bytes]))

function pem(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}
