/** A contract is shown to somebody who is nobody here: by the screens, from the button to the stopped link. */
import { type Browser, expect, type Page, test } from '@playwright/test'
import { launchBrowser, openPage } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { expectAccessible, expectLaidOut } from './judge.ts'
import { logIn } from './screens.ts'

const DEMO = 'Corridor-demo-2026!'
const ADA = 'ada.lawyer@bank.test'

let corridor: Corridor
let browser: Browser
let owner: Page
let ada: Page
let contract: { contract_uuid: string; contractor_sub: string }

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  corridor = await startCorridor({ story: true })
  browser = await launchBrowser()
  owner = await openPage(browser)
  ada = await openPage(browser)
  await logIn(owner, corridor.origin, 'employer@demo.corridor.test', DEMO)
  const [found] = await corridor.query<typeof contract>(
    `select k.contract_uuid, k.contractor_sub from contract k join employer_member m using (employer_uuid) join person p on p.sub = m.sub
      where p.email = 'employer@demo.corridor.test' and k.status = 'ACTIVE' order by k.contract_uuid limit 1`,
  )
  if (!found) throw new Error('the story has an active contract')
  contract = found
})

test.afterAll(async () => {
  await browser?.close()
  await corridor?.stop()
})

test('whoever the employer names is mailed a link, which shows the contract and nothing else', async () => {
  const { contractor_sub, contract_uuid } = contract
  await owner.goto(
    `${corridor.origin}/employer/contractors/${encodeURIComponent(contractor_sub)}/contract/${contract_uuid}/read`,
  )
  await owner.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = owner.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByText('Email is required')).toBeVisible()
  await dialog
    .getByLabel('Email addresses')
    .fill(`Ada Law <${ADA.toUpperCase()}>, bo@bank.test and cy@bank`)
  await expect(dialog.getByText('Links go to 2 addresses')).toBeVisible()
  await expect(dialog.getByText('Not an address: cy@bank')).toBeVisible()
  await expectAccessible(owner)
  await dialog.getByRole('button', { name: 'Send 2 links' }).click()
  await expect(
    owner.getByText("SUCCESS! We've sent the contract draft to the chosen recipient(s)."),
  ).toBeVisible()
  await expect(owner.getByText('Not opened yet')).toHaveCount(2)

  const { link } = await corridor.mail(ADA, /shared with you to read/)
  expect(link).toContain('/contracts/shared#')
  const asked: string[] = []
  ada.on('request', request => asked.push(request.url()))
  const page = await ada.goto(link)
  expect(page?.headers()['x-robots-tag']).toBe('noindex')
  await expect(ada.getByRole('heading', { name: 'Contractor services agreement' })).toBeVisible()
  await expectAccessible(ada)
  const download = ada.waitForEvent('download')
  await ada.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toMatch(/^contract-.*\.pdf$/)
  const token = link.slice(link.indexOf('#') + 1)
  expect(asked.filter(url => url.includes('/api/')).length).toBeGreaterThan(1)
  expect(asked.filter(url => url.replace(/#.*/, '').includes(token))).toEqual([])
  await expectLaidOut(ada, 'the shared contract', [390, 1280])
})

test('the employer sees that it was opened, and stops the link', async () => {
  await owner.reload()
  await expect(owner.getByText(/^Opened 2 times/)).toBeVisible()
  await expectAccessible(owner)
  await expectLaidOut(owner, 'the viewers of a contract', [390, 1280])
  await owner.getByRole('button', { name: `Stop the link of ${ADA}` }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
  await expect(owner.getByText(`The link of ${ADA} is stopped.`)).toBeVisible()
  await ada.reload()
  await expect(ada.getByText('This link expired, was stopped or was replaced')).toBeVisible()
  await expectAccessible(ada)
  await expectLaidOut(ada, 'a link that ended', [390, 1280])
})
