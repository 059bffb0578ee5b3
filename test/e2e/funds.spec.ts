/** Money that is asked for, comes, is exchanged, names nobody and is found: through the screens of an operator and of an employer. */
import { type Browser, expect, type Page, test } from '@playwright/test'
import { type Line, statementOf } from '#server/reconciliation/statements.test-data.ts'
import { launchBrowser, openPage } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { judge } from './judge.ts'
import { logIn } from './screens.ts'

const DEMO = 'Corridor-demo-2026!'

let corridor: Corridor
let browser: Browser
let operator: Page
let second: Page
let employer: Page

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  corridor = await startCorridor({ story: true })
  browser = await launchBrowser()
  operator = await openPage(browser)
  second = await openPage(browser)
  employer = await openPage(browser, 390)
  await logIn(operator, corridor.origin, 'operator@demo.corridor.test', DEMO)
  await logIn(second, corridor.origin, 'admin@demo.corridor.test', DEMO)
  await logIn(employer, corridor.origin, 'employer@demo.corridor.test', DEMO)
})

test.afterAll(async () => {
  await browser?.close()
  await corridor?.stop()
})

const pick = async (page: Page, field: string, option: RegExp) => {
  await page.locator(field).click()
  await page.getByRole('option', { name: option }).click()
}

test('what an operator asks for stands on the employer’s first page until it is booked', async () => {
  await operator.goto(`${corridor.origin}/operations/funds`)
  await operator.getByRole('button', { name: 'Request funds', exact: true }).click()
  await pick(operator, '#request-employer', /Northwind/)
  await pick(operator, '#request-currency', /EUR/)
  await operator.getByLabel('Amount in EUR').fill('1000.00')
  await operator.getByLabel('Words to the employer').fill('For the coming pay.')
  await judge(operator)
  await operator.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(operator.getByText('Not here yet')).toBeVisible()

  await employer.reload()
  await expect(employer.getByText(/Corridor asks for 1000\.00/)).toBeVisible()
  await employer.getByRole('link', { name: 'See where to send it' }).click()
  await expect(employer.getByText('For the coming pay.')).toBeVisible()
  await judge(employer)

  await operator.getByRole('button', { name: 'Book funding' }).click()
  await operator.getByLabel('Employer’s domain').fill('demo.corridor.test')
  await operator.getByLabel('Currency', { exact: false }).first().fill('EUR')
  await operator.locator('#wire-amount').fill('1000.00')
  await operator.locator('#wire-reference').fill('ASKED-1')
  await operator.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(operator.getByText('1 booked.')).toBeVisible()
  await expect(operator.getByText('Nothing is asked for.')).toBeVisible()
  await employer.reload()
  await expect(employer.getByText(/Corridor asks for/)).toHaveCount(0)
})

test('a promised rate is exchanged while it is promised, and offered anew after that', async () => {
  await operator.getByRole('button', { name: 'Exchange money' }).click()
  await pick(operator, '#convert-employer', /Northwind/)
  await pick(operator, '#convert-from', /USD/)
  await pick(operator, '#convert-to', /CAD/)
  await operator.locator('#convert-amount').fill('40.00')
  await operator.getByRole('button', { name: 'Ask for a quote' }).click()
  await expect(operator.getByText(/^Holds until/)).toBeVisible()
  await judge(operator)
  await corridor.moveClock(new Date(Date.now() + 1_200_000).toISOString())
  await operator.getByRole('button', { name: 'Exchange', exact: true }).click()
  await expect(operator.getByText('This quote is over.')).toBeVisible()
  await operator.getByRole('button', { name: 'Ask for a new quote' }).click()
  await operator.getByRole('button', { name: 'Exchange', exact: true }).click()
  await expect(operator.getByText('Exchanged.')).toBeVisible()
  await employer.goto(`${corridor.origin}/employer/fund-payroll`)
  await expect(employer.getByText(/As promised, 40\.00 CAD|As promised, .* USD/)).toBeVisible()
})

