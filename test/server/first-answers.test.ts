/** What a page brings along of what it would ask first, and to whom: over real HTTP, with the cookies of real sessions. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import {
  type LiveCorridor,
  liveCorridor,
  PASSWORD,
  type Visitor,
} from '#test/harness/live-corridor.ts'

/** What a browser says when somebody types the address, or follows a link on a page of ours. */
const TYPED = {
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'sec-fetch-site': 'none',
}
const SOON = { timeout: 60_000, interval: 200 }
const PLAIN = '<html><head></head><body><div id="root"></div></body></html>'
const ASKS = {
  '/dashboard': {
    employer: [
      ['listCycles', { query: { view: 'run' } }],
      ['getWaiting', {}],
      ['listReports', { query: { limit: 'as many as there are' } }],
    ],
    contractor: [
      ['listNextPays', {}],
      ['getBalances', {}],
    ],
  },
  '/employer/team': { employer: [['listMembers', {}]] },
}

/** Stands in for what the build makes of `home-as-html.tsx`, which has tests of its own. */
const DRAWING = `export async function homeAsHtml(answers) {
  const [, , me] = answers.find(([name]) => name === 'getMe')
  if (me.preferred_name === 'Cannot be drawn') throw new Error('as it says')
  return '<p>drawn for ' + me.email + '</p>'
}`

let dir: string
let corridor: LiveCorridor
let admin: Admin
let counter = 0
const fresh = () => `person${++counter}@first.test`

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'corridor-web-'))
  writeFileSync(join(dir, 'index.html'), PLAIN)
  writeFileSync(join(dir, 'app.html'), PLAIN)
  writeFileSync(join(dir, 'home.html'), PLAIN)
  mkdirSync(join(dir, '.drawn'))
  writeFileSync(join(dir, '.drawn/package.json'), '{ "type": "module" }')
  writeFileSync(join(dir, '.drawn/home-as-html.js'), DRAWING)
  const homes = { employer: '<link id="employer-home">', contractor: '', operator: '' }
  writeFileSync(join(dir, '.app.json'), JSON.stringify({ asks: ASKS, homes }))
  corridor = await liveCorridor({}, 'start', { webDir: dir })
  admin = await adminOf(corridor)
})
beforeEach(() => admin.rows('delete from rate_limit'))
afterAll(async () => {
  await admin.close()
  await corridor.close()
  rmSync(dir, { recursive: true, force: true })
})

type Opened = {
  readonly html: string
  readonly headers: IncomingHttpHeaders
  /** The answers by the name of their call; undefined for a page without any. */
  readonly answers: Record<string, unknown> | undefined
}

async function open(
  visitor: Visitor,
  path = '/dashboard',
  headers: Record<string, string> = {},
): Promise<Opened> {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const { html, headers: answered } = await fetched(path, { ...TYPED, cookie, ...headers })
  const block = /<script type="application\/json" id="first-answers">(.*?)<\/script>/s.exec(html)
  const rows: [string, unknown, unknown][] = JSON.parse(block?.[1] ?? '[]')
  return {
    html,
    headers: answered,
    answers: block ? Object.fromEntries(rows.map(([name, , found]) => [name, found])) : undefined,
  }
}

/** A page with its answers. It waits a second for them, which a busy machine may need longer for. */
async function opened(...[visitor, ...rest]: Parameters<typeof open>) {
  let page = await open(visitor, ...rest)
  const later = async () => {
    page = page.answers ? page : await open(visitor, ...rest)
    return page.answers
  }
  await expect.poll(later, SOON).toBeDefined()
  return page
}

/** `fetch` says by itself how it fetches. */
function fetched(path: string, headers: Record<string, string>) {
  return new Promise<{ html: string; headers: IncomingHttpHeaders }>((done, fail) => {
    get(`${corridor.url}${path}`, { headers }, answer => {
      let html = ''
      answer.setEncoding('utf8').on('data', text => {
        html += text
      })
      answer.on('end', () => done({ html, headers: answer.headers }))
    }).on('error', fail)
  })
}

const sessions = () =>
  admin.rows<{ expiresAt: Date; token: string }>(
    'select "expiresAt", token from auth.session order by token',
  )

