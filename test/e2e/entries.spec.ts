/**
 * What is written on a pay, by the people whom it meets: somebody adds a bonus and asks for a deduction, the contractor agrees, and somebody
 * else approves, from the mail that asks them to. Then two people approve a large pay.
 */
import { type Browser, expect, type Page, test } from '@playwright/test'
import { launchBrowser, openPage } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { judgeAsOpened } from './judge.ts'
import { acknowledge, logIn } from './screens.ts'

const PASSWORD = 'Corridor-demo-2026!'

let corridor: Corridor
let browser: Browser
let ingrid: Page
let amara: Page
let priya: Page

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  corridor = await startCorridor({ story: true })
  browser = await launchBrowser()
  ingrid = await openPage(browser)
  amara = await openPage(browser, 390)
  priya = await openPage(browser)
})

test.afterAll(async () => {
  await browser?.close()
  await corridor?.stop()
})

test('a pay has a page, where a bonus is added and a deduction asked for', async () => {
  await logIn(ingrid, corridor.origin, 'employer@demo.corridor.test', PASSWORD)
  await ingrid.goto(`${corridor.origin}/employer/payroll-run`)
  await ingrid.getByRole('link', { name: 'Review' }).first().click()
  await ingrid.getByRole('button', { name: /^Show how .*Amara Okafor/ }).click()
  await ingrid.getByRole('link', { name: 'Open this pay' }).click()
  await expect(ingrid.getByRole('heading', { level: 1 })).toContainText('Pay Amara Okafor')
  await ingrid.getByRole('button', { name: 'Add entry' }).click()
  // What it is for is said: somebody reads it on the payslip.
  await ingrid.getByLabel('Amount').fill('150')
  await ingrid.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(ingrid.getByText('Say what it is for')).toBeVisible()
  await ingrid.getByLabel('What for').fill('Second prototype a week early.')
  await ingrid.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(ingrid.getByRole('heading', { level: 1 })).toContainText('190.00')
  await ingrid.getByRole('button', { name: 'Add entry' }).click()
  await ingrid.getByLabel('What it is').click()
  await ingrid.getByRole('option', { name: 'Deduction' }).click()
  await ingrid.getByLabel('Amount').fill('120')
  await ingrid.getByLabel('What for').fill('Half of the test bench.')
  await ingrid.getByRole('button', { name: 'Ask for the deduction' }).click()
  await expect(ingrid.getByText('not counted')).toBeVisible()
  await expect(ingrid.getByText('asked for a deduction of 120.00 USD')).toBeVisible()
  await judgeAsOpened(ingrid, 'a line item with entries')
})

test('the contractor reads it on their home, and agrees', async () => {
  await logIn(amara, corridor.origin, 'contractor@demo.corridor.test', PASSWORD)
  await amara.goto(
    (await corridor.mail('contractor@demo.corridor.test', /deduction of 120\.00 USD/)).link,
  )
  await expect(amara.getByText('Half of the test bench.')).toBeVisible()
  await judgeAsOpened(amara, 'a deduction that is asked for')
  await amara.getByRole('button', { name: 'Agree' }).click()
  await expect(amara.getByText('You agreed to the deduction.')).toBeVisible()
  await corridor.mail('employer@demo.corridor.test', /deduction of 120\.00 USD is agreed/)
  await ingrid.reload()
  await expect(ingrid.getByText('Gross, 3 entries')).toBeVisible()
  await expect(ingrid.getByRole('heading', { level: 1 })).toContainText('070.00')
})

test('who wrote on it does not approve it, and asks somebody who can', async () => {
  await expect(ingrid.getByText('Somebody else approves.')).toBeVisible()
  await expect(ingrid.getByRole('button', { name: /^Approve this pay/ })).toHaveCount(0)
  await ingrid.getByRole('button', { name: 'Ask by mail' }).click()
  await expect(ingrid.getByText(/can approve it: a mail leads there/)).toBeVisible()
  await logIn(priya, corridor.origin, 'approver@demo.corridor.test', PASSWORD)
  await priya.goto(
    (await corridor.mail('approver@demo.corridor.test', /waits for your approval/)).link,
  )
  await priya.getByRole('button', { name: /^Show how .*Amara Okafor/ }).click()
  await priya.getByRole('link', { name: 'Open this pay' }).click()
  await expect(priya.getByRole('heading', { level: 1 })).toContainText('Pay Amara Okafor')
  await expect(priya.getByRole('button', { name: /^Approve this pay/ })).toBeDisabled()
  // What is unusual, and the time that she reported and nobody answered.
  for (const box of await priya.getByRole('checkbox').all()) await box.check()
  await priya.getByRole('button', { name: /^Approve this pay of Amara Okafor/ }).click()
  await expect(priya.getByText('The pay of Amara Okafor is approved.')).toBeVisible()
})

test('above the sum that an owner sets, two people approve', async () => {
  await ingrid.goto(`${corridor.origin}/employer/team`)
  await ingrid.getByRole('button', { name: 'Change who approves' }).click()
  await ingrid.getByRole('button', { name: 'Add a step' }).click()
  await ingrid.getByLabel('Above').fill('5000')
  await ingrid.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(ingrid.getByText('Two people', { exact: true })).toBeVisible()
  await corridor.mail('approver@demo.corridor.test', /How many people approve/)
  await ingrid.goto(`${corridor.origin}/employer/payroll-run`)
  await ingrid.getByRole('link', { name: 'Review' }).first().click()
  await expect(ingrid.getByText('Two people approve this.')).toBeVisible()
  await acknowledge(ingrid)
  await ingrid.getByRole('button', { name: 'Approve as the first of two' }).click()
  await expect(ingrid.getByText('Your yes is here.')).toBeVisible()
  await judgeAsOpened(ingrid, 'a yes that waits for a second')

  await priya.goto(`${corridor.origin}/employer/payroll-run`)
  await priya.getByRole('link', { name: 'Review' }).first().click()
  await expect(priya.getByText('Yours is the second yes.')).toBeVisible()
  await acknowledge(priya)
  await priya.getByRole('button', { name: /^Approve \d+ line items/ }).click()
  await expect(priya.getByText('Approved pay').first()).toBeVisible()
})
