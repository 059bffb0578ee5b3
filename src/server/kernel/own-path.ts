const LONGEST = 2000

/**
 * A path of our own pages to go to after a log-in, or undefined for anything else: another site however it is spelled, the
 * API, and the log in pages themselves. What a browser would read otherwise than it is written is refused.
 */
export function ownPath(text: string | null): string | undefined {
  if (!text || text.length > LONGEST || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text)) return undefined
  const base = 'https://own.invalid'
  if (!URL.canParse(text, base)) return undefined
  const { origin, pathname, search, hash } = new URL(text, base)
  if (origin !== base || pathname + search + hash !== text) return undefined
  return /\/\/|%(2f|5c|7f|[01].)|^\/(api|auth)(\/|$)/i.test(pathname) ? undefined : text
}
