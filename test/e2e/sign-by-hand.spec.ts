/**
 * Wallets whose keys are with people: of bitcoin with two of three, of tokens on Ethereum with one. An operator saves what is to be signed, they sign it elsewhere, and what they bring
 * back is sent once enough of them did.
 */
import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { type Hex, parseTransaction, type TransactionSerializable } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { serveCore } from '#server/gateways/bitcoin/core-rpc.test-data.ts'
import { checked, handWallet, policyOf } from '#server/gateways/bitcoin/hand-keys.test-data.ts'
import { memoryChain } from '#server/gateways/bitcoin/memory-chain.test-data.ts'
import { type LocalEthereum, startLocalEthereum } from '../chains/local-ethereum.ts'
import { launchBrowser, openPage } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { nextPayDate } from './days.ts'
import { judge } from './judge.ts'
import { approveWaitingPay, choose, executeReady, logIn } from './screens.ts'

const DEMO = 'Corridor-demo-2026!'
const [ada, bo, chen] = [handWallet(1), handWallet(2), handWallet(3)]
const KEYS = [ada.key, bo.key, chen.key]
const dana = privateKeyToAccount(`0x${'07'.repeat(32)}`)
const PAYEE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

const chain = memoryChain()
let node: Awaited<ReturnType<typeof serveCore>>
let ethereum: LocalEthereum
let corridor: Corridor
let payDate = ''
let browser: Browser
let operator: Page
let minutes = 0

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  chain.mood.chain = 'regtest'
  chain.fund(policyOf(2, ...KEYS).address, 400_000_000n)
  chain.mine()
  node = await serveCore(chain)
  ethereum = await startLocalEthereum()
  await ethereum.fund(dana.address, 'ETH', 10_000_000_000n)
  await ethereum.fund(dana.address, 'USDC', 100_000_000_000n)
  await ethereum.settle()
  corridor = await startCorridor({
    story: true,
    env: {
      ...{ CORRIDOR_LOCAL_CHAINS: '1', BITCOIN_RPC_URL: node.url, BITCOIN_FROM_HEIGHT: '0' },
      BITCOIN_DESCRIPTOR: checked(`wsh(sortedmulti(2,${KEYS.join(',')}))`),
      ...{ ETHEREUM_RPC_URL: ethereum.url, ETHEREUM_ADDRESS: dana.address },
    },
  })
  payDate = await nextPayDate(corridor)
  browser = await launchBrowser()
  operator = await openPage(browser, 1280)
})
test.afterAll(async () => {
  await browser?.close()
  await corridor?.stop()
  await node?.end()
  await ethereum?.stop()
})

