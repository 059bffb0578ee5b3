/** What is left after pay: prices and receipts, entries for the employer's books, and the statement that a contractor hands out. */
import { openAsBlob, readFileSync } from 'node:fs'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { checkPack } from '../../scripts/check-pack.ts'
import { launchBrowser } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { dayIn } from './days.ts'
import { expectAccessible, judge } from './judge.ts'
import { textOf } from './pdf-text.ts'
import { choose, download, logIn } from './screens.ts'

let corridor: Corridor
let browser: Browser
const PASSWORD = 'Corridor-demo-2026!'

test.beforeAll(async () => {
  corridor = await startCorridor({ story: true })
  browser = await launchBrowser()
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

test('an operator sets prices, and the employer reads them', async () => {
  const operator = await pageOf('operator@demo.corridor.test', 1280)
  await operator.goto(`${corridor.origin}/operations/funds`)
  await operator.getByRole('link', { name: 'What employers are charged' }).click()
  await operator.getByRole('button', { name: 'Change the prices of Northwind Robotics' }).click()
  await operator.getByLabel('Contractor, a month').fill('nine')
  await operator.getByRole('button', { name: 'Set prices' }).click()
  await expect(operator.getByText('Enter an amount such as', { exact: false })).toBeVisible()
  await operator.getByLabel('Contractor, a month').fill('9.00')
  await operator.getByLabel('Payment, Fiat').fill('2.50')
  await operator.getByLabel('Tax, %').fill('13')
  await expectAccessible(operator, 'the prices of an employer')
  await operator.getByRole('button', { name: 'Set prices' }).click()
  await expect(operator.getByText('The prices count from now on.')).toBeVisible()
  await expect(operator.getByRole('row', { name: /Northwind Robotics/ })).toContainText('13.00%')
  await operator.context().close()
  const employer = await pageOf('employer@demo.corridor.test', 1280)
  await employer.getByRole('link', { name: 'Receipts' }).click()
  await expect(employer.getByText('Each contractor paid in a month')).toBeVisible()
  await expect(employer.getByText('No receipts yet')).toBeVisible()
  await employer.context().close()
})

test('a month is billed on the first of the next, and its receipt opens', async () => {
  await corridor.query(`insert into fee select gen_random_uuid(), p.employer_uuid, 'PAYMENT', p.contractor_sub, p.payment_uuid, p.network, 'USD',
      250, 0, 0, 250, 1300, 33, current_date from payment p join employer e using (employer_uuid)
    where e.domain = 'demo.corridor.test' and p.status = 'SETTLED' limit 2`)
  const [first] = await corridor.query<{ day: string }>(
    "select to_char(max(earned_on) + interval '1 month', 'YYYY-MM-01') as day from fee",
  )
  await corridor.moveClock(`${first?.day}T10:00:00Z`)
  // A job bills what the clock made due, and the page asks once.
  await expect.poll(() => corridor.query('select from billing_invoice')).toHaveLength(1)
  const page = await pageOf('employer@demo.corridor.test', 390)
  await page.goto(`${corridor.origin}/employer/invoices`)
  await judge(page, 'the receipts')
  const number = `${first?.day.slice(0, 4)}-0001`
  const file = await download(page, () =>
    page.getByRole('button', { name: `PDF of receipt ${number}` }).click(),
  )
  const text = await textOf(file)
  for (const part of [`Receipt ${number}`, 'Northwind Robotics Inc.', '5.66 USD', 'Tax, 13.00%'])
    expect(text).toContain(part)
  await page.context().close()
})

test('the employer downloads entries that balance, into accounts of their own', async () => {
  const page = await pageOf('employer@demo.corridor.test', 1280)
  await page.goto(`${corridor.origin}/employer/reports`)
  await page.getByRole('link', { name: 'Journal entries' }).click()
  await judge(page, 'the journal')
  await page.getByLabel('Name').first().fill('Subcontractors')
  await page.getByRole('button', { name: 'Save accounts' }).click()
  await expect(page.getByText('Your accounts are saved.')).toBeVisible()
  await page.getByLabel('From').fill(dayIn(-100))
  await page.getByLabel('From').blur()
  await page.getByText('Xero', { exact: true }).click()
  await choose(page, 'Currency', 'USD')
  const file = await download(page, () => page.getByRole('button', { name: 'Download' }).click())
  const rows = readFileSync(file, 'utf8').trim().split('\n').slice(1)
  expect(rows.length).toBeGreaterThan(3)
  const cents = rows.map(row => Math.round(Number(row.split(',').at(-5)) * 100))
  expect(cents.reduce((sum, of) => sum + of, 0)).toBe(0)
  expect(rows.join('\n')).toContain('Subcontractors')
  await page.context().close()
})

test('a contractor hands out a statement, which anyone verifies until it is revoked', async () => {
  const page = await pageOf('contractor@demo.corridor.test', 390)
  await page.goto(`${corridor.origin}/contractor/reports`)
  await page.getByRole('button', { name: 'Statement of a year' }).click()
  await page.getByLabel('Each month').check()
  await page.getByRole('button', { name: 'Issue statement' }).click()
  await expect(page.getByText('Sum and months', { exact: false })).toBeVisible()
  await judge(page, 'the statement')
  const file = await download(page, () =>
    page.getByRole('button', { name: /PDF of the statement of/ }).click(),
  )
  const text = await textOf(file)
  const [code = ''] = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){5}/.exec(text) ?? []
  expect(text).toContain('Amara Okafor was paid')
  expect(text).not.toContain('Northwind')

  const anyone = await browser.newPage()
  await anyone.goto(`${corridor.origin}/verify#${code}`)
  await expect(anyone.getByText('This statement is ours.')).toBeVisible()
  await expect(anyone.getByText('Amara Okafor')).toBeVisible()
  await expect(anyone.getByText('By month')).toBeVisible()
  await expect(anyone.getByText('Northwind', { exact: false })).toHaveCount(0)
  await expectAccessible(anyone, 'a statement that is verified')

  await page.getByRole('button', { name: /Revoke the statement of/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Revoked', { exact: true })).toBeVisible()
  await anyone.getByRole('button', { name: 'Verify' }).click()
  await expect(anyone.getByText('No paper has this code', { exact: false })).toBeVisible()
  await page.context().close()
})

test('an operator saves the evidence of a pay, and it holds without us', async () => {
  const operator = await pageOf('operator@demo.corridor.test', 1280)
  await operator.goto(`${corridor.origin}/operations/employers/demo.corridor.test/payroll`)
  const show = operator.getByRole('button', { name: /^Show/ })
  const paid = operator.getByText('Paid', { exact: true })
  await operator
    .getByRole('row')
    .filter({ has: show })
    .filter({ has: paid })
    .first()
    .getByRole('button')
    .click()
  const file = await download(operator, () =>
    operator.getByRole('button', { name: /^Save the evidence/ }).click(),
  )
  await judge(operator, 'the evidence of a pay')
  const { problems, counts } = await checkPack(await openAsBlob(file))
  expect(problems).toEqual([])
  expect(counts.payslips).toBe(counts.items)
  expect(counts.contracts).toBeGreaterThan(0)
  await operator.context().close()
})
