/**
 * Wallets on Algorand and Solana whose keys are with people: what leaves waits for them, on Algorand for as long as it may stand. An operator saves what is to be signed, and what they bring
 * back signed is sent, and arrives.
 */
import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { solanaNode } from '#server/gateways/solana/node.ts'
import { signerOf } from '#server/gateways/solana/signer.ts'
import { solanaChain } from '#server/gateways/solana/solana-chain.ts'
import * as onAlgorand from '#server/payments/algorand-holder.test-data.ts'
import * as onSolana from '#server/payments/solana-holder.test-data.ts'
import { type LocalAlgorand, startLocalAlgorand } from '../chains/local-algorand.ts'
import { type LocalSolana, startLocalSolana } from '../chains/local-solana.ts'
import { launchBrowser, openPage } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { nextPayDate } from './days.ts'
import { judge } from './judge.ts'
import { approveWaitingPay, choose, executeReady, logIn } from './screens.ts'

const DEMO = 'Corridor-demo-2026!'
const KEY = 7
const [eve, fay] = [onAlgorand.holderOf(KEY), onSolana.holderOf(KEY)]
const ALGORAND = '5JFGYY7CTRJAVPXVKB5RGLWF7GKUO5VOX27HXESCD3VGSFCG2IWAKDM5YU'
const PAYEE = 'VCMJKWOY5P5P7SKMZFFOCEROPJCZOTIJMNIYNUCKH7LRO45JMJP6UYBIJA'

let algorand: LocalAlgorand
let solana: LocalSolana
let corridor: Corridor
let payDate = ''
let browser: Browser
let operator: Page
let minutes = 0

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  algorand = await startLocalAlgorand()
  algorand.fund(ALGORAND, 'ALGO', 10_000_000n)
  solana = await startLocalSolana()
  await solana.fund(fay.address, 'SOL', 10_000_000_000n)
  for (const currency of ['USDC', 'USDT'] as const) {
    algorand.fund(ALGORAND, currency, 100_000_000_000n)
    await solana.fund(fay.address, currency, 100_000_000_000n)
  }
  corridor = await startCorridor({
    story: true,
    env: {
      ...{ CORRIDOR_LOCAL_CHAINS: '1', ALGORAND_RPC_URL: algorand.url, ALGORAND_ADDRESS: ALGORAND },
      ...{ SOLANA_RPC_URL: solana.url, SOLANA_ADDRESS: fay.address },
    },
  })
  payDate = await nextPayDate(corridor)
  browser = await launchBrowser()
  operator = await openPage(browser, 1280)
})
test.afterAll(async () => {
  await browser?.close()
  await corridor?.stop()
  await algorand?.stop()
  await solana?.stop()
})

/** Blocks of a minute, after which the rails look; answers once they did. */
async function minute(): Promise<void> {
  algorand.mine()
  solana.mine()
  minutes += 1
  const at = new Date(Date.parse(`${payDate}T10:00:00Z`) + minutes * 60_000)
  await corridor.moveClock(at.toISOString())
  const read = async () => {
    const rows = await corridor.query<{ network: string }>(
      `select network from token_rail.follow where read_at >= '${at.toISOString()}' and network in ('algo', 'solana')`,
    )
    return rows.length
  }
  await expect.poll(read).toBe(2)
}

const statuses = async (network: 'algo' | 'solana') => {
  const rows = await corridor.query<{ status: string }>(
    `select distinct status from payment where pay_date = '${payDate}' and network = '${network}'`,
  )
  return rows.map(row => row.status)
}

const cardOf = (network: string) =>
  operator
    .locator('.card')
    .filter({ has: operator.getByRole('heading', { name: new RegExp(`^${network}`) }) })
    .filter({ has: operator.getByRole('button', { name: /^Bring back signed: / }) })

