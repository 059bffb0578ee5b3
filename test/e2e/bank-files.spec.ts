/** Files for a bank through the screens: one proposes a channel and executes, another confirms it, releases the file and takes the answer. */
import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { launchBrowser, openPage } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { judge } from './judge.ts'
import { addAuthenticator, choose, download, logIn } from './screens.ts'

const DEMO = 'Corridor-demo-2026!'
const EMEKA = 'emeka@corridor.test'
const PASSWORD = 'Blue-kettle-on-the-9th-shelf'
const FILES = '/operations/transactions?tab=files'

let corridor: Corridor
let browser: Browser
let noor: Page
let emeka: Page
let reference = ''

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  corridor = await startCorridor({ story: true })
  corridor.addOperator(EMEKA, PASSWORD)
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

const CPA = {
  'What it is called': 'Royal Bank, AFT',
  Originator: '0123456789',
  'Data centre': '00320',
  'Short name': 'CORRIDOR',
  'Long name': 'Corridor Payments Inc.',
  'Institution of the account for returns': '003',
  'Transit of the account for returns': '00012',
  'Account for returns': '1002003',
}

test('a channel is proposed by one, and in force once another confirmed it', async () => {
  await noor.goto(`${corridor.origin}${FILES}`)
  await expect(noor.getByText('Every currency is paid by the simulated rail.')).toBeVisible()
  await judge(noor)
  await noor.getByRole('button', { name: 'Propose a channel' }).click()
  const dialog = noor.getByRole('dialog', { name: 'A channel to a bank' })
  await choose(noor, /^Format/, 'AFT, CPA Standard 005')
  await dialog.getByRole('button', { name: 'Propose a channel' }).click()
  await expect(dialog.getByText('Say what the channel is called')).toBeVisible()
  await judge(noor)
  for (const [label, text] of Object.entries(CPA))
    await dialog.getByRole('textbox', { name: new RegExp(`^${label}`) }).fill(text)
  await dialog.getByRole('button', { name: 'Propose a channel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(noor.getByText(/you proposed it/)).toBeVisible()
  await expect(noor.getByText('•••• 2003')).toBeVisible()
  await judge(noor)

  await emeka.goto(`${corridor.origin}${FILES}`)
  await expect(emeka.getByText(/Noor Haddad proposed it/)).toBeVisible()
  await judge(emeka)
  await emeka.getByRole('button', { name: 'Confirm Royal Bank, AFT' }).click()
  await expect(emeka.getByText('Payments leave by it from now.')).toBeVisible()
})

test('what is executed waits in a file for somebody else, who releases it', async () => {
  await noor.goto(`${corridor.origin}/operations/transactions`)
  await noor.getByRole('button', { name: 'Retry' }).first().click()
  await noor.getByRole('dialog').getByRole('button', { name: 'Retry' }).click()
  await expect(noor.getByText('It is scheduled again.')).toBeVisible()
  await noor.goto(`${corridor.origin}/operations/transactions/checklist`)
  await noor.getByRole('button', { name: 'Confirm and execute' }).click()
  await noor.getByRole('dialog').getByRole('button', { name: 'Confirm and execute' }).click()
  await expect(noor).toHaveURL(/execution=/)
  await expect(noor.getByText(/waits in a file/)).toBeVisible()
  await judge(noor)
  await noor.goto(`${corridor.origin}${FILES}`)
  await expect(noor.getByText(/You had it made/)).toBeVisible()
  await judge(noor)
  await noor.getByRole('button', { name: /^Look at CAD/ }).click()
  const mine = noor.getByRole('dialog', { name: 'A file for the bank' })
  await expect(mine.getByText('Owen MacLeod')).toBeVisible()
  await expect(mine.getByRole('button', { name: 'Release' })).toHaveCount(0)
  await judge(noor)

  await emeka.goto(`${corridor.origin}${FILES}`)
  await expect(emeka.getByText(/Noor Haddad had it made/)).toBeVisible()
  await judge(emeka)
  await emeka.getByRole('button', { name: /^Review and release CAD/ }).click()
  const dialog = emeka.getByRole('dialog', { name: 'A file for the bank' })
  await expect(dialog.getByText('SHA-256')).toBeVisible()
  await judge(emeka)
  await dialog.getByRole('button', { name: 'Release' }).click()
  await expect(dialog.getByText('Released').first()).toBeVisible()
  const path = await download(emeka, () =>
    dialog.getByRole('button', { name: 'Download the file' }).click(),
  )
  const [, credit = ''] = readFileSync(path, 'latin1').split('\r\n')
  expect(credit.slice(0, 1)).toBe('C')
  expect(credit).toContain('OWEN MACLEOD')
  const rows = await corridor.query('select reference from bank_batch_line')
  reference = String((rows as { reference: string }[])[0]?.reference)
  expect(credit).toContain(reference)
})

test('what the bank answers is looked at, then taken, and tells who is paid why not', async () => {
  await noor.goto(`${corridor.origin}${FILES}`)
  const rows = await corridor.query('select amount_minor from bank_batch_line')
  const minor = String((rows as { amount_minor: string }[])[0]?.amount_minor)
  await noor.getByLabel('The bank’s file').setInputFiles({
    name: 'returns.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(returned(minor)),
  })
  await noor.getByRole('button', { name: 'Look at it' }).click()
  await expect(noor.getByText('Nothing is done yet.')).toBeVisible()
  await expect(noor.getByText('Came back', { exact: true })).toBeVisible()
  await judge(noor)
  await noor.getByRole('button', { name: 'Take it' }).click()
  await expect(noor.getByText('Taken.')).toBeVisible()
  await expect(noor.getByText('0 arrived, 0 turned away, 1 came back').last()).toBeVisible()
  await judge(noor)
  await noor.goto(`${corridor.origin}/operations/transactions`)
  await expect(noor.getByText(/The account is closed/).first()).toBeVisible()
  expect(corridor.verify()).toMatchObject({ holds: true })
})

/** A file of one returned credit: its account is closed. */
function returned(minor: string): string {
  const control = (count: number) => `${String(count).padStart(9, '0')}01234567890042`
  const item = `905${minor.padStart(10, '0')}026329000300012${'7650000'.padEnd(12)}${'7'.padStart(22, '0')}450${'CORRIDOR'.padEnd(15)}${'OWEN MACLEOD'.padEnd(30)}${'CORRIDOR PAYMENTS INC.'.padEnd(30)}0123456789${reference.padEnd(19)}000300012${'1002003'.padEnd(12)}${' '.repeat(15)}${'9'.padStart(22, '0')}01${'0'.repeat(11)}`
  return [
    `A${control(1)}02632900320${' '.repeat(20)}CAD`,
    `I${control(2)}${item}`,
    `Z${control(3)}${'0'.repeat(22)}${minor.padStart(14, '0')}00000001${'0'.repeat(44)}`,
  ]
    .map(line => `${line.padEnd(1464)}\r\n`)
    .join('')
}
