/** Pages for nobody in particular, on which visits may be counted by somebody else's script. */
const PAGES: ReadonlySet<string> = new Set([
  '/auth/login',
  '/signup',
  '/partner-signup',
  '/terms-and-conditions',
])

/** What opens something, by its name or behind a `#`, however often its address was written into another: the log-in has where one goes on to. */
const OPENS = /(^|[&?]|%(25)*(3f|26))(token|invitation)(=|%(25)*3d)|%(25)*23/i

/**
 * Whether visits of a page may be counted, by its path and query: on no page of somebody who is logged in, and on none whose
 * address opens something.
 */
export function mayCountVisits(address: string): boolean {
  const [path = '', query = ''] = address.split(/[?#]/)
  return PAGES.has(path) && !OPENS.test(query)
}
