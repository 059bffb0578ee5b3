/**
 * The README's five minutes, read out of the README and done as they stand there; then the day after a payment failed, from its mail to
 * the money's arrival.
 */
import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { launchBrowser, openPage } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { textOf } from './pdf-text.ts'
import { choose, logIn, tabTo } from './screens.ts'

const [, walk = ''] = /## Five minutes in the demo\n([\s\S]*?)\n## /.exec(
  readFileSync('README.md', 'utf8'),
) ?? ['', '']
const [intro = '', ...steps] = walk.split(/^\d\. /m)
const [, password = ''] = /password `([^`]+)`/.exec(intro) ?? []

/** What a step of the walk says to press, choose or look for, in its order; whose log-in it names first. */
function told(step: number): { who: string; words: string[]; text: string } {
  const text = steps[step - 1] ?? ''
  const [, who = ''] = /\*\*([^*]+)\*\*/.exec(text) ?? []
  const words = [...text.replace(/\*\*[^*]+\*\*/g, '').matchAll(/\*([^*]+)\*/g)]
  return { who, words: words.map(([, word = '']) => word), text }
}

let corridor: Corridor
let browser: Browser
let employer: Page
let operator: Page
let contractor: Page

test.beforeAll(async () => {
  corridor = await startCorridor({ story: true })
  browser = await launchBrowser()
  employer = await openPage(browser, 1280)
  operator = await openPage(browser, 1280)
  contractor = await openPage(browser, 390)
})
test.afterAll(async () => {
  await browser?.close()
  await corridor?.stop()
})

test.describe.configure({ mode: 'serial' })

const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()

test('1: the employer approves ahead of funding, and says what was sent', async () => {
  const { who, words } = told(1)
  expect(words).toEqual(['Review', 'Approve ahead of funding', 'I sent it'])
  const [review = '', ahead = '', sent = ''] = words
  await logIn(employer, corridor.origin, who, password)
  await employer.getByRole('button', { name: 'Payroll' }).click()
  await employer.getByRole('link', { name: 'Run payroll' }).first().click()
  await employer.getByRole('link', { name: review }).first().click()
  await employer
    .getByRole('button', { name: /^Show how/ })
    .first()
    .click()
  await expect(employer.getByText(/Arrives/).first()).toBeVisible()
  for (const box of await employer.locator('.acks input[type=checkbox]').all()) await box.check()
  await employer.getByLabel(ahead).check()
  await press(employer, /^Approve \d+ line items/)
  await expect(employer.getByText('Approved pay').first()).toBeVisible()

  await employer.getByRole('link', { name: 'Funds', exact: true }).click()
  await expect(employer.getByRole('heading', { level: 1 })).toContainText('1276.00 EUR')
  await press(employer, 'EUR')
  await expect(employer.getByText('Account holder')).toBeVisible()
  await press(employer, sent)
  await expect(employer.getByRole('heading', { name: 'On its way', exact: true })).toBeVisible()
  await expect(employer.getByRole('heading', { level: 1 })).toContainText(
    '1276.00 EUR is on its way',
  )
})

test('2: the operator books it, once', async () => {
  const { who, words, text } = told(2)
  expect(words).toEqual(['On its way', 'Book', 'Book'])
  const [way = '', book = ''] = words
  const [, reference = ''] = /`([^`]+)`/.exec(text) ?? []
  await logIn(operator, corridor.origin, who, password)
  await operator
    .getByRole('link', { name: /^Funds/ })
    .first()
    .click()
  await expect(operator.getByRole('heading', { name: way })).toBeVisible()
  await press(operator, new RegExp(`^${book} 1276\\.00 EUR`))
  await operator.getByLabel('Reference of the bank').fill(reference)
  await press(operator, book)
  await expect(operator.getByText('1 booked.')).toBeVisible()
  await press(operator, book)
  await expect(operator.getByText(`1 stood already and was left alone: ${reference}`)).toBeVisible()
  const [booked] = await corridor.query<{ n: number }>(
    'select count(*)::int n from funding where reference = $1',
    [reference],
  )
  expect(booked?.n).toBe(1)
})

test('3 and 4: time moves to the pay date, and the operator moves the money', async () => {
  const { text } = told(3)
  expect(text).toContain('/dev/clock')
  const [cycle] = await corridor.query<{ pay_date: string }>(
    "select pay_date::text from pay_cycle join line_item using (cycle_uuid) where status = 'APPROVED' order by pay_date desc limit 1",
  )
  const [, , , day = '', ...rest] = /"now":"(\d{4})-(\d{2})-(\d{2})(T[^"]+)"/.exec(text) ?? []
  expect(day).not.toBe('')
  await corridor.moveClock(`${cycle?.pay_date}${rest[0]}`)
  const { words } = told(4)
  const [move = '', execute = '', settled = ''] = words
  await operator.getByRole('link', { name: move }).first().click()
  await press(operator, execute)
  await operator
    .getByRole('alertdialog')
    .or(operator.getByRole('dialog'))
    .getByRole('button', { name: execute })
    .click()
  await expect(operator.getByRole('heading', { level: 1 })).toContainText(/sent/)
  await press(operator, settled)
  await operator.getByRole('dialog').getByLabel('Reference').fill('STMT-1')
  await operator.getByRole('dialog').getByRole('button', { name: settled }).click()
  await expect(operator.getByRole('dialog').getByText(/^\d+ settled$/)).toBeVisible()
})

