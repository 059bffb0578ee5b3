/** Contracts as papers, by the screens: what is written in them, what changed, who agreed, and whether a file is the one that was signed. */
import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { launchBrowser, openPage } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { judge } from './judge.ts'
import { textOf } from './pdf-text.ts'
import { logIn } from './screens.ts'

const DEMO = 'Corridor-demo-2026!'

let corridor: Corridor
let browser: Browser
let owner: Page
let contractor: Page
let stranger: Page
let running: { contract_uuid: string; contractor_sub: string; role: string }

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  corridor = await startCorridor({ story: true })
  browser = await launchBrowser()
  owner = await openPage(browser)
  contractor = await openPage(browser)
  stranger = await openPage(browser)
  await logIn(owner, corridor.origin, 'employer@demo.corridor.test', DEMO)
  await logIn(contractor, corridor.origin, 'contractor@demo.corridor.test', DEMO)
  const [found] = await corridor.query<typeof running>(
    `select k.contract_uuid, k.contractor_sub, k.role from contract k join employer_member m using (employer_uuid)
      join person boss on boss.sub = m.sub join person p on p.sub = k.contractor_sub
      where boss.email = 'employer@demo.corridor.test' and p.email = 'contractor@demo.corridor.test' and k.status = 'ACTIVE' limit 1`,
  )
  if (!found) throw new Error('the story has an active contract')
  running = found
})

test.afterAll(async () => {
  await browser?.close()
  await corridor?.stop()
})

const about = (path: string) =>
  `${corridor.origin}/employer/contractors/${encodeURIComponent(running.contractor_sub)}${path}`

/** The file that a page offers, as it lies on the disk of who saved it. */
async function saved(page: Page): Promise<string> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  return (await download).path()
}

test('who holds the paper of a contract asks whether it is the one that was signed', async () => {
  await owner.goto(about(`/contract/${running.contract_uuid}/read`))
  await expect(owner.getByText('Certificate: how this agreement was signed')).toBeVisible()
  await judge(owner, 'certificate')
  const path = await saved(owner)
  expect(await textOf(path)).toContain(`${corridor.origin}/verify`)
  await stranger.goto(`${corridor.origin}/verify`)
  await judge(stranger, 'verify empty')
  const sent: string[] = []
  stranger.on('request', request => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  const file = stranger.getByLabel('PDF of the contract')
  const pdf = (buffer: Buffer) => ({ name: 'c.pdf', mimeType: 'application/pdf', buffer })
  await file.setInputFiles(pdf(readFileSync(path)))
  await expect(stranger.getByText('Signed and in force.')).toBeVisible()
  await judge(stranger, 'verify found')
  const asked = sent.filter(each => each.includes('/api/'))
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatch(/\/contracts\/verify \{"sha256":"[0-9a-f]{64}"\}$/)

  const altered = readFileSync(path)
  altered.writeUInt8(altered.readUInt8(altered.length >> 1) ^ 1, altered.length >> 1)
  await file.setInputFiles(pdf(altered))
  await expect(stranger.getByText(/^Corridor knows no signed contract/)).toBeVisible()
  await judge(stranger, 'verify altered')
})
