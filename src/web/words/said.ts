/** A text as rules answer it, or as the server sends it beside its sentence. */
type Said = {
  readonly text: string
  readonly params?: Readonly<Record<string, unknown>> | undefined
}
type Says = { (key: never, params: never): string; has(key: never): boolean }

/**
 * Says what a rule or the server answered; `t` says the words of a part of the catalogue in which its text stands, at any depth. A server
 * that is newer than this page may say what the page has no words for: then its `sentence` stands.
 */
export function said(t: Says, { text, params = {} }: Said, sentence?: string): string {
  const steps = text.split('.')
  const tails = steps.map((_, at) => steps.slice(at).join('.') as never)
  const key = tails.findLast(tail => t.has(tail)) ?? (steps.at(-1) as never)
  if (sentence !== undefined && !t.has(key)) return sentence
  const values = Object.entries(params).map(([name, value]) => [
    name,
    isSaid(value) ? said(t, value) : value,
  ])
  return t(key, Object.fromEntries(values) as never)
}

function isSaid(value: unknown): value is Said {
  return typeof value === 'object' && value !== null && 'text' in value
}
