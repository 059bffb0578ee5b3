/** A browser as far as cookies go: it keeps what an identity provider sets and sends it again. */

export type CookieAnswer = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The JSON of the answer; an empty object where it is none. */
  readonly json: Readonly<Record<string, unknown>>
}

export type CookieBrowser = {
  readonly cookies: Map<string, string>
  ask(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<CookieAnswer>
}

/** A browser at `origin` whose requests below `/api/auth` go to `handle`; `address` is where they seem to come from. */
export function cookieBrowser(
  handle: (request: Request) => Promise<Response>,
  origin: string,
  address = '198.51.100.7',
): CookieBrowser {
  const cookies = new Map<string, string>()
  return {
    cookies,
    ask: async (method, path, body, headers = {}) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await handle(
        new Request(`${origin}/api/auth${path}`, {
          method,
          redirect: 'manual',
          headers: {
            origin,
            'x-real-ip': address,
            'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/153.0.0.0 Safari/537.36',
            ...(cookie ? { cookie } : {}),
            ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
            ...headers,
          },
          ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
        }),
      )
      for (const set of answer.headers.getSetCookie()) keep(cookies, set)
      const text = await answer.text()
      return { status: answer.status, headers: answer.headers, text, json: parsed(text) }
    },
  }
}

function keep(cookies: Map<string, string>, set: string): void {
  const [pair = '', ...attributes] = set.split(';')
  const at = pair.indexOf('=')
  const over = attributes.some(attribute => /^\s*max-age=0$/i.test(attribute))
  if (over || pair.slice(at + 1) === '') cookies.delete(pair.slice(0, at).trim())
  else cookies.set(pair.slice(0, at).trim(), pair.slice(at + 1))
}

function parsed(text: string): CookieAnswer['json'] {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch {
    return {}
  }
}