test('a conversion is done on its day, and stands in the statement', async () => {
  await operator.reload()
  await operator.getByRole('button', { name: 'Exchange money' }).click()
  await pick(operator, '#convert-employer', /Northwind/)
  await pick(operator, '#convert-from', /USD/)
  await pick(operator, '#convert-to', /CAD/)
  await operator.locator('#convert-amount').fill('100.00')
  await operator.getByText('On a day, at the rate of then').click()
  await judge(operator)
  await operator.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(operator.getByRole('button', { name: /^Cancel the conversion/ })).toBeVisible()
  await corridor.moveClock(new Date(Date.now() + 86_400_000).toISOString())
  await employer.goto(`${corridor.origin}/employer/fund-payroll`)
  await expect(async () => {
    await employer.reload()
    await expect(employer.getByText('Done.', { exact: true })).toHaveCount(2, { timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  await expect(
    employer.getByText('Converted from USD').filter({ visible: true }).first(),
  ).toBeVisible()
  await judge(employer)
})

const credit = (amount: string, at: string, words: string, name: string) =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>${at}</AcctSvcrRef><NtryDtls><TxDtls><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>${words}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`

test('a receipt that names nobody waits, is matched, or goes back by two', async () => {
  const statement = `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><BkToCstmrDbtCdtNtfctn><GrpHdr><MsgId>M</MsgId><CreDtTm>2026-11-20T06:00:00Z</CreDtTm></GrpHdr><Ntfctn><Id>N</Id><CreDtTm>2026-11-20T06:00:00Z</CreDtTm><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>${credit('70.00', 'BK-1', 'no idea', 'Northwind Robotix')}${credit('12.50', 'BK-2', 'Miete', 'Hans Beispiel')}</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`
  await operator.reload()
  await operator.getByRole('button', { name: 'Upload a file' }).click()
  await operator
    .locator('input[type=file]')
    .setInputFiles({ name: 'bank.xml', mimeType: 'text/xml', buffer: Buffer.from(statement) })
  await expect(operator.getByText('0 booked, 2 not matched, 0 stand already.')).toBeVisible()
  await judge(operator)
  await operator.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(operator.getByText('2 name no employer and were put aside.')).toBeVisible()
  await judge(operator)
  await operator.getByRole('button', { name: 'Northwind Robotics: name alike' }).click()
  await expect(
    operator.getByRole('button', { name: 'Northwind Robotics: name alike' }),
  ).toHaveCount(0)

  await operator.getByRole('button', { name: 'Sent back' }).click()
  await operator.getByLabel('Reference of the order').fill('ORDER-1')
  await judge(operator)
  await operator.getByRole('button', { name: 'Ask for a yes' }).click()
  await expect(operator.getByText('Two operators send this money back')).toBeVisible()
  await second.goto(`${corridor.origin}/operations/funds`)
  await second.getByRole('button', { name: 'Look and answer' }).click()
  await second.getByRole('button', { name: 'Confirm that it went back' }).click()
  await expect(second.getByText('Recorded as sent back.')).toBeVisible()
  await expect(second.getByText('Hans Beispiel')).toHaveCount(0)
})

test('a credit of several that was put aside gives way to its parts by the word of two', async () => {
  const told = (line: Line) => ({
    name: 'collective.xml',
    mimeType: 'text/xml',
    buffer: statementOf({
      ...{ day: '2026-11-23', opening: 0, account: 'DE89370400440532013000', lines: [line] },
    }).bytes,
  })
  const book = async (line: Line, counts: string) => {
    await operator.reload()
    await operator.getByRole('button', { name: 'Upload a file' }).click()
    await operator.locator('input[type=file]').setInputFiles(told(line))
    await expect(operator.getByText(counts)).toBeVisible()
    await operator.getByRole('button', { name: 'Book', exact: true }).click()
  }
  const whole: Line = { cents: 9_000, at: 'COLLECTIVE-1', words: 'Collective credit' }
  await book(whole, '0 booked, 1 not matched, 0 stand already.')
  await operator.getByRole('button', { name: 'Sent back' }).click()
  await operator.getByLabel('Nothing was sent: the bank takes it apart').check()
  await expect(operator.getByLabel('Reference of the order')).toHaveCount(0)
  await judge(operator)
  await operator.getByRole('button', { name: 'Ask for a yes' }).click()

  await second.reload()
  await second.getByRole('button', { name: 'Look and answer' }).click()
  await expect(
    second.getByText('COLLECTIVE-1, taken apart: its parts take its place'),
  ).toBeVisible()
  await judge(second)
  await second.getByRole('button', { name: 'Confirm that it is of several' }).click()
  await expect(second.getByText('COLLECTIVE-1')).toHaveCount(0)

  await book(whole, '0 booked, 0 not matched, 1 stand already.')
  const parts = [
    { cents: 4_000, at: 'PART-1' },
    { cents: 5_000, at: 'PART-2' },
  ]
  await book({ ...whole, parts }, '0 booked, 2 not matched, 0 stand already.')
  await expect(operator.getByText('PART-2')).toBeVisible()
  await judge(operator)
})

test('the ledger sums to zero, and says what lay where', async () => {
  await second.goto(`${corridor.origin}/operations/ledger`)
  await expect(second.getByText('Receipt sent back').first()).toBeVisible()
  await expect(second.getByText('The books do not hold.')).toHaveCount(0)
  await judge(second)
})

test('the bank’s statement is held against the books, and what differs is resolved', async () => {
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const statement = statementOf({
    ...{ day, opening: 150_000, account: 'DE89370400440532013000' },
    lines: [{ cents: -1_250, at: 'FEE-11', words: 'Account maintenance', name: 'Demo Bank' }],
  })
  const file = { name: 'day.xml', mimeType: 'application/xml', buffer: statement.bytes }
  await operator.goto(`${corridor.origin}/operations/reconciliation`)
  await expect(operator.getByText('No bank statement was read yet')).toBeVisible()
  await operator.getByRole('button', { name: 'Read a statement' }).click()
  await operator.locator('#bank-statement').setInputFiles({ ...file, buffer: Buffer.from('<no/>') })
  await operator.getByRole('button', { name: 'Read it' }).click()
  await expect(operator.getByText(/^Nothing was read\./)).toBeVisible()
  await operator.locator('#bank-statement').setInputFiles(file)
  await operator.getByRole('button', { name: 'Read it' }).click()
  await expect(operator.getByText('Went out, and no book knows it')).toBeVisible()
  await judge(operator)
  await operator.getByRole('button', { name: /^Book it as … FEE-11/ }).click()
  await operator.getByRole('button', { name: 'Ask another operator' }).click()
  await expect(operator.getByText('Say why, for who has to say yes')).toBeVisible()
  await operator.locator('#book-words').fill('The monthly charge.')
  await operator.reload()
  await operator.getByRole('button', { name: /^Book it as … FEE-11/ }).click()
  await operator.locator('#book-words').fill('The monthly charge, by its advice.')
  await operator.getByRole('button', { name: 'Ask another operator' }).click()
  await operator.getByRole('button', { name: /^Explain: The first statement/ }).click()
  await operator.locator('#explain-words').fill('Kept there before Corridor began.')
  await operator.getByRole('button', { name: 'Ask another operator' }).click()
  await expect(operator.getByText('Two operators explain this difference')).toBeVisible()

  await second.goto(`${corridor.origin}/dashboard`)
  await expect(second.getByText('Bank and books differ')).toBeVisible()
  await second.goto(`${corridor.origin}/operations/reconciliation`)
  const asked = second.getByRole('button', { name: 'Look and answer' })
  for (const [answered, verb] of ['Confirm the explanation', 'Confirm and book'].entries()) {
    // What was answered leaves the list a moment after its dialog.
    await expect(asked).toHaveCount(2 - answered)
    await asked.first().click()
    await second.getByRole('button', { name: verb }).click()
    await expect(second.getByRole('dialog')).toHaveCount(0)
  }
  await expect(second.getByText('Kept there before Corridor began.')).toBeVisible()
  await expect(second.getByText('Went out, and no book knows it')).toHaveCount(0)
  await judge(second)
})
