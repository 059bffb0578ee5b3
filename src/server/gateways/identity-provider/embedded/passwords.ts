/** Which new passwords are taken, and how they are kept. */

import { hash as argon2, verify as argon2Verify } from '@node-rs/argon2'
import commonPasswords from 'fxa-common-password-list'
import { passwordProblems } from '#domain/identity/password.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'

// OWASP's first choice for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane.
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Said of a password that leaked before (ASVS 5.0, 6.2.12). */
export const BREACHED = textOf('identity.passwords.leaked')

/** Hashing and checking as better-auth wants them. */
export const passwordHashing = {
  hash: (password: string) => argon2(password, ARGON2),
  verify: ({ hash, password }: { hash: string; password: string }) => argon2Verify(hash, password),
}

/** The first reason why a password may not be chosen; undefined when it may. */
export function passwordProblem(password: string): Text | undefined {
  return passwordProblems(password)[0] ?? (isBreached(password) ? BREACHED : undefined)
}

const LOOKS_LIKE: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/**
 * Whether a password, or what it plainly was before digits and signs were put around and into it, is among those that
 * leaked most often. The list is part of the installation; nobody is asked.
 */
export function isBreached(password: string): boolean {
  const low = password.toLowerCase()
  const withoutSigns = low.replace(/[^\p{L}\p{N}]+$/u, '')
  const wordAlone = low.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return [low, withoutSigns, wordAlone].some(
    text => commonPasswords.test(text) || commonPasswords.test(spelledOut(text)),
  )
}

function spelledOut(text: string): string {
  return text.replace(/[0-9@$!]/g, sign => LOOKS_LIKE[sign] ?? sign)
}
