/** A contractor of a company in the United States answers, reads and signs a tax form; the company has it. */
import { type Browser, expect, type Page, test } from '@playwright/test'
import { launchBrowser } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { expectAccessible, expectLaidOut } from './judge.ts'
import { textOf } from './pdf-text.ts'
import { choose, logIn, pick } from './screens.ts'

let corridor: Corridor
let browser: Browser
const PASSWORD = 'Corridor-demo-2026!'

test.beforeAll(async () => {
  corridor = await startCorridor({ story: true })
  browser = await launchBrowser()
  await corridor.byHand(
    "update employer set country_code = 'US', subdivision_code = 'US-DE', registered_address = null where domain = 'demo.corridor.test'",
  )
})
test.afterAll(async () => {
  await browser?.close()
  await corridor?.stop()
})

async function pageOf(email: string, width: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 } })
  const page = await context.newPage()
  await logIn(page, corridor.origin, email, PASSWORD)
  return page
}

test('a company is told at once where no form is made of it, and says itself that it is active', async () => {
  const page = await pageOf('contractor@demo.corridor.test', 390)
  await page.goto(`${corridor.origin}/contractor/tax-forms`)
  await page.getByRole('button', { name: 'Answer the questions' }).click()
  await page.getByRole('radio', { name: /^A company/ }).check()
  await page.getByLabel('Registered name of the company').fill('Okafor Analytics Ltd')
  const read = page.getByRole('button', { name: 'Read the form' })
  const none = page.getByText('Corridor makes no form for it')
  await pick(page, /^Country in which it was set up/, 'Ghana')
  await expect(none).toBeVisible()
  await expect(page.getByText('the company was set up in Ghana', { exact: false })).toBeVisible()
  await pick(page, /^Country in which it was set up/, 'Nigeria')
  await expect(none).toHaveCount(0)
  await choose(page, /^Kind of company/, 'Partnership')
  await expect(none).toBeVisible()
  await expect(read).toHaveCount(0)
  await expectAccessible(page, 'a company of which no form is made')
  await expectLaidOut(page, 'a company of which no form is made', [390, 1280])
  await choose(page, /^Kind of company/, 'Corporation')
  await expect(page.getByText('From this follows Form W-8BEN-E.')).toBeVisible()
  // Nigeria has no treaty to claim.
  await expect(page.getByLabel(/^I claim the benefits/)).toHaveCount(0)
  await read.click()
  await expect(
    page.getByText('This form says that the company is active.', { exact: false }),
  ).toBeVisible()
  await expectAccessible(page, 'a company that did not say that it is active')
  await expectLaidOut(page, 'a company that did not say that it is active', [390, 1280])
  await page.getByRole('checkbox', { name: /^Of the company’s income/ }).check()
  await read.click()
  await expect(page.getByText('Not a financial institution', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Change answers' }).click()
  await page.getByRole('radio', { name: /^A person/ }).check()
  await expect(page.getByText('From this follows Form W-8BEN.')).toBeVisible()
  await page.context().close()
})

test('a form is answered on a phone, read, signed, and given', async () => {
  const page = await pageOf('contractor@demo.corridor.test', 390)
  await page.goto(`${corridor.origin}/contractor/my-profile`)
  await page.getByRole('link', { name: 'Tax forms' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    '1 company waits for your tax form',
  )
  await page.getByRole('button', { name: 'Answer the questions' }).click()
  await expect(page.getByText('From this follows Form W-8BEN.')).toBeVisible()
  await pick(page, /Country of citizenship/, 'United States')
  await expect(page.getByText('From this follows Form W-9.')).toBeVisible()
  await pick(page, /Country of citizenship/, 'American Samoa')
  await expect(page.getByText('From this follows Form W-8BEN.')).toBeVisible()
  await expect(page.getByText('Born in American Samoa', { exact: false })).toBeVisible()
  await pick(page, /Country of citizenship/, 'Puerto Rico')
  await expect(page.getByText('From this follows Form W-9.')).toBeVisible()
  await pick(page, /Country of citizenship/, 'Nigeria')
  await page.getByRole('button', { name: 'Read the form' }).click()
  await expect(page.getByText('Enter your date of birth.')).toBeVisible()
  await page.getByLabel('Date of birth').fill('1990-05-17')
  await page.getByLabel('Tax number in Nigeria').fill('22345678-0001')
  await page.getByLabel('SSN, ITIN or EIN').fill('078-05-1120')
  await page.getByRole('button', { name: 'Read the form' }).click()
  await expect(page.getByText('This cannot be an SSN, ITIN or EIN', { exact: false })).toBeVisible()
  await page.getByLabel('SSN, ITIN or EIN').fill('')
  await expectAccessible(page, 'the questions')
  await page.getByRole('button', { name: 'Read the form' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Read and sign your form')
  await expect(
    page.getByText('Under penalties of perjury, I declare', { exact: false }),
  ).toBeVisible()
  await expectAccessible(page, 'the form')
  await page.getByLabel('Your legal name').fill('Amara Okafor')
  await page.getByRole('button', { name: 'Sign and give' }).click()
  await expect(page.getByText('Valid', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your tax forms are valid')
  await page.context().close()
})

test('the company has it, as it was signed', async () => {
  const page = await pageOf('employer@demo.corridor.test', 1280)
  await page.goto(`${corridor.origin}/employer/reports`)
  await page.getByRole('link', { name: 'Tax forms' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    '4 tax forms are missing, expired or outdated',
  )
  await expectAccessible(page, 'the forms that were given')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'PDF of the form of Amara Okafor' }).click(),
  ])
  const text = await textOf(await file.path())
  for (const part of ['Form W-8BEN', 'Amara Okafor', '22345678-0001', 'May 17, 1990'])
    expect(text).toContain(part)
  await page.context().close()
})

test('who signed it sees who opened it and why', async () => {
  const page = await pageOf('contractor@demo.corridor.test', 390)
  await page.goto(`${corridor.origin}/contractor/tax-forms`)
  await expect(page.getByText(/^Opened by Ingrid Solberg, employer, for tax /)).toBeVisible()
  await expectAccessible(page, 'who opened a tax form')
  await expectLaidOut(page, 'who opened a tax form', [390, 1280])
  await page.context().close()
})

test('it is outdated on both sides once who signed it lives elsewhere', async () => {
  await corridor.byHand(
    "update person set country_code = 'GH' where email = 'contractor@demo.corridor.test'",
  )
  const own = await pageOf('contractor@demo.corridor.test', 390)
  await own.goto(`${corridor.origin}/contractor/tax-forms`)
  await expect(own.getByText('Outdated', { exact: true })).toBeVisible()
  await expect(own.getByText('It no longer holds', { exact: false })).toBeVisible()
  await expectAccessible(own, 'an outdated form')
  const given = await pageOf('employer@demo.corridor.test', 390)
  await given.goto(`${corridor.origin}/employer/tax-forms`)
  await expect(given.getByRole('heading', { level: 1 })).toHaveText(
    '5 tax forms are missing, expired or outdated',
  )
  await expect(given.getByText('Outdated', { exact: true })).toBeVisible()
  await expectLaidOut(given, 'an outdated form that was given', [390, 1280])
  await own.context().close()
  await given.context().close()
})
