/** What people do on several screens, said once. */
import { expect, type Page } from '@playwright/test'
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

/** Logs in at the login page. */
export async function logIn(
  page: Page,
  origin: string,
  email: string,
  password: string,
): Promise<void> {
  await page.goto(`${origin}/auth/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: /^Password/ }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard/)
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