/** A block, and a minute, after which the rail looks; answers once it did. */
async function block(): Promise<void> {
  chain.mine()
  await ethereum.mine()
  minutes += 1
  const at = Date.parse(`${payDate}T10:00:00Z`) + minutes * 60_000
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

const status = async (network: 'bitcoin' | 'ethereum') => {
  const [row] = await corridor.query<{ status: string }>(
    `select status from payment where pay_date = '${payDate}' and network = '${network}'`,
  )
  return row?.status
}

const cardOf = (network: string) =>
  operator
    .locator('.card')
    .filter({ has: operator.getByRole('heading', { name: new RegExp(`^${network}`) }) })
    .filter({ has: operator.getByRole('button', { name: /^Bring back signed: / }) })

test('a contractor has half of hers go to a wallet on Ethereum', async () => {
  const page = await openPage(browser, 1280)
  await logIn(page, corridor.origin, 'yuliia@shevchuk.test', DEMO)
  await page.goto(`${corridor.origin}/contractor/payment-methods`)
  await page.getByRole('button', { name: 'Add wallet' }).first().click()
  const dialog = page.getByRole('dialog')
  await choose(page, /^Currency/, 'USDC')
  await choose(page, /^Network/, /Ethereum/)
  await dialog.getByLabel(/address/i).fill(PAYEE)
  await dialog.getByRole('button', { name: 'Add wallet' }).click()
  await expect(dialog).toHaveCount(0)
  const shares = page.getByLabel(/^Percentage for /)
  await expect(shares).toHaveCount(2)
  for (const share of await shares.all()) {
    await share.fill('50')
    await share.blur()
  }
  await page.getByRole('button', { name: 'Save split' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('50%')
})

test('what leaves by these wallets waits for people, and what is to be signed is in Funds', async () => {
  const employer = await openPage(browser, 1280)
  await logIn(employer, corridor.origin, 'employer@demo.corridor.test', DEMO)
  await approveWaitingPay(employer, corridor.origin)

  await block()
  await logIn(operator, corridor.origin, 'operator@demo.corridor.test', DEMO)
  await operator.getByRole('link', { name: 'Move money' }).first().click()
  await executeReady(operator)
  for (const network of ['bitcoin', 'ethereum'] as const)
    await expect.poll(() => status(network)).toBe('SENT')
  expect(chain.waiting()).toEqual([])
  await operator.goto(`${corridor.origin}/operations/transactions`)
  await expect(operator.getByText('It waits for people to sign it.').first()).toBeVisible()
  await operator.goto(`${corridor.origin}/operations/funds`)
  await expect(operator.getByRole('heading', { name: 'Waits for a signature' })).toBeVisible()
  await expect(operator.getByText('0 of 2 keys')).toBeVisible()
  await judge(operator)
})

/** The file that the page saves of a network. */
async function saved(network: string, name: RegExp): Promise<Uint8Array> {
  const [file] = await Promise.all([
    operator.waitForEvent('download'),
    cardOf(network)
      .getByRole('button', { name: /^Save the file of/ })
      .click(),
  ])
  expect(file.suggestedFilename()).toMatch(name)
  return readFileSync(await file.path())
}

/** Opens the dialog in which what was signed comes back. */
async function bring(network: string): Promise<void> {
  await cardOf(network)
    .getByRole('button', { name: /^Bring back signed: / })
    .click()
}

test('what each signed is brought back, and is sent once both keys signed it; what differs is refused in words', async () => {
  const psbt = await saved('Bitcoin', /^corridor-[0-9a-f]{8}\.psbt$/)
  await expect(cardOf('Bitcoin').getByText('Not yet', { exact: true })).toHaveCount(0)
  await bring('Bitcoin')
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

  await bring('Bitcoin')
  const text = Buffer.from(chen.sign(psbt)).toString('base64')
  await dialog.getByLabel(/its text/).fill(text)
  await dialog.getByRole('button', { name: 'Take signature' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(cardOf('Bitcoin')).toHaveCount(0)
  expect(chain.waiting()).toHaveLength(1)
  for (let n = 0; n < 8; n++) await block()
  await expect.poll(() => status('bitcoin')).toBe('SETTLED')
})

test('on Ethereum the signed text is pasted, and another payee’s is refused', async () => {
  const hex = Buffer.from(await saved('Ethereum', /^corridor-[0-9a-f]{8}\.txt$/))
  const asked = parseTransaction(hex.toString().trim() as Hex) as TransactionSerializable
  const dialog = operator.getByRole('dialog')
  const take = async (signed: string) => {
    await dialog.getByLabel(/its text/).fill(signed)
    await dialog.getByRole('button', { name: 'Take signature' }).click()
  }
  await bring('Ethereum')
  await take(await dana.signTransaction({ ...asked, data: asked.data?.replace(/.$/, '9') as Hex }))
  await expect(dialog.getByText(/^This pays others, or other amounts/)).toBeVisible()
  expect(await status('ethereum')).toBe('SENT')
  await take(await dana.signTransaction(asked))
  await expect(dialog).toHaveCount(0)
  await expect(operator.getByRole('heading', { name: 'Waits for a signature' })).toHaveCount(0)
  for (let n = 0; n < 8; n++) await block()
  await expect.poll(() => status('ethereum')).toBe('SETTLED')
  expect(await ethereum.tokensOf(PAYEE, 'USDC')).toBeGreaterThan(0n)
})