describe('a page that its person opens', () => {
  it('brings what it would ask first, as the API answers it, without what that refuses; and is kept nowhere', async () => {
    const person = await corridor.signedUp(fresh(), 'employer')
    const { html, headers, answers } = await opened(person)
    expect(Object.keys(answers ?? {}).sort()).toEqual([
      'getAppConfig',
      'getMe',
      'getWaiting',
      'listCycles',
    ])
    expect(answers?.getMe).toEqual((await person.api('GET', '/user/me')).body)
    expect(answers?.listCycles).toEqual((await person.api('GET', '/payrolls?view=run')).body)
    expect(headers['cache-control']).toBe('no-store')
    expect(html).toContain('<link id="employer-home">')
    expect(html.endsWith('</body></html>')).toBe(true)
  })

  it('has the home drawn where the page draws it, and goes out without where that fails', async () => {
    const email = fresh()
    const person = await corridor.signedUp(email, 'employer')
    const drawn = `<link id="employer-home"><div id="root"><p>drawn for ${email}</p></div>`
    await expect.poll(async () => (await open(person)).html, SOON).toContain(drawn)
    expect((await open(person, '/employer/team')).html).toContain('<div id="root"></div>')
    await admin.rows("update person set preferred_name = 'Cannot be drawn' where email = $1", [
      email,
    ])
    const bare = '<link id="employer-home"><div id="root"></div>'
    await expect.poll(async () => (await open(person)).html, SOON).toContain(bare)
    expect((await opened(person)).answers).toHaveProperty('getMe')
  })

  it('has no token in it, sets no cookie, and neither lengthens nor changes a session', async () => {
    const person = await corridor.signedUp(fresh(), 'employer')
    await admin.rows(`update auth.session set "expiresAt" = now() + interval '1 day'`)
    const before = await sessions()
    const { html, headers, answers } = await opened(person)
    expect(answers).toBeDefined()
    expect(html).not.toMatch(/eyJ[\w-]+\./)
    for (const value of person.cookies.values())
      expect(html).not.toContain(decodeURIComponent(value).split('.')[0])
    expect(headers['set-cookie']).toBeUndefined()
    expect(await sessions()).toEqual(before)
  })

  it('asks nothing that its person may not ask', async () => {
    const person = await corridor.signedUp(fresh(), 'contractor')
    const { answers } = await opened(person)
    expect(answers).toHaveProperty('getMe')
    expect(answers).not.toHaveProperty('getBalances')
  })

  it('is the same in a second tab, and after going back to it', async () => {
    const person = await corridor.signedUp(fresh(), 'employer')
    const tabs = await Promise.all([
      opened(person),
      opened(person),
      opened(person, '/employer/team'),
    ])
    for (const { answers } of tabs) expect(answers).toHaveProperty('getMe')
    expect(tabs[2]?.answers).toHaveProperty('listMembers')
    expect(tabs[2]?.html).not.toContain('employer-home')
    expect((await person.api('GET', '/user/me')).status).toBe(200)
  })

  it('cannot be broken out of by what people are called', async () => {
    const email = fresh()
    const person = await corridor.signedUp(email, 'employer')
    const name = '</script><script>alert(1)</script>'
    await admin.rows('update person set preferred_name = $1 where email = $2', [name, email])
    const { html, answers } = await opened(person)
    expect(answers?.getMe).toMatchObject({ preferred_name: name })
    expect(html.match(/<script/g)).toHaveLength(1)
  })
})

describe('nothing of anybody is brought along', () => {
  const none = async (visitor: Visitor, headers: Record<string, string> = {}, path?: string) => {
    const { html, answers } = await open(visitor, path, headers)
    expect(answers).toBeUndefined()
    expect(html).toBe(PLAIN)
  }

  it('for a stranger, with or without a cookie that somebody made up', async () => {
    const stranger = corridor.visitor()
    await none(stranger)
    const person = await corridor.signedUp(fresh(), 'employer')
    for (const [name, value] of person.cookies) {
      const [token = ''] = decodeURIComponent(value).split('.')
      stranger.cookies.set(name, encodeURIComponent(`${token}.${'A'.repeat(43)}=`))
    }
    await none(stranger)
  })

  it('for a session that ended, grew too old, or lost its person', async () => {
    const left = await corridor.signedUp(fresh(), 'employer')
    const cookies = new Map(left.cookies)
    await left.ask('POST', '/sign-out')
    for (const [name, value] of cookies) left.cookies.set(name, value)
    await none(left)

    const email = fresh()
    const suspended = await corridor.signedUp(email, 'employer')
    await admin.rows('update person set suspended_at = now() where email = $1', [email])
    await none(suspended)

    const old = await corridor.signedUp(fresh(), 'employer')
    await admin.rows(`update auth.session set "createdAt" = now() - interval '31 days'`)
    await none(old)
  })

  it('for a log-in that lacks its second factor', async () => {
    const email = fresh()
    const person = await corridor.signedUp(email, 'employer')
    const started = await person.ask('POST', '/second-factors/totp/start')
    const totp = new TOTP({ secret: String(started.json.secret) })
    await person.ask('POST', '/second-factors/totp/confirm', { code: totp.generate() })
    await opened(person)
    const halfway = corridor.visitor()
    await halfway.ask('POST', '/sign-in/email', { email, password: PASSWORD })
    await none(halfway)
  })

  it('where another site leads, embeds or fetches, and where nobody looks yet', async () => {
    const person = await corridor.signedUp(fresh(), 'employer')
    await none(person, { 'sec-fetch-site': 'cross-site' })
    await none(person, { 'sec-fetch-site': 'same-site' })
    await none(person, { 'sec-fetch-dest': 'iframe' })
    await none(person, { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' })
    await none(person, { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' })
    await none(person, { 'sec-purpose': 'prefetch;prerender' })
    await none(person, { 'sec-fetch-site': '' })
    await opened(person, '/dashboard', { 'sec-fetch-site': 'same-origin' })
  })

  it('on a page that asks nothing', async () => {
    const person = await corridor.signedUp(fresh(), 'employer')
    await none(person, {}, '/auth/login')
    await none(person, {}, '/signup')
  })

  it('may be read or framed by another site', async () => {
    const person = await corridor.signedUp(fresh(), 'employer')
    const { headers } = await open(person)
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'/)
    expect(headers['content-security-policy']).toMatch(/script-src 'self'(;| 'self';)/)
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })
})
