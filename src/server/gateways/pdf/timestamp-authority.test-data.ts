/** A small timestamp authority (RFC 3161) on this machine: signs what it is asked about with a key of its own. */
import { createHash, createPrivateKey, sign, X509Certificate } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { nothing, oid, sequence, tag } from './der.ts'
import { createSelfSignedSeal } from './self-signed.ts'

const OID = {
  signedData: '2a864886f70d010702',
  tstInfo: '2a864886f70d0109100104',
  sha256: '608648016503040201',
  rsa: '2a864886f70d010101',
  contentType: '2a864886f70d010903',
  messageDigest: '2a864886f70d010904',
  policy: '2a0304',
} as const

const sha256 = () => sequence(oid(OID.sha256), nothing())
const integer = (value: number) => tag(0x02, Buffer.of(value))
const set = (...parts: Buffer[]) => tag(0x31, Buffer.concat(parts))

export type Authority = {
  readonly url: string
  /** What it does with the next requests. */
  mode: 'right' | 'about something else' | 'refuses'
  close(): Promise<void>
}

/** Starts it; each of its tokens says the given time. */
export async function startAuthority(at: Date): Promise<Authority> {
  const identity = await createSelfSignedSeal('Timestamps for tests', new Date('2026-01-01'))
  const key = createPrivateKey(identity.key_pem)
  const certificate = Buffer.from(new X509Certificate(identity.certificate_pem).raw)
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      if (authority.mode === 'refuses') return response.writeHead(503).end()
      const query = Buffer.concat(chunks)
      // The digest is the octet string of 32 bytes after the identifier of SHA-256.
      const from = query.indexOf(Buffer.of(0x04, 0x20)) + 2
      const asked = Buffer.from(query.subarray(from, from + 32))
      const about = authority.mode === 'right' ? asked : createHash('sha256').update('x').digest()
      const token = tokenOf(tstInfo(about, at), certificate, bytes => sign('sha256', bytes, key))
      response.writeHead(200, { 'content-type': 'application/timestamp-reply' })
      response.end(sequence(sequence(integer(0)), token))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const authority: Authority = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr`,
    mode: 'right',
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
  return authority
}

function tstInfo(digest: Buffer, at: Date): Buffer {
  const digits = `${at
    .toISOString()
    .replace(/[-:T]|\.\d+/g, '')
    .replace('Z', '')}Z`
  return sequence(
    integer(1),
    oid(OID.policy),
    sequence(sha256(), tag(0x04, digest)),
    integer(7),
    tag(0x18, Buffer.from(digits)),
  )
}

function tokenOf(info: Buffer, certificate: Buffer, signed: (bytes: Buffer) => Buffer): Buffer {
  const digest = createHash('sha256').update(info).digest()
  const attributes = Buffer.concat([
    sequence(oid(OID.contentType), set(oid(OID.tstInfo))),
    sequence(oid(OID.messageDigest), set(tag(0x04, digest))),
  ])
  const issuerAndSerial = sequence(issuerOf(certificate), serialOf(certificate))
  const signer = sequence(
    integer(1),
    issuerAndSerial,
    sha256(),
    tag(0xa0, attributes),
    sequence(oid(OID.rsa), nothing()),
    // RFC 5652, 5.4: signed as a SET, although written with an implicit tag.
    tag(0x04, signed(tag(0x31, attributes))),
  )
  const data = sequence(
    integer(3),
    set(sha256()),
    sequence(oid(OID.tstInfo), tag(0xa0, tag(0x04, info))),
    tag(0xa0, certificate),
    set(signer),
  )
  return sequence(oid(OID.signedData), tag(0xa0, data))
}

/** The fields of the certificate's body: version, serial number, algorithm, issuer. */
function fieldsOf(certificate: Buffer): Buffer[] {
  const inside = (element: Buffer) => element.subarray(headOf(element))
  const fields: Buffer[] = []
  let rest = inside(partsOf(inside(certificate))[0] ?? Buffer.alloc(0))
  while (rest.length > 0) {
    const length = lengthOf(rest)
    fields.push(rest.subarray(0, length))
    rest = rest.subarray(length)
  }
  return fields
}

const serialOf = (certificate: Buffer) => fieldsOf(certificate)[1] ?? Buffer.alloc(0)
const issuerOf = (certificate: Buffer) => fieldsOf(certificate)[3] ?? Buffer.alloc(0)

function partsOf(content: Buffer): Buffer[] {
  return [content.subarray(0, lengthOf(content))]
}

function headOf(element: Buffer): number {
  const first = element.readUInt8(1)
  return first < 0x80 ? 2 : 2 + (first - 0x80)
}

function lengthOf(element: Buffer): number {
  const first = element.readUInt8(1)
  const head = headOf(element)
  return head + (first < 0x80 ? first : element.readUIntBE(2, head - 2))
}
