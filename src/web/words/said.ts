import type { Text } from '#domain/kernel/words.ts'

/** Says what a rule or the server answered; `t` says the words of the part of the catalogue in which its text stands. */
export function said(t: (key: never, params: never) => string, { text, params }: Text): string {
  return t(text.slice(text.lastIndexOf('.') + 1) as never, params as never)
}
