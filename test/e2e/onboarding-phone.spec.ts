/** A company and somebody whom it invites come on board on phones: forms that are left and found again, papers photographed. */
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { exif } from '../../src/server/gateways/files/document-corpus.test-data.ts'
import { launchBrowser } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { judgeAsOpened } from './judge.ts'
import { acceptTerms, choose, createAccount, pdfFile, pick, typePhone } from './screens.ts'

const PASSWORD = 'Correct-horse-9-battery'
const KOFI = 'kofi@harbourworks.test'
const NADIA = 'nadia@haddad.test'
const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  locale: 'en-US',
  timezoneId: 'UTC',
  reducedMotion: 'reduce',
} as const
/** Where a photo says that it was taken. */
const PLACE = 'N 59.91273 E 10.74609'

test.describe.configure({ mode: 'serial' })
let corridor: Corridor
let browser: Browser
let kofi: Page
let nadia: Page

test.beforeAll(async () => {
  corridor = await startCorridor({ story: false })
  browser = await launchBrowser()
  await corridor.moveClock('2027-01-04T09:00:00.000Z')
  kofi = await phone()
  nadia = await phone()
})
test.afterAll(async () => {
  await browser?.close()
  await corridor?.stop()
})

async function phone(): Promise<Page> {
  const context = await browser.newContext(PHONE)
  context.setDefaultTimeout(10_000)
  return context.newPage()
}

/** A photo as a phone takes it: it says where that was. */
async function photo(page: Page, name: string) {
  const taken = await page.screenshot({ type: 'jpeg' })
  const buffer = Buffer.concat([taken.subarray(0, 2), exif({ place: PLACE }), taken.subarray(2)])
  return { name, mimeType: 'image/jpeg', buffer }
}

/** What somebody types of themselves after the account was made, and the link of the mail. */
async function signUp(
  page: Page,
  email: string,
  of: { first: string; last: string; country: [string, string]; phone: string },
): Promise<void> {
  await page.getByLabel('First name').fill(of.first)
  await page.getByLabel('Last name').fill(of.last)
  await page.getByLabel('Preferred name').fill(of.first)
  await pick(page, /^Country/, of.country[0])
  await pick(page, /^(Province|State|Region|Department)/, of.country[1])
  await choose(page, /^How did you hear/, 'Referral')
  await typePhone(page, of.phone)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await page.goto((await corridor.mail(email, /confirm|verify/i)).link)
  await expect(page).toHaveURL(/\/dashboard|\/contractor/)
}

test('an employer signs up on a phone, and finds the form of the company as it was left', async () => {
  await kofi.goto(`${corridor.origin}/signup?role=employer`)
  await createAccount(kofi, KOFI, PASSWORD)
  const country: [string, string] = ['Canada', 'Nova Scotia']
  await signUp(kofi, KOFI, { first: 'Kofi', last: 'Mensah', country, phone: '+19025550142' })
  await acceptTerms(kofi, corridor.origin, 'employer')
  await kofi.goto(`${corridor.origin}/employer/onboarding`)
  await kofi.getByLabel('Corporation name').fill('Harbour Works Ltd.')
  await kofi.getByLabel('Street number and name').fill('1 Lower Water Street')
  await kofi.getByLabel('City or municipality').fill('Halifax')
  await kofi.reload()
  await expect(kofi.getByLabel('Corporation name')).toHaveValue('Harbour Works Ltd.')
  await expect(kofi.getByText('is in its fields again')).toBeVisible()
  await judgeAsOpened(kofi, 'the form of the company')
  await kofi.getByLabel('Postal code').fill('B3J 2R7')
  await kofi.getByLabel('I am authorised to act for this company').check()
  await kofi.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(kofi).toHaveURL(/\/dashboard$/)
})

