/** A company says which accounts and wallets it funds from, closes one, and chooses its currency. */
import { type Browser, expect, type Page, test } from '@playwright/test'
import { launchBrowser } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { expectAccessible } from './judge.ts'
import { logIn, pick } from './screens.ts'

let corridor: Corridor
let browser: Browser
let page: Page

test.beforeAll(async () => {
  corridor = await startCorridor({ story: true })
  browser = await launchBrowser()
  page = await browser.newPage()
  await logIn(page, corridor.origin, 'employer@demo.corridor.test', 'Corridor-demo-2026!')
})
test.afterAll(async () => {
  await browser?.close()
  await corridor?.stop()
})

const list = (title: string) => page.getByRole('region', { name: title }).getByRole('listitem')

test('the accounts that a company funds from', async () => {
  await page.getByRole('link', { name: 'Funds', exact: true }).click()
  await page.getByRole('link', { name: 'Accounts you fund from' }).click()
  await expect(page.getByText('No account yet')).toBeVisible()
  await page.getByRole('link', { name: 'Add bank account' }).click()
  await pick(page, /Country of the bank/, 'Canada')
  await page.getByLabel('Transit number').fill('0001')
  await page.getByLabel('Institution number').fill('003')
  await page.getByRole('textbox', { name: 'Account number' }).fill('7654321')
  await page.getByRole('button', { name: 'Add bank account' }).click()
  await expect(page.getByText('A transit number has 5 digits.', { exact: false })).toBeVisible()
  await page.getByLabel('Transit number').fill('00011')
  await page.getByRole('button', { name: 'Add bank account' }).click()
  await expect(list('Bank accounts')).toContainText('Royal Bank of Canada •• 4321')

  await page.getByRole('link', { name: 'Add wallet' }).click()
  await page.getByRole('combobox', { name: 'Currency' }).click()
  await page.getByRole('option', { name: 'USDC' }).click()
  await page.getByRole('combobox', { name: 'Network' }).click()
  await page.getByRole('option', { name: 'Mainnet Hedera HBAR' }).click()
  await page.getByLabel('Wallet address').fill('0.0.48211')
  await page.getByRole('button', { name: 'Add wallet' }).click()
  await expect(list('Wallets')).toContainText('0.0.48211')
  await expectAccessible(page, 'the accounts')

  const operator = await (await browser.newContext()).newPage()
  await logIn(operator, corridor.origin, 'operator@demo.corridor.test', 'Corridor-demo-2026!')
  const [company] = await corridor.query<{ employer_uuid: string }>(
    "select employer_uuid from employer where domain = 'demo.corridor.test'",
  )
  await operator.goto(`${corridor.origin}/operations/employers?open=${company?.employer_uuid}`)
  await expect(operator.getByText('Royal Bank of Canada •• 4321')).toBeVisible()
  await expect(operator.getByText('0.0.48211')).toBeVisible()
  await operator.context().close()

  await page.getByRole('button', { name: 'Close Royal Bank of Canada •• 4321' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('region', { name: 'Bank accounts' })).toHaveCount(0)
  await expect(list('Wallets')).toHaveCount(1)
})

test('the currency of a company', async () => {
  await page.goto(`${corridor.origin}/dashboard/employer/kyc`)
  const card = page.getByRole('button', { name: 'Change' }).last()
  await card.click()
  await pick(page, 'Currency of your company', 'CAD Canadian Dollar')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The currency of your company is CAD.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('CAD', { exact: true })).toBeVisible()
})
