/** A wallet of bitcoin whose keys are with two people: an operator saves its file, each signs it elsewhere, and what they bring back is sent once both did. */
import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { serveCore } from '#server/gateways/bitcoin/core-rpc.test-data.ts'
import { checked, handWallet, policyOf } from '#server/gateways/bitcoin/hand-keys.test-data.ts'
import { memoryChain } from '#server/gateways/bitcoin/memory-chain.test-data.ts'
import { launchBrowser, openPage } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { judge } from './judge.ts'
import { logIn } from './screens.ts'

const DEMO = 'Corridor-demo-2026!'
const PAY_DATE = '2026-12-04'
const [ada, bo, chen] = [handWallet(1), handWallet(2), handWallet(3)]
const KEYS = [ada.key, bo.key, chen.key]

const chain = memoryChain()
let node: Awaited<ReturnType<typeof serveCore>>
let corridor: Corridor
let browser: Browser
let operator: Page
let minutes = 0

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  chain.mood.chain = 'regtest'
  chain.fund(policyOf(2, ...KEYS).address, 400_000_000n)
  chain.mine()
  node = await serveCore(chain)
  corridor = await startCorridor({
    story: true,
    env: {
      ...{ CORRIDOR_LOCAL_CHAINS: '1', BITCOIN_RPC_URL: node.url, BITCOIN_FROM_HEIGHT: '0' },
      BITCOIN_DESCRIPTOR: checked(`wsh(sortedmulti(2,${KEYS.join(',')}))`),
    },
  })
  browser = await launchBrowser()
  operator = await openPage(browser, 1280)
})
test.afterAll(async () => {
  await browser?.close()
  await corridor?.stop()
  await node?.end()
})

/** A block, and a minute, after which the rail looks; answers once it did. */
async function block(): Promise<void> {
  chain.mine()
  minutes += 1
  const at = Date.parse(`${PAY_DATE}T10:00:00Z`) + minutes * 60_000
  await corridor.moveClock(new Date(at).toISOString())
  const { height } = await chain.node.tip()
  const read = async () => {
    const [last] = await corridor.query<{ height: number }>(
      'select max(height) height from bitcoin_rail.block',
    )
    return last?.height
  }
  await expect.poll(read).toBe(height)
}

const status = async () => {
  const [row] = await corridor.query<{ status: string }>(
    `select status from payment where pay_date = '${PAY_DATE}' and network = 'bitcoin'`,
  )
  return row?.status
}

test('what leaves in bitcoin waits for people, and its file is in Funds', async () => {
  const employer = await openPage(browser, 1280)
  await logIn(employer, corridor.origin, 'employer@demo.corridor.test', DEMO)
  await employer.goto(`${corridor.origin}/employer/payroll-run`)
  await employer.getByRole('link', { name: 'Review' }).first().click()
  const accept = employer.getByRole('button', { name: /^Accept \d/ })
  await accept.first().click()
  await expect(employer.locator('.time-rows')).toBeHidden()
  for (const box of await employer.locator('.acks input[type=checkbox]').all()) await box.check()
  await employer.getByLabel('Approve ahead of funding').check()
  await employer.getByRole('button', { name: /^Approve \d+ line items/ }).click()
  await expect(employer.getByText('Approved pay').first()).toBeVisible()

  await block()
  await logIn(operator, corridor.origin, 'operator@demo.corridor.test', DEMO)
  await operator.getByRole('link', { name: 'Move money' }).first().click()
  await operator.getByRole('button', { name: 'Confirm and execute' }).first().click()
  await operator
    .getByRole('alertdialog')
    .or(operator.getByRole('dialog'))
    .getByRole('button', { name: 'Confirm and execute' })
    .click()
  await expect(operator.getByRole('heading', { level: 1 })).toContainText(/sent/)
  await expect.poll(status).toBe('SENT')
  expect(chain.waiting()).toEqual([])
  await operator.goto(`${corridor.origin}/operations/transactions`)
  await expect(operator.getByText('It waits for people to sign it.').first()).toBeVisible()
  await operator.goto(`${corridor.origin}/operations/funds`)
  await expect(operator.getByRole('heading', { name: 'Waits for a signature' })).toBeVisible()
  await expect(operator.getByText('0 of 2 keys')).toBeVisible()
  await judge(operator)
})

/** The file that the page saves. */
async function saved(): Promise<Uint8Array> {
  const [file] = await Promise.all([
    operator.waitForEvent('download'),
    operator.getByRole('button', { name: /^Save the file of/ }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^corridor-[0-9a-f]{8}\.psbt$/)
  return readFileSync(await file.path())
}

test('what each signed is brought back, and is sent once both keys signed it; what differs is refused in words', async () => {
  const psbt = await saved()
  await expect(operator.getByText('Not yet', { exact: true })).toHaveCount(0)
  await operator.getByRole('button', { name: /^Bring back signed: / }).click()
  const dialog = operator.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Take signature' }).click()
  await expect(dialog.getByText(/^Choose the file that the wallet saved/)).toBeVisible()
  const file = (bytes: Uint8Array) => ({
    ...{ name: 'signed.psbt', mimeType: '', buffer: Buffer.from(bytes) },
  })
  await dialog.locator('input[type=file]').setInputFiles(file(psbt))
  await dialog.getByRole('button', { name: 'Take signature' }).click()
  await expect(dialog.getByText(/^Nobody signed this yet/)).toBeVisible()
  await judge(operator)
  await dialog.locator('input[type=file]').setInputFiles(file(ada.sign(psbt)))
  await dialog.getByRole('button', { name: 'Take signature' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(operator.getByText('1 of 2 keys', { exact: true })).toBeVisible()
  expect(chain.waiting()).toEqual([])

  await operator.getByRole('button', { name: /^Bring back signed: / }).click()
  const text = Buffer.from(chen.sign(psbt)).toString('base64')
  await dialog.getByLabel(/its text/).fill(text)
  await dialog.getByRole('button', { name: 'Take signature' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(operator.getByRole('heading', { name: 'Waits for a signature' })).toHaveCount(0)
  expect(chain.waiting()).toHaveLength(1)
  for (let n = 0; n < 8; n++) await block()
  await expect.poll(status).toBe('SETTLED')
})
