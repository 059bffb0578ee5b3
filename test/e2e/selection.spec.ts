/** Some pays of a cycle, and not all of it: chosen by keys and by hand, approved and put away together; their hours typed, pasted and read from a workbook. */
import { type Browser, expect, type Page, test } from '@playwright/test'
import writeExcelFile from 'write-excel-file/node'
import { launchBrowser, openPage } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { judgeAsOpened } from './judge.ts'
import { logIn } from './screens.ts'

const PASSWORD = 'Corridor-demo-2026!'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

let corridor: Corridor
let browser: Browser
let ingrid: Page
let phone: Page
let cycle: string

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  corridor = await startCorridor({ story: true })
  browser = await launchBrowser()
  ingrid = await openPage(browser)
  phone = await openPage(browser, 390)
  for (const page of [ingrid, phone]) {
    await logIn(page, corridor.origin, 'employer@demo.corridor.test', PASSWORD)
    await page.goto(`${corridor.origin}/employer/payroll-run`)
    await page.getByRole('link', { name: 'Review' }).first().click()
    await expect(page.getByRole('button', { name: 'Edit hours' })).toBeVisible()
  }
  cycle = ingrid.url()
})
test.afterAll(async () => {
  await browser?.close()
  await corridor?.stop()
})

const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
const cell = (page: Page, name: string) =>
  page.getByRole('textbox', { name: `Hours of ${name}`, exact: true })
/** Pastes as a spreadsheet does: what it copied is text with tabs and line ends. */
const paste = (page: Page, into: string, text: string) =>
  cell(page, into).evaluate((node, copied) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', copied)
    node.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)

test('rows are chosen by the keyboard, also several, and the server says what they come to', async () => {
  await ingrid.locator('tr[data-row]').first().focus()
  await ingrid.keyboard.press('Space')
  await expect(ingrid.getByText('1 selected')).toBeVisible()
  await ingrid.keyboard.press('ArrowDown')
  await ingrid.keyboard.press('ArrowDown')
  await ingrid.keyboard.press('Shift+Space')
  await expect(ingrid.getByText('3 selected')).toBeVisible()
  await expect(ingrid.getByRole('button', { name: 'Approve 3' })).toBeVisible()
  await judgeAsOpened(ingrid, 'a selection of pays')
  await ingrid.getByRole('checkbox', { name: 'Select all' }).check()
  await expect(ingrid.getByRole('button', { name: 'Archive 5' })).toBeVisible()
  await ingrid.getByRole('button', { name: 'Clear' }).click()
  await expect(ingrid.getByText('5 selected')).toHaveCount(0)
})

test('some are put away and taken back, and each of them is answered for', async () => {
  await box(ingrid, 'Chloé Tremblay').click()
  await ingrid.getByRole('button', { name: 'Archive 1' }).click()
  await ingrid.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await expect(ingrid.getByRole('status').getByText('1 line item changed.')).toBeVisible()
  await box(ingrid, 'Chloé Tremblay').click()
  await box(ingrid, 'Amara Okafor').click()
  await ingrid.getByRole('button', { name: 'Unarchive 1' }).click()
  await expect(ingrid.getByText('1 of those selected does not allow it')).toBeVisible()
  await ingrid.getByRole('dialog').getByRole('button', { name: 'Unarchive' }).click()
  await expect(ingrid.getByText('1 line item changed, 1 was there already.')).toBeVisible()
})

test('two are approved together, once what is unusual of them was seen', async () => {
  await box(ingrid, 'Chloé Tremblay').click()
  await box(ingrid, 'Amara Okafor').click()
  await ingrid.getByRole('button', { name: 'Approve 2' }).click()
  const dialog = ingrid.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Approve' })).toBeDisabled()
  for (const tick of await dialog.getByRole('checkbox').all()) await tick.check()
  await judgeAsOpened(ingrid, 'approving a selection')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(ingrid.getByRole('status').getByText('2 line items changed.')).toBeVisible()
  await box(ingrid, 'Chloé Tremblay').click()
  await ingrid.getByRole('button', { name: 'Unapprove 1' }).click()
  await ingrid.getByRole('dialog').getByRole('button', { name: 'Unapprove' }).click()
  await expect(ingrid.getByRole('status').getByText('1 line item changed.')).toBeVisible()
})

test('hours are typed from cell to cell, taken back, and kept until they are saved', async () => {
  await ingrid.getByRole('button', { name: 'Edit hours' }).click()
  // Whose approval was taken back has a cell once the list is there anew, and what is approved is none.
  await expect(cell(ingrid, 'Chloé Tremblay')).toBeVisible()
  await expect(cell(ingrid, 'Amara Okafor')).toHaveCount(0)
  const first = ingrid.locator('input[data-cell]').first()
  await first.fill('70')
  await ingrid.keyboard.press('Enter')
  await expect(ingrid.getByText('1 pay changes')).toBeVisible()
  await expect(ingrid.getByText(/What waits comes to/)).toBeVisible()
  await ingrid.keyboard.type('-4')
  await ingrid.keyboard.press('ArrowDown')
  await expect(ingrid.getByText('1 row needs a word from you')).toBeVisible()
  await expect(ingrid.getByRole('button', { name: 'Save 1 pay' })).toBeDisabled()
  await judgeAsOpened(ingrid, 'hours of which one is wrong')
  await ingrid.keyboard.press('Control+z')
  await expect(ingrid.getByText('1 row needs a word from you')).toHaveCount(0)
  await ingrid.reload()
  await expect(first).toHaveValue('70')
  // Also out of a cell that was not left: a key was pressed, and the page is gone.
  await first.focus()
  await ingrid.keyboard.type('69')
  await ingrid.reload()
  await expect(first).toHaveValue('69')
  await expect(ingrid.getByRole('button', { name: 'Save 1 pay' })).toBeEnabled()
})

