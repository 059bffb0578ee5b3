/** A whole Corridor in this process, asked over real HTTP as browsers do: cookies for the provider, a bearer for the API. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Role } from '#contract/kernel/endpoint.ts'
import { type Mode, readConfig } from '#server/kernel/config.ts'
import { freePort } from '#server/kernel/free-port.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { type Runtime, type RuntimeOptions, startRuntime } from '#server/runtime.ts'
import { type CookieBrowser, cookieBrowser } from './cookie-browser.ts'
import { TEST_AUTH_SECRET } from './test-server.ts'
import { cloneDatabase } from './world.ts'

export const PASSWORD = 'maple-Otter-41-lantern'

export type ApiAnswer = { readonly status: number; readonly body: unknown; readonly text: string }

/** Somebody with a browser: `api` fetches a token of the session for each call, unless one is given. */
export type Visitor = CookieBrowser & {
  token(): Promise<string>
  api(
    method: string,
    path: string,
    body?: object,
    bearer?: string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ApiAnswer>
}

export type LiveCorridor = {
  readonly runtime: Runtime
  readonly url: string
  readonly databaseUrl: string
  readonly dataDir: string
  visitor(userAgent?: string): Visitor
  /** A visitor who signed up, confirmed the e-mail and gave the details. */
  signedUp(email: string, type: Exclude<Role, 'operator'>): Promise<Visitor>
  /** The newest mail to an address that says `text`; waits for it. */
  mail(to: string, text: string): Promise<{ subject: string; body: string }>
  close(): Promise<void>
}

/** Starts it on a database of its own, with the settings of `env` besides. */
export async function liveCorridor(
  env: Readonly<Record<string, string>> = {},
  mode: Mode = 'start',
  options: RuntimeOptions = {},
): Promise<LiveCorridor> {
  const { databaseUrl, drop } = await cloneDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'corridor-live-'))
  const port = Number(env.PORT ?? (await freePort()))
  const url = `http://127.0.0.1:${port}`
  const config = readConfig(mode, {
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: url,
    CORRIDOR_DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    AUTH_SECRET: TEST_AUTH_SECRET,
    ...env,
  })
  const runtime = await startRuntime(config, await prepareDatabase(config, databaseUrl), options)
  await runtime.listen()
  const visitor = (userAgent = '') => visitorOf(url, userAgent)
  const mail: LiveCorridor['mail'] = async (to, text) => {
    for (let n = 0; n < 100; n++) {
      const mails = (await (await fetch(`${url}/dev/mail.json`)).json()) as {
        recipient: string
        subject: string
        body: string
      }[]
      const found = mails.find(
        one => one.recipient === to && `${one.subject}\n${one.body}`.includes(text),
      )
      if (found) return found
      await sleep(100)
    }
    throw new Error(`No mail to ${to} says ${text}`)
  }
  return {
    runtime,
    url,
    databaseUrl,
    dataDir,
    visitor,
    mail,
    signedUp: async (email, type) => {
      const person = visitor()
      await person.ask('POST', '/sign-up/email', { email, password: PASSWORD, name: email })
      const details = await person.api('POST', '/user/signup', detailsOf(type))
      if (details.status !== 200) throw new Error(details.text)
      await person.ask('POST', '/confirm-email', {
        token: tokenIn((await mail(email, 'Confirm')).body),
      })
      return person
    },
    close: async () => {
      await runtime.stop()
      await drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** What the details step of a sign-up is given. */
export function detailsOf(type: string) {
  return {
    type,
    first_name: 'Ada',
    last_name: 'Byron',
    preferred_name: 'Ada',
    country_code: 'CA',
    subdivision_code: 'CA-ON',
    phone_number: '+14165550142',
    how_did_you_hear_about_us: 'Friends',
  }
}

/** The token of the first link in a mail. */
export function tokenIn(body: string): string {
  return /[?&]token=([\w-]+)/.exec(body)?.[1] ?? ''
}

function visitorOf(url: string, userAgent: string): Visitor {
  const browser = cookieBrowser(
    // The network sets the address that requests come from.
    request => {
      request.headers.delete('x-real-ip')
      return fetch(request)
    },
    url,
  )
  const token = async () => String((await browser.ask('GET', '/token')).json.token ?? '')
  return {
    ...browser,
    token,
    api: async (method, path, body, bearer, headers = {}) => {
      const answer = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${bearer ?? (await token())}`,
          'user-agent': userAgent,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      const text = await answer.text()
      return {
        status: answer.status,
        text,
        body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
      }
    },
  }
}
