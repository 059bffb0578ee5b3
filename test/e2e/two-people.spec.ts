/** What one operator may not do alone, through the screens: one asks, another looks, sends it back or confirms. */
import { type Browser, expect, type Page, test } from '@playwright/test'
import { launchBrowser, openPage } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { judge } from './judge.ts'
import { addAuthenticator, logIn } from './screens.ts'

const DEMO = 'Corridor-demo-2026!'
const EMEKA = 'emeka@corridor.test'
const PASSWORD = 'Blue-kettle-on-the-9th-shelf'

let corridor: Corridor
let browser: Browser
let noor: Page
let emeka: Page

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  corridor = await startCorridor({ story: true })
  corridor.addOperator(EMEKA, PASSWORD)
  await corridor.query(
    "update person set first_name = 'Emeka', last_name = 'Kalu' where email = $1",
    [EMEKA],
  )
  browser = await launchBrowser()
  noor = await openPage(browser)
  emeka = await openPage(browser, 390)
  await logIn(noor, corridor.origin, 'operator@demo.corridor.test', DEMO)
  await logIn(emeka, corridor.origin, EMEKA, PASSWORD, /\/account\/security/)
  await addAuthenticator(emeka)
})

test.afterAll(async () => {
  await browser?.close()
  await corridor?.stop()
})

test('a sum above the limit is asked for, and sent back with a reason', async () => {
  await book('BIG-1')
  await expect(noor.getByText(/This is more than one operator may move alone/)).toBeVisible()
  const asked = card(noor, 'Two operators book this money')
  await expect(asked).toContainText('250000.00')
  await expect(asked.getByRole('button', { name: 'Look and answer' })).toHaveCount(0)
  await expect(asked.getByRole('button', { name: 'Withdraw' })).toBeVisible()
  await judge(noor)

  await emeka.goto(`${corridor.origin}/operations/funds`)
  await expect(card(emeka, 'Two operators book this money')).toContainText('Noor Haddad')
  await judge(emeka)
  await emeka.getByRole('button', { name: 'Look and answer' }).click()
  const dialog = emeka.getByRole('dialog')
  await expect(dialog.getByText('Northwind Robotics')).toBeVisible()
  await expect(dialog.getByText('BIG-1', { exact: true })).toBeVisible()
  await judge(emeka)
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog.getByText('Say why, for who asked')).toBeVisible()
  await dialog.getByLabel('Why you reject it').fill('The wire was recalled.')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(emeka.getByText('The wire was recalled.')).toBeVisible()

  await noor.reload()
  await expect(card(noor, 'Two operators book this money')).toHaveCount(0)
  await expect(noor.getByText(/Rejected\. Emeka Kalu/)).toBeVisible()
  await judge(noor)
})

test('confirmed by the second operator it is booked', async () => {
  await book('BIG-2')
  await emeka.reload()
  await emeka.getByRole('button', { name: 'Look and answer' }).click()
  await emeka.getByRole('button', { name: 'Confirm and book' }).click()
  await expect(emeka.getByText('1 receipt booked.')).toBeVisible()
  await expect(card(emeka, 'Two operators book this money')).toHaveCount(0)
  await expect(emeka.getByText('BIG-2', { exact: true })).toBeVisible()
  await noor.reload()
  await expect(noor.getByText(/Confirmed\. Emeka Kalu/)).toBeVisible()
})

test('payments above the limit leave when the second operator confirms the same plan', async () => {
  // So low that a single payment takes two.
  corridor.setPlatformLimit('10.00')
  await noor.goto(`${corridor.origin}/operations/transactions`)
  await noor.getByRole('button', { name: 'Retry' }).first().click()
  await noor.getByRole('dialog').getByRole('button', { name: 'Retry' }).click()
  await expect(noor.getByText('It is scheduled again.')).toBeVisible()
  await noor.goto(`${corridor.origin}/operations/transactions/checklist`)
  await noor.getByRole('button', { name: 'Confirm and execute' }).click()
  await noor.getByRole('dialog').getByRole('button', { name: 'Confirm and execute' }).click()
  await expect(noor.getByText(/Nothing was executed yet/)).toBeVisible()
  await expect(card(noor, 'Two operators move this money')).toBeVisible()
  await judge(noor)

  await emeka.goto(`${corridor.origin}/operations/transactions`)
  await expect(card(emeka, 'Two operators move this money')).toContainText('1 payment')
  await judge(emeka)
  await emeka.goto(`${corridor.origin}/operations/transactions/checklist`)
  await emeka.getByRole('button', { name: 'Look and answer' }).click()
  await emeka.getByRole('button', { name: 'Confirm and execute' }).last().click()
  await expect(emeka).toHaveURL(/execution=/)
  expect(corridor.verify()).toMatchObject({ holds: true })
})

