/**
 * The README's five minutes, read out of the README and done as they stand there; then the day after a payment failed, from its mail to
 * the money's arrival.
 */
import { execFileSync } from 'node:child_process'
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
  const { who, words, text } = told(1)
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
  const row = employer.locator('.prov')
  for (const head of ['Goes to', 'Rate', 'Contractor receives', 'Arrives'])
    await expect(row.getByText(head, { exact: true })).toBeVisible()
  await expect(row).toContainText(/at par|\d\.\d{3,}/)
  await expect(row).toContainText(
    /\d+\.\d{2} [A-Z]{3,4}\s*(Mon|Tue|Wed|Thu|Fri), [A-Z][a-z]{2} \d+/,
  )
  expect(text).toContain('A timesheet waits: accept it.')
  await employer
    .locator('.time-rows')
    .getByRole('button', { name: /^Accept/ })
    .click()
  await expect(employer.locator('.time-rows')).toBeHidden()
  const acks = employer.locator('.acks input[type=checkbox]')
  expect(text).toContain("Two people's hours are not those of their contracts")
  await expect(employer.locator('.acks').getByText(/the contract gives/)).toHaveCount(2)
  await expect(acks).toHaveCount(2)
  for (const box of await acks.all()) await box.check()
  await expect(employer.getByText(/1276\.00 short/).first()).toBeVisible()
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
  // The payment that waited for euros is let go.
  const held = () =>
    corridor.query<{ currency: string }>(
      "select source_currency currency from payment where hold_reason = 'FUNDS'",
    )
  await expect.poll(held).toEqual([])
})

test('3 and 4: time moves to the pay date, and the operator moves the money', async () => {
  const { text } = told(3)
  expect(text).toContain('/dev/clock')
  const [cycle] = await corridor.query<{ pay_date: string }>(
    "select pay_date::text from pay_cycle join line_item using (cycle_uuid) where status = 'APPROVED' order by pay_date desc limit 1",
  )
  const [, , , day = '', ...rest] = /"now":"(\d{4})-(\d{2})-(\d{2})(T[^"]+)"/.exec(text) ?? []
  expect(day).not.toBe('')
  const shown = cycle?.pay_date ?? ''
  await employer.goto(`${corridor.origin}/employer/payroll-run`)
  const dates = employer.getByText(String(Number(shown.slice(8))), { exact: true })
  await expect(dates.first()).toBeVisible()
  // Typed as it stands, with this Corridor's address and the day of the cycle.
  const [, , block = ''] = /```(\w*)\n([\s\S]*?)```/.exec(text) ?? []
  const command = block
    .trim()
    .replace('localhost:3000', new URL(corridor.origin).host)
    .replace(/\d{4}-\d{2}-\d{2}/, shown)
  expect(command).toMatch(/^curl -X POST /)
  execFileSync('bash', ['-c', `${command} --silent --show-error --fail`])
  const { now } = (await (await fetch(`${corridor.origin}/dev/clock`)).json()) as { now: string }
  expect(now.slice(0, 13)).toBe(`${shown}${rest[0]?.slice(0, 3)}`)
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
  const [, list = ''] = /work list of `([^`]+)`/.exec(told(4).text) ?? []
  await operator.goto(`${corridor.origin}${list}`)
  await operator.getByRole('button', { name: 'Work list' }).click()
  const refused = operator.getByRole('row').filter({ hasText: 'Owen MacLeod' })
  await expect(refused).toContainText('The receiving bank says that this account is closed')
  await expect(refused.getByRole('button', { name: /^Retry/ })).toBeVisible()
})

test('5: the contractor sees what arrived, and the payslip says so', async () => {
  const { who, words } = told(5)
  await logIn(contractor, corridor.origin, who, password)
  await expect(contractor.getByRole('heading', { level: 1 })).toContainText('arrived')
  await expect(contractor.getByRole('heading', { name: 'Promised and delivered' })).toBeVisible()
  await expect(contractor.getByText('As promised').filter({ visible: true }).first()).toBeVisible()
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
  expect(payslip).toMatch(/rate/i)
  for (const word of words) expect(payslip.toLowerCase()).toContain(word)
})

test('who else the README names logs in without a second factor, and finds what it says', async () => {
  const emails = [...walk.matchAll(/`([a-z]+@[a-z.]+)`/g)].map(([, email = '']) => email)
  expect(emails).toEqual([
    ...['admin', 'payroll', 'approver', 'viewer'].map(who => `${who}@demo.corridor.test`),
    'partner@tideline.test',
  ])
  for (const email of emails) {
    const page = await openPage(browser, 1280)
    await logIn(page, corridor.origin, email, password)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL(/\/dashboard$/)
    if (email.startsWith('partner@')) {
      const [batch] = await corridor.query<{ id: string }>(
        'select batch_uuid id from payment_batch order by batch_uuid desc limit 1',
      )
      await page.goto(`${corridor.origin}/employer/partner/payments/${batch?.id}`)
      await expect(page.getByText(/\b2 left out/).first()).toBeVisible()
    }
    await page.context().close()
  }
  const mails = await fetch(`${corridor.origin}/dev/mail`)
  expect(mails.status).toBe(200)
  expect(corridor.verify()).toMatchObject({ holds: true })
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
  // What was let go of since it was looked at is looked at again, and confirmed again.
  const confirm = operator
    .getByRole('alertdialog')
    .or(operator.getByRole('dialog'))
    .getByRole('button', { name: 'Confirm and execute' })
  await expect(async () => {
    if (await confirm.isVisible()) await confirm.click()
    await expect(operator.getByRole('heading', { level: 1 })).toContainText(/sent/, {
      timeout: 5_000,
    })
  }).toPass()
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
