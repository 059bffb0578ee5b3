import { describe, expect, it } from 'vitest'
import { seeded } from '#test/harness/random.ts'
import { keyBits, textBits } from './secret-strength.ts'

/** What `serve` asks of AUTH_SECRET, and of a key. */
const ENOUGH = 90
const ENOUGH_KEY = 128

// The same draws in every run: of hundreds of thousands a few would read like words by chance.
const random = seeded(2026)
const bytes = (length: number) =>
  Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)))
const drawn = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('')

describe('the estimate of a secret', () => {
  it.each<[string, () => string]>([
    ['openssl rand -base64 32', () => bytes(32).toString('base64')],
    ['32 bytes in base64url', () => bytes(32).toString('base64url')],
    ['24 bytes in base64', () => bytes(24).toString('base64')],
    ['openssl rand -hex 32', () => bytes(32).toString('hex')],
    ['hex in capitals', () => bytes(32).toString('hex').toUpperCase()],
    [
      '32 letters and digits',
      () => drawn('ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789', 32),
    ],
    [
      '40 printable characters',
      () => drawn(String.fromCharCode(...Array.from({ length: 94 }, (_, n) => 33 + n)), 40),
    ],
  ])('leaves %s enough, every time', (_name, make) => {
    const secrets = Array.from({ length: 1000 }, make)
    expect(secrets.filter(secret => textBits(secret) < ENOUGH)).toEqual([])
  })

  it.each([
    '',
    'short',
    'abcdefghijklmnopqrstuvwxyzabcdefghij',
    'zyxwvutsrqponmlkjihgfedcba9876543210',
    '0123456789012345678901234567890123456789',
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    'abababababababababababababababababababab',
    'x7Kq9!x7Kq9!x7Kq9!x7Kq9!x7Kq9!x7Kq9!x7Kq9!',
    'x7Kq9!Zr!9qK7xx7Kq9!Zr!9qK7x',
    'qwertyuiopasdfghjklzxcvbnm1234567890',
    '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
    'passwordpasswordpasswordpassword1234',
    'Password123!Password123!Password123!',
    'MyS3cretP4ssword!2026Production#Corridor',
    'changeme-changeme-changeme-changeme-please',
    'this is the secret of our production server do not tell',
    'correct horse battery staple',
    'corridor-production-auth-secret-2026-11-21',
    'the-quick-brown-fox-jumps-over-the-lazy-dog',
    '123e4567-e89b-12d3-a456-426614174000'.slice(0, 19).repeat(2),
    'a secret that only this test knows, of some length',
    'deadbeefdeadbeefdeadbeefdeadbeef',
    '00112233445566778899aabbccddeeff',
    'ZZZZZZZZZZYYYYYYYYYYXXXXXXXXXXWWWWWWWWWW',
  ])('finds %j weak', secret => {
    expect(textBits(secret)).toBeLessThan(ENOUGH)
  })

  it('takes a dozen words that were drawn', () => {
    const words =
      'gravel umbrella seventy pickle orbit handsome cactus violin thunder napkin dolphin ember harvest'
    expect(textBits(words)).toBeGreaterThan(ENOUGH)
  })
})

describe('the estimate of a key', () => {
  it('leaves 32 random bytes enough, every time', () => {
    const weak = Array.from({ length: 1000 }, () => bytes(32)).filter(
      key => keyBits(key) < ENOUGH_KEY,
    )
    expect(weak).toEqual([])
  })

  it.each<[string, Buffer]>([
    ['zeros', Buffer.alloc(32)],
    ['one byte 32 times', Buffer.alloc(32, 0xa7)],
    ['0 to 31', Buffer.from(Array.from({ length: 32 }, (_, n) => n))],
    ['255 downwards', Buffer.from(Array.from({ length: 32 }, (_, n) => 255 - n))],
    [
      '16 bytes twice',
      Buffer.concat(
        Array.from({ length: 2 }, () => Buffer.from('8f03c1d45a9be62770fe19ac33d2b845', 'hex')),
      ),
    ],
    [
      '8 bytes 4 times',
      Buffer.concat(Array.from({ length: 4 }, () => Buffer.from('8f03c1d45a9be627', 'hex'))),
    ],
    [
      'a few random bytes in many zeros',
      Buffer.concat([Buffer.alloc(24), Buffer.from('8f03c1d45a9be627', 'hex')]),
    ],
    ['a sentence', Buffer.from('this is a master key of 32 bytes')],
    ['hexadecimal that was taken for bytes', Buffer.from('0123456789abcdef0123456789abcdef')],
  ])('finds %s weak', (_name, key) => {
    expect(keyBits(key)).toBeLessThan(ENOUGH_KEY)
  })
})
