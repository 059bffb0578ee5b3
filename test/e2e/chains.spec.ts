/** The README's walk on chains of one's own: paid by real transactions, counted block by block, and the chains' own books say the same as ours. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { type LocalNetworks, startLocalNetworks } from '../chains/networks.ts'
import { launchBrowser, openPage } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { nextPayDate } from './days.ts'
import { approveWaitingPay, choose, executeReady, logIn } from './screens.ts'

const PASSWORD = 'Corridor-demo-2026!'
const [, walk = ''] = /## Payments on chains of your own\n([\s\S]*?)\n## /.exec(
  readFileSync('README.md', 'utf8'),
) ?? ['', '']

type Paid = { currency: string; network: string; minor: string; status: string }

/** Of the contractors of the story who are paid on chains. */
const WALLETS = {
  BTC: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  USDC: 'gfAyQWfijGL9MPvCM7rQ1sEPSCXioJg1XAkyyJig4Mt',
  USDT: '6MjWh1xKYe35wMhjg5FfZpxu6HamoymTvrEuy83b3Bs1',
}

let keys = ''
let networks: LocalNetworks
let corridor: Corridor
let payDate = ''
let browser: Browser
let operator: Page
let onEthereum = ''
let onAlgorand = ''
let onHedera = ''

test.beforeAll(async () => {
  keys = mkdtempSync(join(tmpdir(), 'corridor-chains-'))
  networks = await startLocalNetworks()
  corridor = await startCorridor({ story: true, env: await networks.settings(keys) })
  payDate = await nextPayDate(corridor)
  browser = await launchBrowser()
  operator = await openPage(browser, 1280)
})
test.afterAll(async () => {
  await browser?.close()
  await corridor?.stop()
  await networks?.stop()
  rmSync(keys, { recursive: true, force: true })
})

test.describe.configure({ mode: 'serial' })

/** What each network takes, as the checklist says it. */
const PRICES = [
  ...[/2 satoshi a byte/, /lamports a payment/, /gwei a payment/],
  ...[/microalgos a payment/, /tinybars a payment/],
]

let minutes = 0
/** A block of each network, and a minute, after which the rails look; answers once they did. */
async function block(): Promise<void> {
  await networks.mine()
  minutes += 1
  await corridor.moveClock(
    new Date(Date.parse(`${payDate}T10:00:00Z`) + minutes * 60_000).toISOString(),
  )
  const read = async () => {
    const [last] = await corridor.query<{ height: number }>(
      'select max(height) height from bitcoin_rail.block',
    )
    return last?.height
  }
  await expect.poll(read).toBe(await networks.bitcoin.height())
}

/** What left by chains on the pay date. */
const onChains = () =>
  corridor.query<Paid>(
    `select p.currency, p.network, p.amount_minor::text minor, p.status from payment p
      where p.pay_date = '${payDate}' and p.network <> 'fiat' order by p.currency, p.network`,
  )

