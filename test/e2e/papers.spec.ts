/** Contracts as papers, by the screens: what is written in them, what changed, who agreed, and whether a file is the one that was signed. */
import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { launchBrowser, openPage } from './browser.ts'
import { type Corridor, startCorridor, TOLD_AT } from './corridor.ts'
import { dayIn } from './days.ts'
import { expectAccessible, judge } from './judge.ts'
import { textOf } from './pdf-text.ts'
import { choose, isFocused, logIn, pdfFile, tabTo } from './screens.ts'

const DEMO = 'Corridor-demo-2026!'
/** The first day of the revision that is drafted here, and the last of what it takes the place of. */
const [REVISED, BEFORE] = [dayIn(10), dayIn(9)]

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
  expect(await textOf(path)).toContain(`${process.env[TOLD_AT] ?? corridor.origin}/verify`)
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

test('an exhibit is written in rich text, signed by both, and looks the same on paper', async () => {
  await owner.goto(about('/contract/new'))
  await owner.getByLabel('Role').fill('Illustrator')
  await owner.getByLabel('Hourly rate').fill('42.50')
  await owner.getByLabel(/^Scheduled hours/).fill('10')
  const exhibit = owner.getByRole('textbox', { name: /^Exhibit A/ })
  await exhibit.click()
  const bar = owner.getByRole('toolbar', { name: 'Format' })
  await bar.getByRole('button', { name: 'Heading', exact: true }).click()
  await owner.keyboard.type('What is drawn')
  await owner.keyboard.press('Enter')
  await owner.keyboard.type('Pictures of the ')
  await bar.getByRole('button', { name: 'Bold' }).click()
  await owner.keyboard.type('robots')
  await bar.getByRole('button', { name: 'Bold' }).click()
  await owner.keyboard.type(', and <b>no</b> #markup *here*.')
  await owner.keyboard.press('Enter')
  await bar.getByRole('button', { name: 'List' }).click()
  await owner.keyboard.type('sketches')
  await owner.keyboard.press('Enter')
  await owner.keyboard.type('final files')
  await owner.keyboard.press('Enter')
  await owner.keyboard.press('Enter')
  await bar.getByRole('button', { name: 'Link' }).click()
  await owner.getByLabel('Address of the link').fill('javascript:alert(1)')
  await owner.getByRole('button', { name: 'Set link' }).click()
  await expect(owner.getByText(/^Write an address that begins/)).toBeVisible()
  await owner.getByLabel('Address of the link').fill('https://northwind.test/style')
  await owner.getByRole('button', { name: 'Set link' }).click()
  await owner.keyboard.press('End')
  await owner.keyboard.press('Enter')
  await bar.getByRole('button', { name: 'Table' }).click()
  for (const cell of ['Milestone', 'Due', 'Hours', 'First', 'May 1', '4'])
    await owner.keyboard.type(cell).then(() => owner.keyboard.press('Tab'))
  await choose(owner, /^Clauses of a country/, /^Work in Canada/)
  await expect(owner.getByText(/In Québec this agreement is a contract for services/)).toBeVisible()
  await judge(owner, 'exhibit editor')
  await expect(owner.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  await owner.reload()
  await expect(exhibit.getByRole('cell', { name: 'May 1' })).toBeVisible()
  await owner.getByRole('button', { name: 'Save and make the PDF' }).click()
  await expect(owner.getByRole('heading', { name: 'What is drawn' })).toBeVisible()
  await expect(owner.getByText(', and <b>no</b> #markup *here*.')).toBeVisible()
  await expect(owner.getByRole('link', { name: 'https://northwind.test/style' })).toBeVisible()
  await expect(owner.getByRole('cell', { name: 'May 1' })).toBeVisible()
  await owner.getByLabel('Your legal name').fill('Ingrid Solberg')
  await owner.getByLabel("Signer's title").fill('Director')
  await judge(owner, 'exhibit to sign')
  await owner.getByRole('button', { name: 'Sign and send' }).click()
  await expect(owner.getByText('You signed. Amara Okafor has not signed yet.')).toBeVisible()
  await contractor.goto(`${corridor.origin}/contractor/contracts`)
  await contractor
    .getByRole('button', { name: /Read and sign/ })
    .first()
    .click()
  await contractor.getByLabel('Your legal name').fill('Amara Okafor')
  await contractor.getByRole('button', { name: 'Sign contract' }).click()
  await expect(contractor.getByText('Active').first()).toBeVisible()
  const text = await textOf(await saved(contractor))
  for (const said of [
    'Work in Canada',
    'What is drawn',
    'sketches',
    'May 1',
    'Read by the Contractor',
  ])
    expect(text).toContain(said)
})

test('a revision says what it changes, word by word, before either signs, and one contract runs', async () => {
  const [first] = await corridor.query<{ id: string }>(
    "select contract_uuid id from contract where role = 'Illustrator' and status = 'ACTIVE'",
  )
  await owner.goto(about('/configure-payroll/read'))
  await expect(owner.getByRole('heading', { name: 'Illustrator, revision 1' })).toBeVisible()
  await owner.getByRole('link', { name: 'Configure payroll' }).click()
  await owner.getByLabel('Role').fill('Illustrator')
  await owner.getByLabel('Hourly rate').fill('44.00')
  await owner.getByLabel(/^Scheduled hours/).fill('12')
  await owner.getByLabel('Contract start date').fill(REVISED)
  await expect(owner.getByText('Here, as the next revision of their contract')).toBeVisible()
  await judge(owner, 'configure revision')
  await owner.getByRole('button', { name: 'Draft the revision' }).click()
  await expect(owner.getByText('The revision is drafted. Read it, then sign.')).toBeVisible()
  // Configured again with other terms it stays, which the form says before and the server when it is sent all the same.
  const drafted = owner.url()
  await owner.goto(about('/configure-payroll'))
  await owner.getByLabel('Role').fill('Illustrator')
  await owner.getByLabel(/^Scheduled hours/).fill('12')
  const stands = owner.getByText('The next contract for this role is drafted already')
  await expect(stands).toBeVisible()
  await judge(owner, 'configure beside a draft')
  await owner.getByLabel('Hourly rate').fill('61.00')
  await owner.getByRole('button', { name: 'Draft the revision' }).click()
  await expect(owner.getByText(/drew up the next contract for .* already/)).toBeVisible()
  await owner.getByRole('link', { name: 'Read it' }).click()
  await expect(owner).toHaveURL(drafted)
  await owner.getByRole('link', { name: 'Edit' }).click()
  const exhibit = owner.getByRole('textbox', { name: /^Exhibit A/ })
  await exhibit.getByText('final files').click()
  await owner.keyboard.press('End')
  await owner.keyboard.type(' in two sizes')
  await owner.getByRole('button', { name: 'Save and make the PDF' }).click()
  await expect(owner.getByText('In revision 1: 42.50 USD an hour')).toBeVisible()
  await expect(owner.locator('ins')).toContainText('in two sizes')
  await owner.getByLabel('Your legal name').fill('Ingrid Solberg')
  await owner.getByLabel("Signer's title").fill('Director')
  await judge(owner, 'revision to sign')
  await owner.getByRole('button', { name: 'Sign and send' }).click()
  await expect(owner.getByText('You signed. Amara Okafor has not signed yet.')).toBeVisible()
  await contractor.goto(`${corridor.origin}/contractor/contracts`)
  await contractor
    .getByRole('button', { name: /Read and sign/ })
    .first()
    .click()
  await expect(contractor.locator('ins')).toContainText('in two sizes')
  await expect(contractor.getByText(`2 changed, from ${formatDate(REVISED)}`)).toBeVisible()
  await judge(contractor, 'revision for the contractor')
  await contractor.getByLabel('Your legal name').fill('Amara Okafor')
  await contractor.getByRole('button', { name: 'Sign contract' }).click()
  await expect(contractor.getByText('Active').first()).toBeVisible()
  await owner.goto(about(`/contract/${first?.id}/read`))
  await stranger.goto(`${corridor.origin}/verify`)
  const paper = readFileSync(await saved(owner))
  const file = { name: 'old.pdf', mimeType: 'application/pdf', buffer: paper }
  await stranger.getByLabel('PDF of the contract').setInputFiles(file)
  await expect(stranger.getByText(`It holds until ${formatDate(BEFORE)}.`)).toBeVisible()
})

test('an agreement signed elsewhere pays once the contractor confirmed its terms, or is declined with words', async () => {
  const state = async (role: string) => {
    await owner.goto(about('/configure-payroll'))
    await owner.getByLabel('Role').fill(role)
    await owner.getByLabel('Hourly rate').fill('50.00')
    await owner.getByLabel(/^Scheduled hours/).fill('8')
    await owner
      .getByLabel('The agreement that was signed')
      .setInputFiles(pdfFile('agreement.pdf', 'Signed on paper'))
    await expect(owner.getByText('Nothing is paid by these terms until')).toBeVisible()
  }
  await state('Translator')
  await judge(owner, 'configure elsewhere')
  await owner.getByRole('button', { name: 'Send to confirm' }).click()
  await expect(owner.getByText('Sent. The contractor reads the terms')).toBeVisible()
  await expect(owner.getByText('Pays nothing yet.').first()).toBeVisible()
  await judge(owner, 'configure read')
  await contractor.goto(`${corridor.origin}/contractor/contracts`)
  await contractor
    .getByRole('button', { name: /Read and confirm/ })
    .first()
    .click()
  await expect(contractor.getByText('Terms of an agreement signed elsewhere')).toBeVisible()
  const download = contractor.waitForEvent('download')
  await contractor.getByRole('button', { name: 'Download the agreement' }).click()
  expect((await download).suggestedFilename()).toBe('agreement.pdf')
  await judge(contractor, 'terms to confirm')
  await contractor.getByLabel('Your legal name').fill('Amara Okafor')
  await contractor.getByRole('button', { name: 'Confirm the terms' }).click()
  await expect(contractor.getByText('Confirmed. The terms are active.')).toBeVisible()

  await state('Editor')
  await owner.getByRole('button', { name: 'Send to confirm' }).click()
  await expect(owner.getByText('Sent. The contractor reads the terms')).toBeVisible()
  await contractor.goto(`${corridor.origin}/contractor/contracts`)
  await contractor
    .getByRole('button', { name: /Read and confirm/ })
    .first()
    .click()
  await contractor.getByRole('button', { name: 'Decline' }).click()
  const dialog = contractor.getByRole('dialog').or(contractor.getByRole('alertdialog'))
  await dialog.getByLabel('Reason').fill('The rate is not what we agreed.')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(contractor.getByText(/^Declined\./)).toBeVisible()
  const { body } = await corridor.mail('employer@demo.corridor.test', /declined/)
  expect(body).toContain('The rate is not what we agreed.')
})

test('an unpaid engagement is written like any other, read and signed by the keyboard alone, and names no rate', async () => {
  await owner.goto(about('/contract/new'))
  await owner.getByLabel('Role').fill('Mentor of the school team')
  await owner.getByRole('radio', { name: /^Unpaid/ }).check()
  await expect(owner.getByLabel('Hourly rate')).toHaveCount(0)
  await expect(owner.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  await owner.reload()
  await expect(owner.getByRole('radio', { name: /^Unpaid/ })).toBeChecked()
  await judge(owner, 'an unpaid engagement')
  await owner.getByRole('button', { name: 'Save and make the PDF' }).click()
  await expect(owner.getByText('word for word')).toBeVisible()
  await expect(owner.getByText('0.00')).toHaveCount(0)
  await signByKeys(owner, 'Ingrid Solberg', 'Sign and send', 'Director')
  await expect(owner.getByText('You signed. Amara Okafor has not signed yet.')).toBeVisible()
  await contractor.goto(`${corridor.origin}/contractor/contracts`)
  const row = contractor.getByRole('listitem').filter({ hasText: 'Mentor of the school team' })
  await expect(row).toContainText('Unpaid')
  await tabTo(contractor, row.getByRole('button', { name: /sign/i }))
  await contractor.keyboard.press('Enter')
  await signByKeys(contractor, 'Amara Okafor', 'Sign contract')
  await expect(contractor.getByText('Active').first()).toBeVisible()
  for (const path of ['/contracts', '/profile/read']) {
    await owner.goto(about(path))
    const of = owner.getByRole(path === '/contracts' ? 'row' : 'listitem')
    await expect(of.filter({ hasText: 'Mentor of the school team' })).toContainText('Unpaid')
    await judge(owner, `an unpaid engagement, ${path}`)
  }
})

test('an offer is declined on a phone with words, which the employer reads before it is discarded', async () => {
  await owner.goto(about('/contract/new'))
  await owner.getByLabel('Role').fill('Photographer')
  await owner.getByLabel('Hourly rate').fill('38.00')
  await owner.getByLabel(/^Scheduled hours/).fill('6')
  await owner.getByRole('button', { name: 'Save and make the PDF' }).click()
  await owner.getByLabel('Your legal name').fill('Ingrid Solberg')
  await owner.getByLabel("Signer's title").fill('Director')
  await owner.getByRole('button', { name: 'Sign and send' }).click()
  await expect(owner.getByText('You signed. Amara Okafor has not signed yet.')).toBeVisible()

  await contractor.setViewportSize({ width: 390, height: 844 })
  await contractor.goto(`${corridor.origin}/contractor/contracts`)
  const row = contractor.getByRole('listitem').filter({ hasText: 'Photographer' })
  await row.getByRole('button', { name: /Read and sign/ }).click()
  await contractor.getByRole('button', { name: 'Decline' }).click()
  const dialog = contractor.getByRole('dialog').or(contractor.getByRole('alertdialog'))
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(dialog.getByText('Say why, so that it can be mended.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('I keep the rights in my pictures.')
  await expectAccessible(contractor, 'declining on a phone')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(contractor.getByText(/^Declined\./)).toBeVisible()
  await expect(contractor.getByText('Rejected', { exact: true })).toBeVisible()
  await expect(contractor.getByRole('button', { name: 'Sign contract' })).toHaveCount(0)

  const { body, link } = await corridor.mail('employer@demo.corridor.test', /contract was declined/)
  expect(body).toContain('I keep the rights in my pictures.')
  await owner.goto(link)
  await expect(owner.getByRole('heading', { level: 1 })).toContainText('Photographer')
  await expect(owner.getByText('Rejected', { exact: true })).toBeVisible()
  await owner.getByRole('button', { name: 'Discard' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(owner.getByText('The contract has been discarded.', { exact: false })).toBeVisible()
  await expect(owner.getByText('Discarded', { exact: true })).toBeVisible()
  await expect(owner.getByRole('button', { name: 'Discard' })).toHaveCount(0)
  expect(await corridor.query("select status from contract where role = 'Photographer'")).toEqual([
    { status: 'DISCARDED' },
  ])
})

/** Reads a contract to its end and signs it, without a mouse: the bar at its foot leads on to what was not read yet. */
async function signByKeys(page: Page, name: string, verb: string, title?: string): Promise<void> {
  const sign = page.getByRole('button', { name: verb })
  await expect(sign).toBeVisible()
  const onwards = page.locator('.sign-bar').getByRole('link')
  // What the next key comes to is on screen, and read with it; the link is there as long as something was passed over.
  for (let keys = 0; keys < 200 && (await sign.isDisabled()); keys++)
    await page.keyboard.press((await isFocused(page, onwards)) ? 'Enter' : 'Tab')
  await expect(sign).toBeEnabled()
  await tabTo(page, page.getByLabel('Your legal name'))
  await page.keyboard.type(name)
  if (title) {
    await tabTo(page, page.getByLabel("Signer's title"))
    await page.keyboard.type(title)
  }
  await tabTo(page, sign)
  await page.keyboard.press('Enter')
}