test('says who owns it, whose shares make sense, and photographs its papers', async () => {
  await kofi.goto(`${corridor.origin}/dashboard/employer/kyc`)
  // Nobody looked at it yet: there is nothing to lose.
  await expect(kofi.getByText('Your company is verified now.')).toHaveCount(0)
  await kofi.getByLabel('Registration number').fill('3290011')
  await kofi.getByLabel('Date of incorporation').fill('Jun 1, 1021')
  await kofi.getByRole('button', { name: 'Save details' }).click()
  await expect(kofi.getByText('No company is older than 1200: check the year')).toBeVisible()
  await kofi.getByLabel('Date of incorporation').fill('Jun 1, 1843')
  await pick(kofi, /^Industry/, 'Construction')
  const owners = kofi.getByRole('group', { name: /^Owner \d/ })
  for (const [at, name, share] of [
    [0, 'Kofi Mensah', '70'],
    [1, 'Ama Mensah', '40'],
  ] as const) {
    await kofi.getByRole('button', { name: /^Add an(other)? owner/ }).click()
    const owner = owners.nth(at)
    await owner.getByLabel('Legal name').fill(name)
    await owner.getByLabel('Owns').fill(share)
    await owner.getByLabel('Date of birth').fill('1984-02-29')
    const country = owner.getByRole('combobox', { name: /^Country of residence/ })
    await country.click()
    await country.fill('Canada')
    await kofi.getByRole('option', { name: 'Canada' }).first().click()
  }
  await kofi.getByLabel('Everybody who owns 25% or more is named').check()
  await kofi.getByRole('button', { name: 'Save details' }).click()
  await expect(kofi.getByText('Together they own 110%. It can be 100% at most.')).toBeVisible()
  await judgeAsOpened(kofi, 'owners of too much')

  // Papers go nowhere beside details that are not saved.
  const articles = await photo(kofi, 'articles.jpg')
  await kofi.getByLabel('Articles of incorporation').setInputFiles(articles)
  await kofi.getByRole('button', { name: 'Send for review' }).click()
  const question = kofi.getByRole('dialog')
  await expect(question.getByText('The details of your company')).toBeVisible()
  await judgeAsOpened(kofi, 'details that are not saved')
  await question.getByRole('button', { name: 'Save and send' }).click()
  await expect(question).toBeHidden()
  await expect(kofi.getByText('Together they own 110%. It can be 100% at most.')).toBeVisible()
  await expect(kofi.getByRole('button', { name: 'Open Articles of incorporation' })).toHaveCount(0)

  await owners.nth(1).getByLabel('Owns').fill('30')
  await kofi.getByRole('button', { name: 'Save details' }).click()
  await expect(kofi.getByText(/Ama Mensah, 30%/)).toBeVisible()

  await kofi.getByLabel('Names and owners').setInputFiles(pdfFile('owners.pdf', 'Owners'))
  await expect(kofi.getByRole('button', { name: 'Take a picture' }).first()).toBeVisible()
  await kofi.getByRole('button', { name: 'Send for review' }).click()
  await expect(kofi).toHaveURL(/\/dashboard$/)
  await expect(kofi.getByText('We review them within a working day').first()).toBeVisible()
  await expect(kofi.getByRole('heading', { level: 1 })).toContainText('first pay')
  await judgeAsOpened(kofi, 'the way to a first pay')

  // What was sent can be looked at again, and says who did.
  await kofi.goto(`${corridor.origin}/dashboard/employer/kyc`)
  await kofi.getByRole('button', { name: 'Open Articles of incorporation' }).click()
  await expect(kofi.getByRole('dialog').getByRole('img')).toBeVisible()
  await judgeAsOpened(kofi, 'the own paper, opened')
  await kofi.keyboard.press('Escape')
  await kofi.reload()
  await expect(kofi.getByText(/^Opened .*Kofi/).first()).toBeVisible()
  await judgeAsOpened(kofi, 'the papers that were sent')

  await kofi.goto(`${corridor.origin}/employer/contractors/invite`)
  const dialog = kofi.getByRole('dialog')
  await dialog.getByLabel('Email').fill(NADIA)
  await dialog.getByLabel('Role').fill('Crane operator')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(kofi.getByText('Contractor invited successfully')).toBeVisible()
})