test('5: the contractor sees what arrived, and the payslip says so', async () => {
  const { who, words } = told(5)
  await logIn(contractor, corridor.origin, who, password)
  await expect(contractor.getByRole('heading', { level: 1 })).toContainText('arrived')
  await contractor.goto(`${corridor.origin}/contractor/reports`)
  const [file] = await Promise.all([
    contractor.waitForEvent('download'),
    contractor
      .getByRole('button', { name: /payslip|PDF|download/i })
      .first()
      .click(),
  ])
  const payslip = await textOf(await file.path())
  expect(payslip).toContain('STMT-1')
  for (const word of words) expect(payslip.toLowerCase()).toContain(word)
})

test('a payment that failed: its mail leads to another account, and the money arrives there', async () => {
  const page = await openPage(browser, 390)
  await logIn(page, corridor.origin, 'owen@macleod.test', password)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('3900.00 CAD did not arrive')
  const { link } = await corridor.mail('owen@macleod.test', /did not arrive/)
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('is kept for you')
  await page.getByRole('link', { name: 'Add another account in CAD' }).click()
  await page.getByLabel('Account name').fill('Owen MacLeod')
  await page.getByLabel('Transit number').fill('00312')
  await page.getByLabel('Institution number').fill('004')
  await page.getByRole('textbox', { name: 'Account number' }).fill('7654321')
  await choose(page, /^Account type/, 'Savings')
  await press(page, 'Add bank account')
  await page.getByText(/4321/).first().click()
  await press(page, 'Send it there')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText(/4321/).first()).toBeVisible()

  const { now: clock } = (await (await fetch(`${corridor.origin}/dev/clock`)).json()) as {
    now: string
  }
  await corridor.moveClock(new Date(Date.parse(clock) + 25 * 3_600_000).toISOString())
  await operator.goto(`${corridor.origin}/operations/transactions/checklist`)
  await press(operator, 'Confirm and execute')
  await operator
    .getByRole('alertdialog')
    .or(operator.getByRole('dialog'))
    .getByRole('button', { name: 'Confirm and execute' })
    .click()
  await expect(operator.getByRole('heading', { level: 1 })).toContainText(/sent/)
  await press(operator, 'Mark settled')
  await operator.getByRole('dialog').getByLabel('Reference').fill('STMT-2')
  await operator.getByRole('dialog').getByRole('button', { name: 'Mark settled' }).click()
  await expect(operator.getByRole('dialog').getByText(/^\d+ settled$/)).toBeVisible()
  await page.reload()
  // The next pay, which nobody approved, is what he is told first by now.
  await expect(page.getByText('Arrived').first()).toBeVisible()
  await corridor.mail('owen@macleod.test', /You were paid 3900\.00 CAD/)
})

test('pay that nobody approved in time: the headline says so, and the keyboard alone leads from the log-in to its approval', async () => {
  const page = await openPage(browser, 1280)
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto(`${corridor.origin}/auth/login`)
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type('owner@harbor.test')
  await tabTo(page, page.getByRole('textbox', { name: /^Password/ }))
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(heading).toContainText(/2 people have waited 1 day for 5120\.00 CAD/)
  const wrong = page.locator('.wrong-now')
  await expect(wrong.getByText('1 day late')).toBeVisible()
  await expect(wrong.getByText('You', { exact: true })).toBeVisible()

  await tabTo(page, page.getByRole('link', { name: 'Review pay' }))
  await page.keyboard.press('Enter')
  await expect(heading).toBeFocused()
  await expect(page.getByText('Unnapproved pay').first()).toBeVisible()
  for (const box of await page.locator('.acks input[type=checkbox]').all()) {
    await tabTo(page, box)
    await page.keyboard.press('Space')
  }
  await tabTo(page, page.getByRole('button', { name: 'Approve 2 line items' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 line items approved.')).toBeVisible()
  // The button is gone, and the next key goes on from the page's heading.
  await expect(heading).toBeFocused()

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused()
  await page.keyboard.type('Home')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(heading).toBeFocused()
  // It is approved now, and late all the same until it leaves.
  await expect(heading).toContainText('3 payments are 1 day late')
  await expect(wrong.getByText('Corridor', { exact: true })).toBeVisible()
})
