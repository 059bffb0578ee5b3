/** A contract comes to its end by the screens: from offboarding to its last day, with what is still paid, whom it is told, and what its paper is worth then. */
import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { launchBrowser, openPage } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { dayIn } from './days.ts'
import { judge } from './judge.ts'
import { download, logIn } from './screens.ts'

const DEMO = 'Corridor-demo-2026!'
const AMARA = 'contractor@demo.corridor.test'
/** Sooner than the notice that their contract asks for. */
const LAST_DAY = dayIn(10)
const LAST = formatDate(LAST_DAY)

let corridor: Corridor
let browser: Browser
let owner: Page
let contractor: Page
let stranger: Page
let person: string

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  corridor = await startCorridor({ story: true })
  browser = await launchBrowser()
  owner = await openPage(browser)
  contractor = await openPage(browser, 390)
  stranger = await openPage(browser)
  await logIn(owner, corridor.origin, 'employer@demo.corridor.test', DEMO)
  await logIn(contractor, corridor.origin, AMARA, DEMO)
  const [found] = await corridor.query<{ sub: string }>(
    `select sub from person where email = '${AMARA}'`,
  )
  if (!found) throw new Error('the story has a contractor')
  person = `${corridor.origin}/employer/contractors/${encodeURIComponent(found.sub)}`
})

test.afterAll(async () => {
  await browser?.close()
  await corridor?.stop()
})

const close = async (day: string, reason?: string) => {
  await owner.getByRole('button', { name: 'Close contract' }).click()
  const dialog = owner.getByRole('dialog')
  await dialog.getByLabel('Last day').fill(day)
  if (reason) await dialog.getByLabel('Reason').fill(reason)
  return dialog
}

test('who is offboarded has their contract closed first, on a day, with what it still pays', async () => {
  await owner.goto(`${person}/offboard`)
  await expect(owner.getByRole('button', { name: 'Offboard' })).toBeDisabled()
  await judge(owner, 'offboarding beside a contract that runs')
  await owner.getByRole('link', { name: 'End the contract' }).click()
  const early = await close('2026-09-01')
  // What would be refused is said before it is pressed.
  await expect(early.getByText(/^The contract starts on /)).toBeVisible()
  await early.getByRole('button', { name: 'Close contract' }).click()
  await expect(early.getByText(/^The contract starts on /)).toBeVisible()
  await early.getByLabel('Last day').fill(LAST_DAY)
  await expect(early.getByText(/^The last pay comes on /)).toBeVisible()
  await expect(early.getByText(/^The contract asks for 30 days of notice/)).toBeVisible()
  await judge(owner, 'closing a contract')
  await early.getByRole('button', { name: 'Close contract' }).click()
  await expect(owner.getByText(/^Success! The contract has been closed/)).toBeVisible()
  const { body } = await corridor.mail(AMARA, new RegExp(`^Your contract ends on ${LAST}`))
  expect(body).not.toContain('Reason:')
  expect(body).toContain('asks for 30 days of notice, and this is earlier')
})

test('the same day again is nothing new; words of it are read by both', async () => {
  const again = await close(LAST_DAY)
  await again.getByRole('button', { name: 'Close contract' }).click()
  await expect(owner.getByText('It ends on that day already.', { exact: false })).toBeVisible()
  const why = await close(LAST_DAY, 'The robots learned to translate.')
  await why.getByRole('button', { name: 'Close contract' }).click()
  await expect(owner.getByText('The robots learned to translate.')).toBeVisible()
  await judge(owner, 'a contract that is closed on a day')
  await contractor.goto(`${corridor.origin}/contractor/contracts`)
  await expect(contractor.getByText(LAST)).toBeVisible()
  await contractor.getByRole('button', { name: /^Read/ }).first().click()
  await expect(contractor.getByText('The robots learned to translate.')).toBeVisible()
  await judge(contractor, 'a contract that ends, to its contractor')
})

test('its paper has ended after its last day, and then they are offboarded', async () => {
  const paper = await download(owner, () => owner.getByRole('button', { name: 'Download' }).click())
  const buffer = readFileSync(paper)
  const pdf = { name: 'contract.pdf', mimeType: 'application/pdf', buffer }
  await stranger.goto(`${corridor.origin}/verify`)
  await stranger.getByLabel('PDF of the contract').setInputFiles(pdf)
  await expect(stranger.getByText(`It holds until ${LAST}.`)).toBeVisible()
  await owner.goto(`${person}/offboard`)
  await expect(
    owner.getByText(new RegExp(`^Their contract runs until .*${LAST.replace(/,.*/, '')}`)),
  ).toBeVisible()
  await judge(owner, 'offboarding beside a contract that ends')
  await corridor.moveClock(`${dayIn(11)}T10:00:00Z`)
  await stranger.reload()
  await stranger.getByLabel('PDF of the contract').setInputFiles(pdf)
  await expect(stranger.getByText(`It has ended. It held until ${LAST}.`)).toBeVisible()
  await judge(stranger, 'the paper of a contract that ended')
  await owner.reload()
  await expect(owner.getByText(/^Their last pay is on /)).toBeVisible()
  await judge(owner, 'offboarding')
  await owner.getByRole('button', { name: 'Offboard' }).click()
  const dialog = owner.getByRole('dialog')
  if (await dialog.count()) await dialog.getByRole('button', { name: 'Offboard' }).click()
  await expect(owner.getByText('Offboarded').first()).toBeVisible()
  await contractor.goto(`${corridor.origin}/contractor/contracts`)
  await expect(contractor.getByText('Completed').first()).toBeVisible()
  await judge(contractor, 'the contracts of who was offboarded')
})