test('what touches money or access asks for a proof again, and then goes on', async () => {
  await grownOld()
  await book('SMALL-1', '1.00')
  await prove()
  await expect(noor.getByText('1 booked.')).toBeVisible()

  await grownOld()
  await noor.goto(`${corridor.origin}/operations/transactions`)
  await noor.getByRole('button', { name: 'Retry' }).first().click()
  await noor.getByRole('dialog').getByRole('button', { name: 'Retry' }).click()
  await prove()
  await expect(noor.getByText('It is scheduled again.')).toBeVisible()

  await grownOld()
  await noor.goto(`${corridor.origin}/operations/contractors`)
  await noor.getByRole('button', { name: 'Open Owen MacLeod' }).click()
  await noor.getByRole('button', { name: 'Suspend' }).click()
  const asked = noor.getByRole('dialog', { name: 'Suspend Owen MacLeod?' })
  await asked.getByLabel(/Note for operators/).fill('A name match.')
  await asked.getByRole('button', { name: 'Suspend' }).click()
  await prove()
  await expect(noor.getByText('Owen MacLeod is suspended.')).toBeVisible()
})

test('one freezes what is due, and another lifts it', async () => {
  await noor.goto(`${corridor.origin}/operations/transactions`)
  await noor.getByRole('button', { name: 'Freeze payments' }).click()
  const dialog = noor.getByRole('dialog', { name: 'Freeze payments' })
  await expect(dialog.getByText('1 payment stays')).toBeVisible()
  await judge(noor)
  await dialog.getByLabel('Why').fill('Mails ask for other accounts.')
  await dialog.getByRole('button', { name: 'Freeze', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  const frozen = card(noor, 'Frozen: pay dates before')
  await expect(frozen).toContainText('3900.00')
  await expect(frozen).toContainText('Another operator lifts it.')
  await expect(frozen.getByRole('button', { name: 'Lift the freeze' })).toHaveCount(0)
  await judge(noor)

  // A job marks what is frozen, and the page asks once.
  const marked = "select from payment where status = 'FROZEN'"
  await expect.poll(() => corridor.query(marked)).toHaveLength(1)
  await emeka.goto(`${corridor.origin}/operations/transactions`)
  await expect(emeka.getByRole('heading', { level: 1 })).toHaveText('1 payment is frozen')
  await expect(card(emeka, 'Frozen: pay dates before')).toContainText(
    'Mails ask for other accounts.',
  )
  await judge(emeka)
  await emeka.getByRole('button', { name: 'Lift the freeze' }).click()
  await emeka.getByRole('dialog').getByRole('button', { name: 'Lift the freeze' }).click()
  await expect(card(emeka, 'Frozen: pay dates before')).toHaveCount(0)
  expect(corridor.verify()).toMatchObject({ holds: true })
})

/** Makes the last proof of every session an hour old. */
async function grownOld(): Promise<void> {
  await corridor.query('update auth.session set "authenticatedAt" = now() - interval \'1 hour\'')
  await noor.reload()
}

async function prove(): Promise<void> {
  const dialog = noor.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByLabel(/Password/).fill(DEMO)
  await dialog.getByRole('button', { name: /Confirm|Continue/ }).click()
}

function card(page: Page, title: string) {
  return page
    .getByRole('region')
    .or(page.locator('section'))
    .filter({
      has: page.getByRole('heading', { name: title }),
    })
}

async function book(reference: string, amount = '250000.00'): Promise<void> {
  await noor.goto(`${corridor.origin}/operations/funds`)
  await noor.getByRole('button', { name: 'Upload a file' }).first().click()
  const rows = `demo.corridor.test,USD,${amount},${reference},2026-01-05`
  await noor.locator('input[type=file]').setInputFiles({
    name: `${reference}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(`employer_domain,currency,amount,reference,received_on\n${rows}\n`),
  })
  await noor.getByRole('button', { name: 'Book', exact: true }).click()
}
