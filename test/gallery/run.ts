/**
 * `npm run gallery`: a demo is led through the states of pay, and every screen of every role is pictured at each, wide and narrow, light
 * and dark, into `gallery/`, with an index.html to leaf through. `-- --moments sent,arrived --people employer --screens /dashboard`
 * pictures some. It names what it could not reach, and then ends with 1.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from '@playwright/test'
import type { Role } from '#contract/kernel/endpoint.ts'
import { call } from '#db/seed/cast.ts'
import { PAY_STATES, type PayStateKind } from '#domain/payments/pay-state.ts'
import { buildWeb } from '../../scripts/build-web.ts'
import { launchBrowser, openPage } from '../e2e/browser.ts'
import { logIn } from '../e2e/screens.ts'
import { addressOf, leadsTo, readScreens, type Screen } from './addresses.ts'
import { type Demo, startDemo } from './demo.ts'
import { indexPage, type Picture } from './index-page.ts'
import { type Cycle, MOMENTS, type Moment, type Onlooker, PEOPLE } from './moments.ts'
import { PEOPLE_MOMENTS } from './people-moments.ts'

// By a name that the compiler does not follow: what judges a page is typed for the browser, in which it runs.
const JUDGE = '../e2e/judge.ts'
const { faultsAt } = (await import(JUDGE)) as {
  faultsAt: (page: Page, width: number) => Promise<string[]>
}

const PASSWORD = 'Corridor-demo-2026!'
const NOT_FOUND = '404 - Not found'
const OUT = join(import.meta.dirname, '../../gallery')
const WIDTHS = [1280, 390] as const
const LIGHTS = ['light', 'dark'] as const

const { values } = parseArgs({
  options: {
    moments: { type: 'string' },
    people: { type: 'string' },
    screens: { type: 'string' },
  },
})
const wanted = (given: string | undefined, name: string) =>
  given === undefined || given.split(',').includes(name)

const pictures: Picture[] = []
const missed: string[] = []

await buildWeb()
rmSync(OUT, { recursive: true, force: true })
mkdirSync(OUT, { recursive: true })
const screens = (await readScreens()).filter(({ path }) => wanted(values.screens, path))
const demo = await startDemo()
const browser = await launchBrowser()
try {
  await openPages(browser)
  await throughMoments(browser)
  await throughPeople(browser)
  if (!values.moments && !values.people) missed.push(...unseenScreens())
} finally {
  writeFileSync(join(OUT, 'index.html'), indexPage(pictures, missed))
  await browser.close()
  await demo.stop()
}
console.log(`${pictures.length} pictures: gallery/index.html`)
for (const one of missed) console.log(`not reached: ${one}`)
// The pages were read, and with them the channel between tabs, which would keep this process for ever.
process.exit(missed.length > 0 ? 1 : 0)

/** Those that ask for no log-in, once: pay is nothing to them. */
async function openPages(browser: Browser): Promise<void> {
  const page = await openPage(browser)
  for (const screen of screens.filter(({ roles }) => !roles))
    await picture(page, screen, screen.path, { moment: 'any', who: 'nobody', role: 'nobody' })
  await page.context().close()
}

async function throughMoments(browser: Browser): Promise<void> {
  const cycle = await waitingCycle(demo)
  const seen = new Set<PayStateKind>()
  const pages = new Map<Onlooker, Page>()
  for (const moment of MOMENTS) {
    const came = await moment.come(demo, cycle).catch((error: unknown) => {
      missed.push(`${moment.name}: ${error instanceof Error ? error.message : error}`)
      return false
    })
    if (came === false) continue
    const states = await statesSaid(demo)
    for (const state of states) seen.add(state)
    if (!states.has(moment.state))
      missed.push(`${moment.name}: nothing is ${moment.state}, only ${[...states].join(', ')}`)
    if (!wanted(values.moments, moment.name)) continue
    for (const who of moment.people ?? (['employer', 'contractor', 'operator'] as const)) {
      if (!wanted(values.people, who)) continue
      const page = pages.get(who) ?? (await enter(browser, PEOPLE[who].email))
      pages.set(who, page)
      await pictureAll(page, moment, who)
    }
    console.log(`${moment.name}: ${pictures.length} pictures`)
  }
  for (const state of PAY_STATES) if (!seen.has(state)) missed.push(`the state ${state}`)
}

