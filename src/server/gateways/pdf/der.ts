/** The few elements of DER (ITU-T X.690) that a certificate and a timestamp are made of. */

/** One element: its tag, its length and its content. */
export function tag(type: number, content: Buffer): Buffer {
  const length = content.length
  if (length < 0x80) return Buffer.concat([Buffer.of(type, length), content])
  const size =
    length < 0x100 ? Buffer.of(0x81, length) : Buffer.of(0x82, length >> 8, length & 0xff)
  return Buffer.concat([Buffer.of(type), size, content])
}

export const sequence = (...parts: Buffer[]): Buffer => tag(0x30, Buffer.concat(parts))
/** An identifier by the bytes of its content, in hex. */
export const oid = (hex: string): Buffer => tag(0x06, Buffer.from(hex, 'hex'))
export const nothing = (): Buffer => tag(0x05, Buffer.alloc(0))
