/**
 * Who approves a pay, by the people whom it meets: an owner sets whose approval a sum takes and names who stands in for her; the others ask,
 * approve from the mail's link, reject with a reason, and approve.
 */
import { type Browser, expect, type Page, test } from '@playwright/test'
import { launchBrowser, openPage } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { judgeAsOpened } from './judge.ts'
import { acknowledge, choose, logIn } from './screens.ts'

const PASSWORD = 'Corridor-demo-2026!'

let corridor: Corridor
let browser: Browser
/** The owner, an admin who wrote on a pay, and an approver with a phone. */
let ingrid: Page
let marcus: Page
let priya: Page

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  corridor = await startCorridor({ story: true })
  browser = await launchBrowser()
  ingrid = await openPage(browser)
  marcus = await openPage(browser)
  priya = await openPage(browser, 390)
})

test.afterAll(async () => {
  await browser?.close()
  await corridor?.stop()
})

const toReview = async (page: Page) => {
  await page.goto(`${corridor.origin}/employer/payroll-run`)
  await page.getByRole('link', { name: 'Review' }).first().click()
}

test('an owner sets who approves which sum, and what is wrong is said at its step', async () => {
  await logIn(ingrid, corridor.origin, 'employer@demo.corridor.test', PASSWORD)
  await ingrid.goto(`${corridor.origin}/employer/team`)
  await ingrid.getByRole('button', { name: 'Change who approves' }).click()
  await ingrid.getByRole('button', { name: 'Add a step' }).click()
  await ingrid.getByLabel('Above').fill('1000')
  await choose(ingrid, 'Who is among them', 'One of them an owner')
  await ingrid.getByRole('button', { name: 'Add a step' }).click()
  await ingrid.getByLabel('Above').nth(1).fill('900')
  await ingrid.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(ingrid.getByText('Give a larger sum than the step before')).toBeVisible()
  await judgeAsOpened(ingrid, 'the steps of who approves')
  await ingrid.getByRole('button', { name: 'Remove step 2' }).click()
  await ingrid.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(ingrid.getByText('Two people, one of them an owner')).toBeVisible()
  const told = await corridor.mail('approver@demo.corridor.test', /How many people approve/)
  expect(told.body).toContain('two people, one of them an owner above 1000.00 USD')
})

test('and names who stands in for her', async () => {
  await ingrid.getByRole('button', { name: 'Actions for Ingrid Solberg' }).click()
  await ingrid.getByRole('menuitem', { name: 'Name a substitute' }).click()
  await ingrid.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(ingrid.getByText('Choose who stands in')).toBeVisible()
  await choose(ingrid, 'Stands in', 'Priya Raman')
  await judgeAsOpened(ingrid, 'naming a substitute')
  await ingrid.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(ingrid.getByText(/Priya Raman stands in until/)).toBeVisible()
  await corridor.mail('approver@demo.corridor.test', /Who stands in when pay is approved/)
})

test('who wrote on it asks the substitute, who approves first from the link in the mail', async () => {
  await logIn(marcus, corridor.origin, 'payroll@demo.corridor.test', PASSWORD)
  await toReview(marcus)
  await expect(marcus.getByText(/Priya Raman for Ingrid Solberg until .* can/)).toBeVisible()
  await marcus.getByRole('button', { name: 'Ask by mail' }).click()
  const mail = await corridor.mail('approver@demo.corridor.test', /waits for your approval/)
  expect(mail.body).toContain('You stand in for Ingrid Solberg until')
  // Nobody is logged in on this phone: the link leads there after the log-in, which is the fresh proof.
  await priya.goto(mail.link)
  await priya.getByLabel('Email').fill('approver@demo.corridor.test')
  await priya.getByRole('textbox', { name: /^Password/ }).fill(PASSWORD)
  await priya.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(priya.getByText('You stand in for Ingrid Solberg')).toBeVisible()
  await acknowledge(priya)
  await priya.getByRole('button', { name: 'Approve as the first of two' }).click()
  await expect(priya.getByText('Your yes is here.')).toBeVisible()
  await judgeAsOpened(priya, 'a yes of who stands in')
})

test('the second rejects it with a reason, which the first reads', async () => {
  await marcus.goto(
    (await corridor.mail('payroll@demo.corridor.test', /waits for your approval/)).link,
  )
  await expect(marcus.getByText('Priya Raman for Ingrid Solberg', { exact: true })).toBeVisible()
  await marcus.getByRole('button', { name: 'Reject' }).click()
  await marcus.getByLabel('Why').fill('The hours of Zhang Wei are to be looked at.')
  await judgeAsOpened(marcus, 'rejecting a first yes')
  await marcus.getByRole('button', { name: 'Reject', exact: true }).last().click()
  await expect(marcus.getByText('The first yes is rejected. Nothing is approved.')).toBeVisible()
  const mail = await corridor.mail('approver@demo.corridor.test', /Your approval was rejected/)
  expect(mail.body).toContain('The hours of Zhang Wei are to be looked at.')
  await priya.goto(mail.link)
  await expect(priya.getByText('Your approval was rejected.')).toBeVisible()
  await expect(priya.getByText(/are to be looked at/)).toBeVisible()
})

test('said again both approve, and the pay names for whom', async () => {
  await acknowledge(priya)
  await priya.getByRole('button', { name: 'Approve as the first of two' }).click()
  await expect(priya.getByText('Your yes is here.')).toBeVisible()
  await toReview(marcus)
  await expect(marcus.getByText('Yours is the second yes.')).toBeVisible()
  await acknowledge(marcus)
  await marcus.getByRole('button', { name: /^Approve \d+ line items/ }).click()
  await expect(marcus.getByText('Approved pay').first()).toBeVisible()
})

test('the substitute ends it, and both are told', async () => {
  await priya.goto(`${corridor.origin}/employer/team`)
  await priya.getByRole('button', { name: 'Actions for Ingrid Solberg' }).click()
  await priya.getByRole('menuitem', { name: 'End the substitute' }).click()
  await priya.getByRole('button', { name: 'End the substitute' }).click()
  await expect(priya.getByText('It is ended, and both are told.')).toBeVisible()
  await expect(priya.getByText(/stands in until/)).toHaveCount(0)
  await corridor.mail('employer@demo.corridor.test', /Who stands in when pay is approved/)
})