test('a contractor has half of hers go to a wallet on Algorand', async () => {
  const page = await openPage(browser, 1280)
  await logIn(page, corridor.origin, 'yuliia@shevchuk.test', DEMO)
  await page.goto(`${corridor.origin}/contractor/payment-methods`)
  await page.getByRole('button', { name: 'Add wallet' }).first().click()
  const dialog = page.getByRole('dialog')
  await choose(page, /^Currency/, 'USDC')
  await choose(page, /^Network/, 'Algo')
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

test('a wallet on Solana without nonce accounts says what its keeper has to do once', async () => {
  const employer = await openPage(browser, 1280)
  await logIn(employer, corridor.origin, 'employer@demo.corridor.test', DEMO)
  await approveWaitingPay(employer, corridor.origin)
  await minute()
  await logIn(operator, corridor.origin, 'operator@demo.corridor.test', DEMO)
  await operator.goto(`${corridor.origin}/operations/funds`)
  await expect(operator.getByText(/--seed corridor-nonce-0/).first()).toBeVisible()
  await judge(operator)
  const keeper = signerOf(new Uint8Array(32).fill(KEY))
  const by = await solanaChain(solanaNode(solana.url), keeper, { lanes: 5, chain: 'local' })
  await by.open(1_000_000_000n)
  for (let n = 0; n < 3; n++) await minute()
  await operator.reload()
  await expect(operator.getByRole('heading', { name: 'Our wallets' })).toBeVisible()
  await expect(operator.getByText(/--seed corridor-nonce-0/)).toHaveCount(0)
})

test('what leaves by these wallets waits for people, on Algorand until a time', async () => {
  await operator.goto(corridor.origin)
  await operator.getByRole('link', { name: 'Move money' }).first().click()
  await executeReady(operator)
  for (const network of ['algo', 'solana'] as const)
    await expect.poll(() => statuses(network)).toEqual(['SENT'])
  await operator.goto(`${corridor.origin}/operations/funds`)
  await expect(operator.getByRole('heading', { name: 'Waits for a signature' })).toBeVisible()
  await minute()
  await operator.reload()
  await expect(cardOf('Algorand').getByText(/^About .* asked for again/)).toBeVisible()
  await expect(
    cardOf('Solana')
      .first()
      .getByText(/^No end\./),
  ).toBeVisible()
  await judge(operator)
})

/** The file that the page saves of the first card of a network. */
async function saved(network: string, name: RegExp): Promise<Buffer> {
  const [file] = await Promise.all([
    operator.waitForEvent('download'),
    cardOf(network)
      .first()
      .getByRole('button', { name: /^Save the file of/ })
      .click(),
  ])
  expect(file.suggestedFilename()).toMatch(name)
  return readFileSync(await file.path())
}

const dialog = () => operator.getByRole('dialog')
const take = () => dialog().getByRole('button', { name: 'Take signature' }).click()
const bring = (network: string) =>
  cardOf(network)
    .first()
    .getByRole('button', { name: /^Bring back signed: / })
    .click()

test('on Algorand the signed file is brought back, and one for another fee is refused', async () => {
  const file = await saved('Algorand', /^corridor-[A-Z2-7]{8}\.txn$/)
  await bring('Algorand')
  const choose = (bytes: Uint8Array) =>
    dialog()
      .locator('input[type=file]')
      .setInputFiles({ name: 'signed.stxn', mimeType: '', buffer: Buffer.from(bytes) })
  await choose(eve.sign(onAlgorand.changed(file, { fee: 5_000n })))
  await take()
  await expect(dialog().getByText(/^This pays the same for another fee/)).toBeVisible()
  await choose(eve.sign(file))
  await take()
  await expect(dialog()).toHaveCount(0)
  await expect(cardOf('Algorand')).toHaveCount(0)
  for (let n = 0; n < 2; n++) await minute()
  await expect.poll(() => statuses('algo')).toEqual(['SETTLED'])
  expect(algorand.tokensOf(PAYEE, 'USDC')).toBeGreaterThan(0n)
})

test('on Solana the signatures are pasted, and another payee’s is refused', async () => {
  while ((await cardOf('Solana').count()) > 0) {
    const left = await cardOf('Solana').count()
    const file = (await saved('Solana', /^corridor-\w{8}\.txt$/)).toString().trim()
    await bring('Solana')
    const text = dialog().getByLabel(/its text/)
    const other = await fay.instead(file, { payee: fay.address, amount: 1n })
    await text.fill(fay.sign(other))
    await take()
    await expect(dialog().getByText(/^This pays others, or other amounts/)).toBeVisible()
    await text.fill(fay.signature(file))
    await take()
    await expect(dialog()).toHaveCount(0)
    await expect(cardOf('Solana')).toHaveCount(left - 1)
  }
  for (let n = 0; n < 5; n++) await minute()
  await expect.poll(() => statuses('solana')).toEqual(['SETTLED'])
})