test('1: a contractor has most of hers go to wallets on Ethereum, Algorand and Hedera', async () => {
  const [, email = '', address = '', other = '', third = ''] =
    /\*\*(\S+@\S+)\*\*[^\n`]*`(0x[0-9a-fA-F]{40})`[^\n`]*`([A-Z2-7]{58})`[^\n`]*`(0\.0\.\d+-[a-z]{5})`/.exec(
      walk,
    ) ?? []
  const page = await openPage(browser, 1280)
  await logIn(page, corridor.origin, email, PASSWORD)
  await page.goto(`${corridor.origin}/contractor/payment-methods`)
  await page.getByRole('button', { name: 'Add wallet' }).first().click()
  const dialog = page.getByRole('dialog')
  await choose(page, /^Currency/, 'USDC')
  await choose(page, /^Network/, /Ethereum/)
  await dialog.getByLabel(/address/i).fill(`${address.slice(0, -1)}0`)
  await dialog.getByRole('button', { name: 'Add wallet' }).click()
  await expect(dialog.getByText(/has a wrong character/)).toBeVisible()
  await dialog.getByLabel(/address/i).fill(address)
  await dialog.getByRole('button', { name: 'Add wallet' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Add wallet' }).first().click()
  await choose(page, /^Currency/, 'USDC')
  await choose(page, /^Network/, 'Algo')
  await expect(dialog.getByText(/Algorand delivers it to no wallet that has not/)).toBeVisible()
  await dialog.getByLabel(/address/i).fill(other)
  await dialog.getByRole('button', { name: 'Add wallet' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Add wallet' }).first().click()
  await choose(page, /^Currency/, 'USDC')
  await choose(page, /^Network/, 'Mainnet Hedera HBAR')
  await expect(dialog.getByText(/Hedera delivers it to no wallet that has not/)).toBeVisible()
  await dialog.getByLabel(/address/i).fill(third)
  await dialog.getByRole('button', { name: 'Add wallet' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Algorand says that this wallet takes USDC.')).toBeVisible()
  const shares = page.getByLabel(/^Percentage for /)
  await expect(shares).toHaveCount(4)
  for (const share of await shares.all()) {
    await share.fill('25')
    await share.blur()
  }
  await page.getByRole('button', { name: 'Save split' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('split into 4 parts')
  onEthereum = address
  onAlgorand = other
  onHedera = third.replace(/-.*/, '')
})

test('2: what the employer approved leaves by the chains, whose prices stand on the checklist', async () => {
  const employer = await openPage(browser, 1280)
  await logIn(employer, corridor.origin, 'employer@demo.corridor.test', PASSWORD)
  await approveWaitingPay(employer, corridor.origin)

  await block()
  await logIn(operator, corridor.origin, 'operator@demo.corridor.test', PASSWORD)
  await operator.getByRole('link', { name: 'Move money' }).first().click()
  // Each network is asked by a job of its own, and none waits for another.
  await expect
    .poll(async () => {
      await operator.reload()
      await operator.waitForLoadState('networkidle')
      const said = await operator.locator('main').innerText()
      return PRICES.filter(price => !price.test(said))
    })
    .toEqual([])
})

test('3: each is counted on its chain, and settled by it, by nobody’s hand; the chains’ books say the same', async () => {
  await executeReady(operator)
  await operator.goto(`${corridor.origin}/operations/transactions`)
  const row = operator.getByRole('row').filter({ hasText: 'Bitcoin' })
  await expect(row.getByRole('link').first()).toBeVisible()
  // A block may have been begun before it was offered: then the next one holds it.
  await block()
  await block()
  await operator.reload()
  await expect(operator.getByText(/^In [12] of 6 blocks/).first()).toBeVisible()
  const link = row.getByRole('link').first()
  const page = await fetch((await link.getAttribute('href')) ?? '')
  expect(await page.text()).toContain('A Bitcoin network of this machine alone')

  for (let n = 0; n < 60 && (await onChains()).some(of => of.status !== 'SETTLED'); n++)
    await block()
  const paid = await onChains()
  expect(paid.map(of => [of.currency, of.network, of.status])).toEqual([
    ['BTC', 'bitcoin', 'SETTLED'],
    ['USDC', 'algo', 'SETTLED'],
    ['USDC', 'ethereum', 'SETTLED'],
    ['USDC', 'hedera', 'SETTLED'],
    ['USDC', 'solana', 'SETTLED'],
    ['USDT', 'solana', 'SETTLED'],
  ])
  const minorOf = (currency: string, network?: string) =>
    BigInt(
      paid.find(of => of.currency === currency && (!network || of.network === network))?.minor ?? 0,
    )
  expect(await networks.bitcoin.paid(WALLETS.BTC, 1)).toBe(minorOf('BTC'))
  expect(await networks.solana.tokensOf(WALLETS.USDC, 'USDC')).toBe(minorOf('USDC', 'solana'))
  expect(await networks.ethereum.tokensOf(onEthereum, 'USDC')).toBe(minorOf('USDC', 'ethereum'))
  expect(networks.algorand.tokensOf(onAlgorand, 'USDC')).toBe(minorOf('USDC', 'algo'))
  expect(networks.hedera.tokensOf(onHedera, 'USDC')).toBe(minorOf('USDC', 'hedera'))
  expect(await networks.solana.tokensOf(WALLETS.USDT, 'USDT')).toBe(minorOf('USDT'))
})

test('4: what a company pays in is seen with its first block and booked by its chain', async () => {
  const employer = await openPage(browser, 390)
  await logIn(employer, corridor.origin, 'employer@demo.corridor.test', PASSWORD)
  await employer.goto(`${corridor.origin}/employer/fund-payroll`)
  const ways = employer.getByRole('group', { name: 'How to pay in' })
  const inBitcoin = ways.getByRole('button', { name: 'BTC' })
  const inTokens = ways.getByRole('button', { name: 'USDC' })
  const on = (network: string) =>
    employer.getByRole('group', { name: 'Network' }).getByRole('button', { name: network }).click()
  await inTokens.click()
  await on('Hedera')
  await payByMemo(employer)
  await inBitcoin.click()
  await expect(employer.getByText('Bitcoin test network', { exact: false })).toBeVisible()
  await payIn(employer, networks.bitcoin.faucet, /bc1q[a-z0-9]{38}/)
  await inTokens.click()
  await on('Ethereum')
  await expect(employer.getByText('Ethereum test network', { exact: false })).toBeVisible()
  await payIn(employer, networks.ethereum.faucet, /0x\w{40}/)
  const booked = () =>
    corridor.query<{ currency: string; minor: string }>(
      `select currency, sum(amount_minor)::text minor from funding where reference ~ ':[0-9]+$' group by 1 order by 1`,
    )
  const all = [
    { currency: 'BTC', minor: '250000' },
    { currency: 'USDC', minor: '500000000' },
  ]
  // Hedera keeps this machine's time, and is believed a minute later.
  await expect
    .poll(() => block().then(booked), { timeout: 180_000, intervals: [2_000] })
    .toEqual(all)
  await employer.reload()
  for (const [way, count] of [[inBitcoin, 1] as const, [inTokens, 2] as const]) {
    await way.click()
    await expect(employer.getByText('Added to your balance', { exact: true })).toHaveCount(count)
  }
  await expect(employer.getByText('250.00 USDC').first()).toBeVisible()
  // What was paid the moment after may be believed a block later.
  const beside = async () => {
    await block()
    await operator.goto(`${corridor.origin}/operations/funds`)
    await operator.waitForLoadState('networkidle')
    return operator.getByText('Paid without a memo', { exact: false }).count()
  }
  await expect.poll(beside, { timeout: 180_000, intervals: [2_000] }).toBe(1)
})

/** Gets the company's memo on Hedera, and has it paid as the walk says, with it and without. */
async function payByMemo(employer: Page): Promise<void> {
  const card = employer.getByRole('region', { name: 'Pay in by Hedera' })
  await card.getByRole('button', { name: 'Get our memo' }).click()
  await expect(card.getByText('Without this memo it arrives at nobody’s account.')).toBeVisible()
  const memo = await card.getByText(/^\d{6}$/).innerText()
  const curl = walk.match(/curl[^\n]+"0\.0\.[^\n]+/)?.[0] ?? ''
  const wish = JSON.parse(/-d '([^']+)'/.exec(curl)?.[1] ?? '{}')
  const address = await card.getByText(/^0\.0\.\d+$/).innerText()
  for (const typed of [memo, '']) {
    const body = JSON.stringify({ ...wish, address, memo: typed })
    expect((await fetch(networks.hedera.faucet, { method: 'POST', body })).ok).toBe(true)
  }
}

/** Gets the company's address of a network, and has it paid as the walk says. */
async function payIn(employer: Page, faucet: string, address: RegExp): Promise<void> {
  await employer.getByRole('button', { name: 'Get our address' }).first().click()
  const told = employer.getByText(address).first()
  await expect(told).toBeVisible()
  const [at = ''] = address.exec(await told.innerText()) ?? []
  const curls = walk.match(/curl[^\n]+\/pay [^\n]+/g) ?? []
  const curl = curls.find(of => of.includes(`"${at.slice(0, 2)}`)) ?? ''
  const wish = JSON.parse(/-d '([^']+)'/.exec(curl)?.[1] ?? '{}')
  const { ok } = await fetch(faucet, {
    method: 'POST',
    body: JSON.stringify({ ...wish, address: at }),
  })
  expect(ok).toBe(true)
}
