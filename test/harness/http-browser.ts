/** A browser as far as redirects and cookies go: it keeps cookies by path, and knows no ports, as real ones do. */

export type HttpBrowser = {
  /** One request; redirects are answers. */
  ask(url: string, init?: RequestInit): Promise<Response>
  /** Follows redirects until an address that `stop` knows, which is not asked for any more. */
  go(url: string, stop: (url: URL) => boolean): Promise<URL>
  /** The value of a cookie. */
  cookie(name: string): string | undefined
  /** Another browser with the same cookies. */
  copy(): HttpBrowser
}

type Cookie = { readonly name: string; readonly value: string; readonly path: string }

const MOST_REDIRECTS = 20

/** A browser without cookies. */
export function httpBrowser(jar: ReadonlyMap<string, Cookie> = new Map()): HttpBrowser {
  const cookies = new Map(jar)

  async function ask(url: string, init: RequestInit = {}): Promise<Response> {
    const { pathname } = new URL(url)
    const sent = [...cookies.values()].filter(({ path }) => pathname.startsWith(path))
    const headers = new Headers(init.headers)
    headers.set('cookie', sent.map(({ name, value }) => `${name}=${value}`).join('; '))
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) keep(line)
    return answer
  }

  function keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/; */)
    const at = pair.indexOf('=')
    const name = pair.slice(0, at)
    const value = pair.slice(at + 1)
    const said = (what: string) =>
      attributes.find(text => text.toLowerCase().startsWith(`${what}=`))?.slice(what.length + 1)
    const path = said('path') ?? '/'
    const over = said('max-age') === '0' || Date.parse(said('expires') ?? '') < Date.now()
    if (over) cookies.delete(name + path)
    else cookies.set(name + path, { name, value, path })
  }

  return {
    ask,
    go: async (start, stop) => {
      let url = new URL(start)
      for (let n = 0; n < MOST_REDIRECTS; n++) {
        if (stop(url)) return url
        const answer = await ask(url.href)
        const location = answer.headers.get('location')
        if (!location) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
        url = new URL(location, url)
      }
      throw new Error(`Still redirected at ${url}`)
    },
    cookie: name => [...cookies.values()].find(cookie => cookie.name === name)?.value,
    copy: () => httpBrowser(cookies),
  }
}