test('who is invited signs up by the link, leaves in the middle, and goes on where that was', async () => {
  await nadia.goto((await corridor.mail(NADIA, /invite/i)).link)
  await nadia.getByRole('textbox', { name: /^Password/ }).fill(PASSWORD)
  await nadia.getByRole('button', { name: 'Create account' }).click()
  const country: [string, string] = ['Canada', 'Nova Scotia']
  await signUp(nadia, NADIA, { first: 'Nadia', last: 'Haddad', country, phone: '+19025550177' })
  await nadia.goto(`${corridor.origin}/contractor/invitations/harbourworks.test`)
  await judgeAsOpened(nadia, 'the invitation')
  await nadia.getByRole('button', { name: 'Accept' }).click()
  await expect(nadia).toHaveURL(/terms-of-service/)
  // What is said stands above the foot that stays, and not on the button that is pressed next.
  const box = (of: Locator) => of.boundingBox()
  await expect(async () => {
    const next = await box(nadia.getByRole('button', { name: 'Accept the terms' }))
    const said = await box(nadia.locator('.alert'))
    expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(next?.y ?? 0)
  }).toPass()
  await nadia.getByRole('button', { name: 'Close' }).click()
  await acceptTerms(nadia, corridor.origin, 'contractor')
  await nadia.goto(`${corridor.origin}/dashboard/contractor/complete-profile`)
  await nadia.getByLabel('Street number and name').fill('22 Barrington Street')
  await nadia.getByLabel('City or municipality').fill('Halifax')
  await nadia.getByLabel('Postal code').fill('B3J 1Z6')
  await nadia.getByRole('button', { name: 'Save and continue' }).click()
  await choose(nadia, /^Type of identification/, "Driver's License")
  await nadia.getByLabel('Number of the document').fill('HADDA 220388 907')
  await nadia.getByLabel('Date of birth').fill('1988-03-22')
  // What is missing is said until it is there, and no longer.
  await nadia.getByRole('button', { name: 'Send documents' }).click()
  await expect(nadia.getByText('Give the day on which it expires')).toBeVisible()
  await nadia.getByLabel('Expires on', { exact: false }).first().fill('2031-05-01')
  await expect(nadia.getByText('Give the day on which it expires')).toBeHidden()
  await choose(nadia, /^Residency/, 'Permanent Resident')
  await pick(nadia, /^Country of citizenship/, 'Lebanon')

  // Another day, from home: the step is the one that was left, and what was typed but the number is there.
  await nadia.goto(`${corridor.origin}/dashboard`)
  await nadia.goto(`${corridor.origin}/dashboard/contractor/complete-profile`)
  await expect(nadia.getByRole('combobox', { name: /^Country of citizenship/ })).toHaveValue(
    'Lebanon',
  )
  await expect(nadia.getByLabel('Number of the document')).toHaveValue('')
  await judgeAsOpened(nadia, 'the documents of a foreigner')
  await nadia.getByLabel('Number of the document').fill('HADDA 220388 907')
  await expect(nadia.getByLabel('Date of birth')).toHaveValue('')
  await nadia.getByLabel('Date of birth').fill('1988-03-22')
  for (const label of [
    'Front of the identification document',
    'Back of the identification document',
    'Status document',
    'Proof of permanent address',
  ])
    await nadia
      .getByLabel(new RegExp(`^${label} *\\*?$`))
      .setInputFiles(await photo(nadia, `${label.toLowerCase()}.jpg`))
  await nadia.getByRole('button', { name: 'Send documents' }).click()
  await expect(nadia.getByText('Your documents are with us')).toBeVisible()
})

test('the profile says what was said, and shows the photos as they are kept', async () => {
  await nadia.goto(`${corridor.origin}/contractor/my-profile`)
  const fact = (term: string) =>
    nadia.locator('div', { has: nadia.locator('dt', { hasText: new RegExp(`^${term}$`) }) }).last()
  await expect(fact('Residency')).toContainText('Permanent Resident')
  await expect(fact('Citizen of')).toContainText('Lebanon')
  await judgeAsOpened(nadia, 'the profile')
  await nadia.getByRole('button', { name: /^Open Status document/ }).click()
  await expect(nadia.getByRole('dialog').getByRole('img')).toBeVisible()
})

test('a verified company reads, before it changes what was verified, what follows', async () => {
  await corridor.byHand("update employer set verification = 'VERIFIED'")
  await kofi.goto(`${corridor.origin}/dashboard/employer/kyc`)
  const waits = kofi.getByText(/Payments of your company that are due meanwhile wait/)
  await expect(waits).toHaveCount(1)
  await kofi.getByRole('button', { name: 'Change' }).first().click()
  await expect(waits).toHaveCount(2)
  await judgeAsOpened(kofi, 'the details of a verified company')
  await kofi.goto(`${corridor.origin}/employer/onboarding`)
  await expect(waits).toHaveCount(1)
})
