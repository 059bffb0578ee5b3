/** What people do on several screens, said once. */
import { expect, type Locator, type Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { samplePdf } from '../../db/seed/sample-pdf.ts'

/** A PDF file as a person chooses it. */
export function pdfFile(name: string, text: string) {
  return { name, mimeType: 'application/pdf', buffer: samplePdf(text) }
}

/** Types a phone number key by key, as the phone field wants it. */
export async function typePhone(page: Page, digits: string): Promise<void> {
  const field = page.getByLabel('Phone number', { exact: false }).first()
  await field.click()
  await field.press('Control+a')
  await field.press('Backspace')
  await field.pressSequentially(digits)
}

/** Chooses an option of a list that is searched by typing. */
export async function pick(page: Page, label: string | RegExp, option: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label })
  await field.click()
  await field.fill(option)
  await page.getByRole('option', { name: option }).first().click()
}

/** Chooses an option of a plain list. */
export async function choose(
  page: Page,
  label: string | RegExp,
  option: string | RegExp,
): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).first().click()
}

/** Logs in at the login page, which leads home, or to what somebody must do first. */
export async function logIn(
  page: Page,
  origin: string,
  email: string,
  password: string,
  leadsTo = /\/(dashboard|operations\/employers)/,
): Promise<void> {
  await page.goto(`${origin}/auth/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: /^Password/ }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(leadsTo)
  // Until it is drawn: who leaves a page before that takes back what it asks.
  await expect(page.locator('h1').filter({ hasText: /^Log in$/ })).toHaveCount(0)
  await expect(page.locator('h1').first()).toBeAttached()
}

/** Reads and accepts both legal documents, one after the other as the screen leads. */
export async function acceptTerms(
  page: Page,
  origin: string,
  type: 'employer' | 'contractor',
): Promise<void> {
  await page.goto(`${origin}/dashboard/${type}/terms-of-service`)
  await page.getByRole('button', { name: 'Accept the terms of service' }).click()
  await page.getByRole('button', { name: 'Accept the privacy policy' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
}

/** Types e-mail and password of a new account. */
export async function giveAccount(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: /^Password/ }).fill(password)
}

/** Fills the first step of the sign-up. */
export async function createAccount(page: Page, email: string, password: string): Promise<void> {
  await giveAccount(page, email, password)
  await page.getByRole('button', { name: 'Create account' }).click()
}

/** Fills the details step of the sign-up for somebody in Ontario. */
export async function giveDetails(
  page: Page,
  person: { first: string; last: string; heard?: string | undefined },
): Promise<void> {
  await page.getByLabel('First name').fill(person.first)
  await page.getByLabel('Last name').fill(person.last)
  await page.getByLabel('Preferred name').fill(person.first)
  await pick(page, /^Country/, 'Canada')
  await pick(page, /^Province/, 'Ontario')
  if (person.heard) await choose(page, /^How did you hear/, person.heard)
  await typePhone(page, '+14165550142')
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Sets up an authenticator app on the security page; answers what makes its codes, and the recovery codes. */
export async function addAuthenticator(page: Page): Promise<{ totp: TOTP; recovery: string[] }> {
  await page.getByRole('button', { name: 'Set up' }).click()
  const secret = (await page.locator('code.secret').innerText()).replaceAll(' ', '')
  const totp = new TOTP({ secret })
  await page.getByLabel('6-digit code').fill(totp.generate())
  const list = page.getByRole('list', { name: 'Recovery codes' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  const recovery = await list.getByRole('listitem').allInnerTexts()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  return { totp, recovery }
}

/** The code of the next half minute, which is taken too: one of this half minute works once only. */
export function nextCode(totp: TOTP): string {
  return totp.generate({ timestamp: Date.now() + 30_000 })
}

/** Says who the company is and who owns it, with a reload in the middle: what is typed stays, but what tells of others who they are. */
export async function giveCompanyDetails(page: Page): Promise<void> {
  await page.getByLabel('Registration number').fill('1234567-8')
  await page.getByLabel('Date of incorporation').fill('2019-04-01')
  await expect(page.getByLabel('Street number and name')).toHaveValue('200 Front Street West')
  await pick(page, /^Industry/, 'Professional, scientific')
  await page.getByRole('button', { name: 'Add an owner' }).click()
  const owner = page.getByRole('group', { name: /^Owner/ })
  await owner.getByLabel('Legal name').fill('Ingrid Solberg')
  await owner.getByLabel('Owns').fill('60')
  await page.reload()
  await expect(owner.getByLabel('Legal name')).toHaveValue('Ingrid Solberg')
  await owner.getByLabel('Date of birth').fill('1984-02-29')
  await pick(page, /^Country of residence/, 'Canada')
  await page.getByLabel('Everybody who owns 25% or more is named').check()
  await page.getByRole('button', { name: 'Save details' }).click()
  await expect(page.getByText(/Ingrid Solberg, 60%/)).toBeVisible()
  await expect(page).toHaveURL(/kyc$/)
}

/** Where the file lies that is downloaded by what `start` does. */
export async function download(page: Page, start: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), start()])
  return file.path()
}

/** Goes on by Tab until something is reached; it has to be on the way of somebody without a mouse. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let steps = 0; steps < 100; steps++) {
    if (await isFocused(page, target)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach ${target}`)
}

/** Whether the next key goes there. */
export async function isFocused(page: Page, target: Locator): Promise<boolean> {
  return (await target.and(page.locator(':focus')).count()) > 0
}

/** Agrees to each thing that is unusual about a pay, and to approve it before its money is there. */
export async function acknowledge(page: Page): Promise<void> {
  for (const box of await page.locator('.acks input[type=checkbox]').all()) await box.check()
  await page.getByLabel('Approve ahead of funding').check()
}

/** Approves the pay of the demo's story that waits, with the time that was reported for it. */
export async function approveWaitingPay(employer: Page, origin: string): Promise<void> {
  await employer.goto(`${origin}/employer/payroll-run`)
  await employer.getByRole('link', { name: 'Review' }).first().click()
  await employer
    .getByRole('button', { name: /^Accept \d/ })
    .first()
    .click()
  await expect(employer.locator('.time-rows')).toBeHidden()
  await acknowledge(employer)
  await employer.getByRole('button', { name: /^Approve \d+ line items/ }).click()
  await expect(employer.getByText('Approved pay').first()).toBeVisible()
}

/** Has all leave that the open checklist calls ready. */
export async function executeReady(operator: Page): Promise<void> {
  await operator.getByRole('button', { name: 'Confirm and execute' }).first().click()
  await operator
    .getByRole('alertdialog')
    .or(operator.getByRole('dialog'))
    .getByRole('button', { name: 'Confirm and execute' })
    .click()
  await expect(operator.getByRole('heading', { level: 1 })).toContainText(/sent/)
}