/** What nobody had anything to see on. */
function unseenScreens(): string[] {
  const seen = new Set(pictures.map(({ screen }) => screen))
  return screens.flatMap(({ path }) =>
    seen.has(path) ? [] : [`${path}: nobody who looks has one`],
  )
}

async function enter(browser: Browser, email: string): Promise<Page> {
  const page = await openPage(browser)
  await logIn(page, demo.url, email, PASSWORD)
  return page
}

/** What is no state of pay: looked at by whom it concerns alone, and where it stands. */
async function throughPeople(browser: Browser): Promise<void> {
  const pages = new Map<string, Page>()
  for (const { name: moment, come, is_gone = false } of PEOPLE_MOMENTS) {
    const looks = await come(demo).catch((error: unknown) => {
      missed.push(`${moment}: ${error instanceof Error ? error.message : error}`)
      return []
    })
    if (!wanted(values.moments, moment)) continue
    for (const { email, path, address } of looks) {
      const screen = screens.find(one => one.path === path)
      if (!screen) continue
      const page = pages.get(email) ?? (await enter(browser, email))
      pages.set(email, page)
      const role = screen.roles?.[0] ?? 'nobody'
      await picture(page, screen, address, { moment, who: email, role }, is_gone)
    }
    console.log(`${moment}: ${pictures.length} pictures`)
  }
}

async function pictureAll(page: Page, { name: moment }: Moment, who: Onlooker): Promise<void> {
  const role: Role = PEOPLE[who].role
  const named = await demo.named(PEOPLE[who].email)
  for (const screen of screens.filter(({ roles }) => roles?.includes(role))) {
    const address = addressOf(screen, named, role)
    if (address) await picture(page, screen, address, { moment, who, role })
  }
}

type Of = Pick<Picture, 'moment' | 'who' | 'role'>

/** One load, and a picture for each width and light. Where what is looked for `is_gone` the page may say so. */
async function picture(
  page: Page,
  screen: Screen,
  address: string,
  of: Of,
  is_gone = false,
): Promise<void> {
  const what = `${screen.path}, ${of.moment}, ${of.who}`
  try {
    await page.setViewportSize({ width: WIDTHS[0], height: 800 })
    await page.goto(`${demo.url}${address}`)
    await page.locator('h1').first().waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
    const { pathname } = new URL(page.url())
    if (!is_gone && (await page.getByText(NOT_FOUND).count())) missed.push(`${what}: is not found`)
    if (!leadsTo(screen.path, new URL(address, demo.url).pathname, pathname))
      missed.push(`${what}: leads to ${pathname}`)
    for (const width of WIDTHS)
      for (const light of LIGHTS) {
        await page.emulateMedia({ colorScheme: light })
        for (const fault of await faultsAt(page, width)) missed.push(`${what}, ${width}: ${fault}`)
        const file = `${pictures.length + 1}.jpg`
        await page.screenshot({ path: join(OUT, file), type: 'jpeg', quality: 70, fullPage: true })
        pictures.push({ file, screen: screen.path, ...of, width, light })
      }
  } catch (error) {
    missed.push(`${what}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
  }
}

/** What the pages say of pay: of the employers' cycles and of the contractors' next pays. */
async function statesSaid({ runtime, person }: Demo): Promise<Set<PayStateKind>> {
  const found = new Set<PayStateKind>()
  for (const { role, email } of Object.values(PEOPLE)) {
    const who = await person(email)
    if (role === 'employer')
      for (const view of ['run', 'historical'] as const)
        for (const { pay_state } of (
          await call(runtime, who, 'listCycles', { query: { limit: 50, view } })
        ).items)
          if (pay_state) found.add(pay_state.state)
    if (role === 'contractor')
      for (const { pay_state } of await call(runtime, who, 'listNextPays'))
        found.add(pay_state.state)
  }
  return found
}

async function waitingCycle({ runtime, person }: Demo): Promise<Cycle> {
  const employer = await person(PEOPLE.employer.email)
  const { items } = await call(runtime, employer, 'listCycles', {
    query: { limit: 50, view: 'run' },
  })
  const open = items.find(({ status }) => status === 'PENDING_APPROVAL')
  if (!open?.cycle_uuid) throw new Error('a cycle waits for its approval when the story ends')
  return { ...open, cycle_uuid: open.cycle_uuid }
}