test('cells of a spreadsheet are pasted, by name or one below the other, as one step', async () => {
  await paste(ingrid, 'Chloé Tremblay', 'Chloé Tremblay\t71,5\r\nNobody Known\t80\r\n')
  await expect(cell(ingrid, 'Chloé Tremblay')).toHaveValue('71,5')
  await expect(
    ingrid.getByText('Nobody called Nobody Known has a pay in this cycle.'),
  ).toBeVisible()
  await ingrid.getByRole('button', { name: 'Leave out Nobody Known' }).click()
  const first = ingrid.locator('input[data-cell]').first()
  const name = (await first.getAttribute('aria-label'))?.replace('Hours of ', '') ?? ''
  await paste(ingrid, name, '61\n62\n')
  await expect(first).toHaveValue('61')
  await ingrid.getByRole('button', { name: 'Undo' }).click()
  await expect(first).not.toHaveValue('61')
  await ingrid.getByRole('button', { name: 'Redo' }).click()
  await expect(first).toHaveValue('61')
  await ingrid.keyboard.press('Control+z')
})

test('a workbook is read by address, every bad row is named with its line, and all is saved at once', async () => {
  const lines = [
    ['Email', 'Hours'],
    ['chloe@tremblay.test', '72'],
    ['contractor@demo.corridor.test', '60'],
    ['nobody@list.test', '80'],
    ['chloe@tremblay.test', '73'],
  ].map(line => line.map(value => ({ value, type: String })))
  const buffer = await writeExcelFile(lines).toBuffer()
  await ingrid.getByRole('button', { name: 'Import a file' }).click()
  await ingrid
    .locator('input[type=file]')
    .setInputFiles({ name: 'hours.xlsx', mimeType: XLSX, buffer })
  await expect(ingrid.getByText('3 rows need a word from you')).toBeVisible()
  for (const line of ['Line 3.', 'Line 4.', 'Line 5.'])
    await expect(ingrid.getByText(line)).toBeVisible()
  await expect(ingrid.getByText('Chloé Tremblay has hours in line 2 already.')).toBeVisible()
  await expect(ingrid.getByText(/Amara Okafor does not wait for approval/).first()).toBeVisible()
  await ingrid.getByRole('button', { name: 'Leave all 2 unused lines out' }).click()
  await ingrid.getByRole('button', { name: 'Leave out Amara Okafor' }).click()
  await expect(cell(ingrid, 'Chloé Tremblay')).toHaveValue('72')

  // Somebody else is faster.
  await phone.goto(`${cycle}?mode=hours`)
  await cell(phone, 'Chloé Tremblay').fill('75')
  await phone.keyboard.press('Enter')
  await judgeAsOpened(phone, 'hours on a phone')
  await phone.getByRole('button', { name: 'Save 1 pay' }).click()
  await expect(phone.getByText('The hours of 1 line item are saved.')).toBeVisible()

  await ingrid.getByLabel('Why').fill('Client visits')
  await ingrid.getByRole('button', { name: /^Save \d/ }).click()
  await expect(ingrid.getByText(/Chloé Tremblay changed since you opened it/).first()).toBeVisible()
  await ingrid.getByRole('button', { name: 'Use 72 anyway' }).click()
  await ingrid.getByRole('button', { name: /^Save \d/ }).click()
  await expect(ingrid.getByText(/^The hours of .* saved\.$/)).toBeVisible()
  await expect(ingrid.getByText('72.00 h').first()).toBeVisible()
})

test('on a phone, pays are chosen and put away as well', async () => {
  await phone.goto(cycle)
  await box(phone, 'Chloé Tremblay').click()
  await expect(phone.getByRole('button', { name: 'Archive 1' })).toBeVisible()
  // Who wrote its hours does not approve it, and is told who can.
  await expect(phone.getByText('Somebody else approves.').first()).toBeVisible()
  await judgeAsOpened(phone, 'a selection on a phone')
  await phone.getByRole('button', { name: 'Archive 1' }).click()
  await phone.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await expect(phone.getByText('1 line item changed.')).toBeVisible()
})

test('a pay is found by name and cancelled for good', async () => {
  await ingrid.goto(`${cycle}?sort=name`)
  await expect(ingrid.getByRole('columnheader', { name: 'Contractor' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await expect(ingrid.locator('tr[data-row]').first()).toContainText('Amara Okafor')
  await ingrid.getByRole('button', { name: 'Contractor', exact: true }).click()
  await expect(ingrid.locator('tr[data-row]').first()).toContainText('张伟')
  await ingrid.getByRole('searchbox', { name: 'Find line items' }).fill('伟 张')
  await expect(ingrid.locator('tr[data-row]')).toHaveCount(1)
  await box(ingrid, '张伟').click()
  await ingrid.getByRole('button', { name: 'Cancel 1' }).click()
  await judgeAsOpened(ingrid, 'cancelling a pay')
  await ingrid.getByRole('dialog').getByRole('button', { name: 'Cancel for good' }).click()
  await expect(ingrid.getByRole('status').getByText('1 line item changed.')).toBeVisible()
  await expect(ingrid.getByRole('row', { name: /张伟/ }).getByText('Cancelled')).toBeVisible()
  await ingrid.getByRole('searchbox', { name: 'Find line items' }).fill('nobody')
  await expect(ingrid.getByText('Nothing in this cycle is called nobody')).toBeVisible()
})
