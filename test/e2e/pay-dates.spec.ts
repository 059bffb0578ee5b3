/** When people are paid, to whoever asks: why each date is what it is, followed in a calendar, and other dates for later periods. */
import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page, test } from '@playwright/test'
import ICAL from 'ical.js'
import { launchBrowser } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { expectAccessible } from './judge.ts'
import { download, logIn } from './screens.ts'

const PASSWORD = 'Corridor-demo-2026!'
let corridor: Corridor
let browser: Browser
let employer: Page
let contractor: Page

test.beforeAll(async () => {
  corridor = await startCorridor({ story: true })
  browser = await launchBrowser()
  const open = async (who: string) => {
    const page = await (await browser.newContext({ locale: 'en-US' })).newPage()
    await logIn(page, corridor.origin, `${who}@demo.corridor.test`, PASSWORD)
    return page
  }
  employer = await open('employer')
  contractor = await open('contractor')
})
test.afterAll(async () => {
  await browser?.close()
  await corridor?.stop()
})
test.describe.configure({ mode: 'serial' })

/** The days of a calendar, as another library than ours reads them. */
const daysOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents('vevent')
    .map(event => new ICAL.Event(event).startDate.toString())

/** Makes a link in the dialog that is opened, and answers its address. */
async function makeLink(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Follow in your calendar' }).click()
  await page.getByRole('button', { name: 'Make a link' }).click()
  const address = (await page.locator('dialog code, [role=dialog] code').textContent()) ?? ''
  await expectAccessible(page, 'the calendar link')
  await page.getByRole('button', { name: 'Close' }).click()
  return address
}

test('an employer reads why each date is what it is, takes the table, and follows the policy in a calendar', async () => {
  await employer.goto(`${corridor.origin}/employer/payroll-policies`)
  await employer.getByRole('button', { name: /^Show all \d+ dates/ }).click()
  await expect(employer.getByText('The first Friday on or after').first()).toBeVisible()
  const path = await download(employer, () => employer.getByRole('button', { name: 'CSV' }).click())
  const csv = readFileSync(path, 'utf8')
  expect(csv).toContain('policy,start_date,end_date,nominal_pay_date,pay_date,moved_because,reason')
  const address = await makeLink(employer)
  const answer = await fetch(address)
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const days = daysOf(await answer.text())
  for (const line of csv.trim().split('\n').slice(1)) {
    const pay_date = line.match(/,(\d{4}-\d{2}-\d{2}),(?:WEEKEND|HOLIDAY)?,/)?.[1]
    expect(days).toContain(pay_date)
  }
  await employer.getByRole('button', { name: 'Followed by a calendar' }).click()
  await employer.getByRole('button', { name: 'Stop the link' }).click()
  await expect(employer.getByText('No link works.')).toBeVisible()
  expect((await fetch(address)).status).toBe(410)
})

test('other dates for later periods say what moves and what stays before anything is saved', async () => {
  await employer.goto(`${corridor.origin}/employer/payroll-policies`)
  await employer.getByRole('link', { name: 'Change later periods' }).click()
  await expect(employer.getByText(/keep their dates until you revise/)).toBeVisible()
  await expect(employer.getByText('No coming date moves.')).toBeVisible()
  await employer.getByRole('combobox', { name: 'Weekday' }).click()
  await employer.getByRole('option', { name: 'Thursday' }).click()
  await expect(employer.getByText(/^\d+ dates move$/)).toBeVisible()
  await expectAccessible(employer, 'what a change moves')
  await employer.getByLabel('Name').fill('Biweekly, Thursdays')
  await employer.getByRole('button', { name: 'Save and approve' }).click()
  await expect(employer.getByText('Biweekly, Thursdays')).toBeVisible()
  await expect(employer.getByRole('heading', { name: '2 payroll policies' })).toBeVisible()
})

test('cycles are found by what is upcoming, and by their status', async () => {
  await employer.goto(`${corridor.origin}/employer/payroll-run`)
  await employer.getByRole('link', { name: 'All that is upcoming' }).click()
  await expect(employer.getByRole('heading', { name: 'Upcoming payroll' })).toBeVisible()
  await employer.getByRole('button', { name: 'Historical' }).click()
  await expect(employer).toHaveURL(/\/employer\/payroll\/historical$/)
  await employer.goto(`${corridor.origin}/employer/payroll-run`)
  await employer.getByRole('link', { name: 'Paid', exact: true }).click()
  await expect(employer).toHaveURL(/morePayroll\/PAID$/)
  await expect(employer.getByRole('row')).not.toHaveCount(1)
  await employer.getByRole('button', { name: 'Cancelled' }).click()
  await expect(employer.getByText('No pay cycle has this status')).toBeVisible()
})

test('a contractor reads when they are paid and when it is there, and follows it in a calendar', async () => {
  await contractor.goto(`${corridor.origin}/contractor/reports`)
  await contractor.getByRole('link', { name: 'Coming pay dates' }).click()
  await expect(contractor.getByText(/^Sent .*, arrives .* in /).first()).toBeVisible()
  await contractor.getByRole('link', { name: 'Why these dates' }).click()
  await expect(contractor.getByRole('heading', { name: /^Your next pay date is/ })).toBeVisible()
  const days = daysOf(await (await fetch(await makeLink(contractor))).text())
  expect(days.length).toBeGreaterThan(10)
  await contractor.goto(`${corridor.origin}/contractor/payroll/current`)
  await contractor.getByRole('button', { name: 'Historical' }).click()
  await expect(
    contractor.getByRole('button', { name: /^PDF of the payslip/ }).first(),
  ).toBeVisible()
})
