/** Cookies that scripts cannot read: the session's, and one that binds a log-in to the browser that began it. */

export type Cookies = {
  read(request: Request, name: CookieName): string | undefined
  /** A `Set-Cookie` line; 0 seconds take the cookie away. */
  write(name: CookieName, value: string, seconds: number): string
}

export type CookieName = 'session' | 'browser'

/** The cookies of an origin. With https their names keep other hosts and plain http from setting them (RFC 6265bis, 4.1.3). */
export function cookiesOf(origin: string): Cookies {
  const secure = origin.startsWith('https:')
  const full = (name: CookieName) => `${secure ? '__Host-' : ''}corridor-${name}`
  return {
    read: (request, name) => {
      const start = `${full(name)}=`
      const pairs = (request.headers.get('cookie') ?? '').split(/; */)
      return pairs.find(pair => pair.startsWith(start))?.slice(start.length)
    },
    write: (name, value, seconds) =>
      `${full(name)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure ? '; Secure' : ''}`,
  }
}
