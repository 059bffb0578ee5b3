/** Payments that went wrong, through the screens: one operator says what is known, another confirms it, and nobody is paid twice. */
import { type Browser, expect, type Page, test } from '@playwright/test'
import { launchBrowser, openPage } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { judge } from './judge.ts'
import { logIn } from './screens.ts'

const DEMO = 'Corridor-demo-2026!'

let corridor: Corridor
let browser: Browser
let noor: Page
let admin: Page

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  corridor = await startCorridor({ story: true })
  browser = await launchBrowser()
  noor = await openPage(browser)
  admin = await openPage(browser, 390)
  await logIn(noor, corridor.origin, 'operator@demo.corridor.test', DEMO)
  await logIn(admin, corridor.origin, 'admin@demo.corridor.test', DEMO)
})

test.afterAll(async () => {
  await browser?.close()
  await corridor?.stop()
})

const workList = (page: Page) => page.goto(`${corridor.origin}/operations/transactions?tab=work`)
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name }).first()

test('the list says what failed, why, and what its contractor was told', async () => {
  await workList(noor)
  await expect(noor.getByRole('heading', { level: 1 })).toContainText('did not arrive')
  await expect(row(noor, 'Owen MacLeod')).toContainText('this account is closed')
  await noor.getByRole('button', { name: 'Show Owen MacLeod' }).click()
  await expect(noor.getByText('The money is held for the contractor.')).toBeVisible()
  await expect(noor.getByRole('button', { name: 'Give back to the employer' })).toBeVisible()
  await judge(noor)
})

test('what arrived came back: it is recorded with its reason and its proof', async () => {
  await noor.goto(`${corridor.origin}/operations/transactions?tab=history`)
  await noor
    .getByRole('button', { name: /^It came back/ })
    .first()
    .click()
  const dialog = noor.getByRole('dialog')
  await dialog.getByRole('button', { name: 'It came back' }).click()
  await expect(dialog.getByText('Say why it came back.')).toBeVisible()
  await dialog.getByLabel('Why it came back').click()
  await noor.getByRole('option', { name: 'The account belongs to another name' }).click()
  await dialog.getByLabel('What is known').fill('Their bank wrote.')
  await dialog.getByLabel('Reference').fill('RET-1')
  await dialog.getByRole('button', { name: 'It came back' }).click()
  await expect(dialog.getByText('1 payment done.')).toBeVisible()
  await judge(noor)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await workList(noor)
  await expect(noor.getByText('Their bank wrote.').first()).toBeVisible()
})

test('nobody knows of one that was sent: two operators say that it did not leave', async () => {
  const payment_uuid = await sent()
  await noor.goto(`${corridor.origin}/operations/transactions?status=SENT`)
  await noor
    .getByRole('checkbox', { name: /^Select / })
    .first()
    .check()
  await noor.getByRole('button', { name: 'Nobody knows of it' }).click()
  const dialog = noor.getByRole('dialog')
  await dialog.getByLabel('What is known').fill('Not in the statement.')
  await dialog.getByRole('button', { name: 'Nobody knows of it' }).click()
  await expect(dialog.getByText('1 payment done.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()

  await workList(noor)
  const unknown = noor.getByRole('row').filter({ hasText: 'Not in the statement.' }).first()
  await unknown.getByRole('button', { name: /^Show / }).click()
  await noor.getByRole('button', { name: 'It did not leave', exact: true }).click()
  await dialog.getByLabel('What is known').fill('The bank has nothing of it.')
  await dialog.getByRole('button', { name: 'It did not leave' }).click()
  await expect(dialog.getByText(/waits for a second operator/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect(await statusOf(payment_uuid)).toBe('UNKNOWN')

  await workList(admin)
  await judge(admin)
  await admin.getByRole('button', { name: 'Look and answer' }).click()
  const answer = admin.getByRole('dialog')
  await judge(admin)
  await answer.getByRole('button', { name: 'Confirm' }).click()
  await expect.poll(() => statusOf(payment_uuid)).toBe('FAILED')
})

test("a company's payroll is shown by type, with what is owed, paid and left", async () => {
  await noor.goto(`${corridor.origin}/operations/employers/demo.corridor.test/payroll`)
  await noor.getByRole('button', { name: /^Historical/ }).click()
  await expect(noor).toHaveURL(/\/historical$/)
  await expect(noor.getByRole('columnheader', { name: 'Left' }).first()).toBeVisible()
  await judge(noor)
  await noor.goto(`${corridor.origin}/operations/employers/demo.corridor.test/nonsense`)
  await expect(noor.getByText('404 - Not found')).toBeVisible()
})

/** Brings what came back in the test before on its way again, and answers it. */
async function sent(): Promise<string> {
  await workList(noor)
  const back = noor.getByRole('row').filter({ hasText: 'Their bank wrote.' }).first()
  await back.getByRole('button', { name: /^Retry/ }).click()
  await noor.getByRole('dialog').getByRole('button', { name: 'Retry' }).click()
  await noor.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await noor.goto(`${corridor.origin}/operations/transactions?status=SCHEDULED`)
  await noor
    .getByRole('checkbox', { name: /^Select / })
    .first()
    .check()
  await noor.getByRole('button', { name: 'Execute' }).click()
  await noor.getByRole('dialog').getByRole('button', { name: 'Execute' }).click()
  const found = async () =>
    (await corridor.query("select payment_uuid id from payment where status = 'SENT'")) as {
      id: string
    }[]
  await expect.poll(async () => (await found()).length).toBe(1)
  return (await found())[0]?.id ?? ''
}

async function statusOf(payment_uuid: string): Promise<string | undefined> {
  const rows = (await corridor.query('select status from payment where payment_uuid = $1', [
    payment_uuid,
  ])) as { status: string }[]
  return rows[0]?.status
}
