/** Keeps short secrets unreadable in cookies and tables: AES-256-GCM (as a JWE, RFC 7516) under a key made of AUTH_SECRET. */
import { hkdfSync } from 'node:crypto'
import { EncryptJWT, type JWTPayload, jwtDecrypt } from 'jose'

export type SealedBox<T> = {
  /** Encrypts a value for one place, such as the row that it is kept in. */
  seal(value: T, place: string): Promise<string>
  /** What was sealed for this place; undefined for anything else, as after AUTH_SECRET changed. */
  open(sealed: string, place: string): Promise<T | undefined>
}

/** A box of its own for each purpose: what one sealed opens in no other (HKDF, RFC 5869). */
export function sealedBox<T extends JWTPayload>(secret: string, purpose: string): SealedBox<T> {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', `corridor ${purpose}`, 32))
  const header = { alg: 'dir', enc: 'A256GCM' } as const
  return {
    seal: (value, place) =>
      new EncryptJWT(value).setProtectedHeader(header).setSubject(place).encrypt(key),
    open: async (sealed, place) => {
      const opened = await jwtDecrypt<T>(sealed, key, {
        subject: place,
        keyManagementAlgorithms: [header.alg],
        contentEncryptionAlgorithms: [header.enc],
      }).catch(() => undefined)
      return opened?.payload
    },
  }
}
