/** A partner's batch, from a file with rows that are wrong to money that arrived: mended, sent in, approved, funded, executed, and seen by who is paid. */

import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { launchBrowser, openPage } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { judge, judgeAsOpened } from './judge.ts'
import { textOf } from './pdf-text.ts'
import { acknowledge, download, logIn } from './screens.ts'

const PASSWORD = 'Corridor-demo-2026!'

const PHONE = 390

let corridor: Corridor
let browser: Browser
let partner: Page
let operator: Page
let pay_date: string

const rightOf = (box: { x: number; width: number } | null) => (box ? box.x + box.width : 0)
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()

/** As Excel of many countries saves it: UTF-16 with its mark, and semicolons. */
const FILE = Buffer.from(
  `\ufeffRecipient;Name;Amount;Currency;Payment ID;Note
fatima@benali.test;Fatima Benali;"1,250.00";EUR;TL-5001
fatima@benali.test;Fatima Benali;48.50;EUR;TL-4103
wei@zhang;Wei Zhang;10.00;EUR;TL-5002;https://a.test
fatima@benali.test;www.evil.example;90.00;EUR;TL-5003
newcomer@rossi.test;Gia Rossi;75.00;EUR;TL-5004
`,
  'utf16le',
)

/** The whole journey in a window of this width; whatever is judged is judged at both. */
export function walkAsPartner(width: number): void {
  test.describe.configure({ mode: 'serial' })
  test.beforeAll(async () => {
    corridor = await startCorridor({ story: true })
    browser = await launchBrowser()
    partner = await openPage(browser, width)
    operator = await openPage(browser)
  })
  test.afterAll(async () => {
    await browser?.close()
    await corridor?.stop()
  })

  test('the way to its first pay leads to the payments, where a batch waits and its story is told', async () => {
    await logIn(partner, corridor.origin, 'partner@tideline.test', PASSWORD)
    await expect(partner.getByText('Approve payouts-')).toBeVisible()
    await expect(partner.getByText('Draft the contract')).toHaveCount(0)
    await judgeAsOpened(partner, 'a partner’s home')
    // The home and the payments count the same payments.
    const due = partner.getByRole('listitem').filter({ hasText: '3 to approve' })
    await expect(due).toContainText('5 payments')
    await expect(due).toContainText('2 wait until their people have joined')
    for (const sum of ['635.50', '52000', '640.25']) await expect(due).toContainText(sum)
    await partner
      .getByRole('link', { name: /^Payments/ })
      .first()
      .click()
    await expect(heading(partner)).toHaveText('1 batch waits for your yes')
    await judge(partner, 'the batches')
    await partner.setViewportSize({ width: PHONE, height: 900 })
    // Once the rows are cards, which they become as the page has its new width.
    await expect(async () => {
      const amounts = await partner.locator('td.r .tall').first().boundingBox()
      const chip = await partner.locator('.batch-state .chip').first().boundingBox()
      expect(rightOf(amounts)).toBeLessThan(PHONE)
      expect(rightOf(chip)).toBeCloseTo(rightOf(amounts), 0)
    }).toPass()
    await partner.setViewportSize({ width, height: 900 })
    await partner.getByRole('link', { name: /^payouts-/ }).click()
    await expect(heading(partner)).toHaveText('3 payments wait for your approval')
    await expect(partner.getByText('A comma in a number.')).toBeVisible()
    await judge(partner, 'a batch')
    // What two quick presses open stays, and one press outside closes it.
    await partner.getByRole('button', { name: 'Cancel the batch' }).dblclick()
    const asked = partner.getByRole('dialog').or(partner.getByRole('alertdialog'))
    await expect(asked).toBeVisible()
    await partner.mouse.click(5, 500)
    await expect(asked).toHaveCount(0)
    const left_out = readFileSync(
      await download(partner, () => press(partner, 'The 2 rows, to correct')),
      'utf8',
    )
    expect(left_out).toContain('"1,180.00"')
  })

  test('on the settings a key is made that is shown once, and an endpoint that hears; both end again', async () => {
    await partner.goto(`${corridor.origin}/settings`)
    await press(partner, 'Create key')
    const dialog = partner.getByRole('dialog')
    const asked = dialog.or(partner.getByRole('alertdialog'))
    await dialog.getByLabel(/^Name/).fill('Payout service')
    await dialog.getByRole('checkbox').first().check()
    await judge(partner, 'a key that is made')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await expect(partner.getByText('Copy the key now')).toBeVisible()
    await judge(partner, 'a key that is shown once')
    await partner.getByLabel('I have stored it in a safe place').check()
    await press(partner, 'Done')
    await expect(partner.getByText('Copy the key now')).toHaveCount(0)
    await press(partner, 'Actions for Payout service')
    await partner.getByRole('menuitem', { name: 'Revoke' }).click()
    await asked.getByRole('button', { name: 'Revoke' }).click()
    await expect(partner.getByText('The key Payout service no longer works.')).toBeVisible()

    await press(partner, 'Add endpoint')
    await dialog.getByLabel(/^Address/).fill('https://10.0.0.1/hook')
    await dialog.getByRole('checkbox').first().check()
    await dialog.getByRole('button', { name: 'Add endpoint' }).click()
    // An address that leads inside is refused where it was typed, and stays.
    await expect(dialog.getByLabel(/^Address/)).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByLabel(/^Address/).fill('https://hooks.tideline.test/corridor')
    await dialog.getByRole('button', { name: 'Add endpoint' }).click()
    await expect(partner.getByText('Copy the signing secret now')).toBeVisible()
    await press(partner, 'Done')
    await expect(partner.getByText('hooks.tideline.test').first()).toBeVisible()
    await judgeAsOpened(partner, 'the settings with an endpoint')
    await press(partner, /^Actions for https:\/\/hooks\.tideline\.test/)
    await partner.getByRole('menuitem', { name: 'Remove' }).click()
    await asked.getByRole('button', { name: 'Remove' }).click()
    await expect(partner.getByText('hooks.tideline.test')).toHaveCount(0)
    await partner.goto(`${corridor.origin}/employer/partner/payments`)
    await partner.getByRole('link', { name: /^payouts-/ }).click()
  })

  test('a file is read in its encoding: rows that are wrong are mended in place, taken out, or told of', async () => {
    await partner.getByRole('link', { name: 'Send corrected rows' }).click()
    await partner
      .locator('input[type=file]')
      .setInputFiles({ name: 'couriers.csv', mimeType: 'text/csv', buffer: FILE })
    await expect(heading(partner)).toHaveText('2 of 5 payments can be sent in')
    await expect(partner.getByText('TL-4103 was sent to the same person before')).toBeVisible()
    await judge(partner, 'a file with rows that are wrong')
    const amount = partner.getByLabel('Amount of row 2')
    await amount.fill('1250')
    await amount.press('Enter')
    await expect(heading(partner)).toHaveText('3 of 5 payments can be sent in')
    // What was chosen and mended survives a reload.
    await partner.reload()
    await expect(heading(partner)).toHaveText('3 of 5 payments can be sent in')
    await press(partner, 'Leave out row 3')
    await expect(partner.getByText('1 row is left out by you')).toBeVisible()
    await expect(heading(partner)).toHaveText('2 of 5 payments can be sent in')
    await expect(partner.getByRole('button', { name: 'Send 2 payments in' })).toBeDisabled()
    await partner.getByLabel('Send it in without the 2 rows that are wrong').check()
    await press(partner, 'Send 2 payments in')
    await expect(heading(partner)).toHaveText('1 payment waits for your approval')
    await expect(partner.getByText('2 good, 3 left out')).toBeVisible()
    await corridor.mail('newcomer@rossi.test', /invited/)
    await expect(partner.getByText('Invited').first()).toBeVisible()
    const [batch] = await corridor.query<{ pay_date: string }>(
      "select pay_date::text from payment_batch where file_name = 'couriers.csv'",
    )
    pay_date = batch?.pay_date ?? ''
  })

  test('its people look at what it would do and approve it ahead of its money, which the operator books', async () => {
    await partner.getByRole('link', { name: 'Review and approve' }).click()
    await expect(partner.getByRole('heading', { name: 'Dry run' })).toBeVisible()
    await judge(partner, 'a batch to approve')
    await acknowledge(partner)
    await press(partner, /^Approve 1/)
    await expect(partner.getByText('1 line item approved.')).toBeVisible()
    await partner.getByRole('link', { name: 'couriers.csv' }).click()
    await expect(partner.getByText('Approved 1 payment,')).toBeVisible()
    await expect(partner.getByText('Waits for funding').first()).toBeVisible()

    await logIn(operator, corridor.origin, 'operator@demo.corridor.test', PASSWORD)
    await operator.goto(`${corridor.origin}/operations/funds`)
    await press(operator, 'Upload a file')
    const csv =
      'employer_domain,currency,amount,reference,received_on\ntideline.test,EUR,2000.00,TL-WIRE,2026-01-05\n'
    await operator
      .locator('input[type=file]')
      .setInputFiles({ name: 'wires.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await press(operator, 'Book')
    await expect(operator.getByText('1 booked.')).toBeVisible()
    await partner.reload()
    await expect(partner.getByText('All is here')).toBeVisible()
  })

  test('it is executed as any pay, and everybody sees it arrive', async () => {
    // The story has somebody on a list who is called nearly as the partner's owner.
    await operator.goto(`${corridor.origin}/operations/screening`)
    await operator.getByRole('radio', { name: /Not the same/ }).check()
    await operator.getByRole('textbox', { name: /^Why/ }).fill('Born in another year.')
    await press(operator, 'Keep the answer')
    await expect(heading(operator)).toHaveText('Nobody waits for an answer')
    await corridor.moveClock(`${pay_date}T10:00:00Z`)
    await operator.goto(`${corridor.origin}/operations/transactions/checklist`)
    await press(operator, 'Confirm and execute')
    await operator
      .getByRole('alertdialog')
      .or(operator.getByRole('dialog'))
      .getByRole('button', { name: 'Confirm and execute' })
      .click()
    await expect(heading(operator)).toContainText(/sent/)
    await partner.reload()
    await expect(heading(partner)).toHaveText('1 of 2 payments are out')
    await press(operator, 'Mark settled')
    await operator.getByRole('dialog').getByLabel('Reference').fill('STMT-9')
    await operator.getByRole('dialog').getByRole('button', { name: 'Mark settled' }).click()
    await expect(operator.getByRole('dialog').getByText(/^\d+ settled$/)).toBeVisible()

    await partner.reload()
    await expect(partner.getByText('Settled').first()).toBeVisible()
    const csv = readFileSync(
      await download(partner, () => press(partner, 'CSV with every state')),
      'utf8',
    )
    expect(csv).toMatch(/2,fatima@benali\.test,.*1250\.00,EUR,TL-5001,,SETTLED/)
    expect(csv).toMatch(/newcomer@rossi\.test,.*INVITED/)
    await judge(partner, 'a batch of which one arrived')
    await press(partner, 'Cancel the rest')
    await press(partner, 'Cancel 1 payment')
    await expect(heading(partner)).toHaveText('1 payment arrived')
    await partner.keyboard.press('Control+k')
    await partner.getByRole('combobox', { name: 'Search or jump to' }).fill('couriers')
    await expect(partner.getByRole('option', { name: /couriers\.csv/ })).toBeVisible()
    await partner.keyboard.press('Escape')

    const fatima = await openPage(browser, 390)
    await logIn(fatima, corridor.origin, 'fatima@benali.test', PASSWORD)
    await expect(fatima.getByText(/Tideline Pay/).first()).toBeVisible()
    await corridor.mail('fatima@benali.test', /You were paid 1250\.00 EUR/)
    await fatima.goto(`${corridor.origin}/contractor/reports`)
    await expect(fatima.getByText('TL-5001').first()).toBeVisible()
    await judgeAsOpened(fatima, 'reports of somebody who is paid by a batch')
    const payslip = await textOf(
      await download(fatima, () => fatima.getByRole('button', { name: /PDF/ }).first().click()),
    )
    expect(payslip).toContain('TL-5001')
    expect(payslip).toContain('STMT-9')
  })
}
