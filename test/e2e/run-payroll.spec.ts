/**
 * One payroll from invitation to payslip, through the screens: an employer, a contractor and an operator, each in a browser
 * context of their own, while the clock is moved. The figures of the documents are compared with the ledger's.
 */
import { readFileSync } from 'node:fs'
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { launchBrowser } from './browser.ts'
import { approveByKeyboard } from './by-keyboard.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { textOf } from './pdf-text.ts'
import {
  acceptTerms,
  addAuthenticator,
  choose,
  download,
  giveCompanyDetails,
  logIn,
  pdfFile,
  pick,
  typePhone,
} from './screens.ts'

const PASSWORD = 'Correct-horse-9-battery'
const EMPLOYER = 'ingrid@northwind.test'
const CONTRACTOR = 'amara@okafor.test'
const OPERATOR = 'noor@corridor.test'
const WALLET = 'gfAyQWfijGL9MPvCM7rQ1sEPSCXioJg1XAkyyJig4Mt'

let corridor: Corridor
let browser: Browser
const pages = {} as Record<'employer' | 'contractor' | 'operator', Page>
const contexts: BrowserContext[] = []

test.beforeAll(async () => {
  corridor = await startCorridor({ story: false })
  browser = await launchBrowser()
  await corridor.moveClock('2027-01-04T09:00:00.000Z')
  for (const who of ['employer', 'contractor', 'operator'] as const) {
    const context = await browser.newContext({
      locale: 'en-US',
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
      viewport: { width: 1280, height: 900 },
    })
    contexts.push(context)
    pages[who] = await context.newPage()
  }
})

test.afterAll(async () => {
  await browser?.close()
  await corridor?.stop()
})

test.describe.configure({ mode: 'serial' })

test('an employer signs up, verifies, accepts, names the company and sets up a policy', async () => {
  const page = pages.employer
  await page.goto(`${corridor.origin}/signup`)
  await page.getByText("I'm a business").click()
  await page.getByLabel('Email').fill(EMPLOYER)
  await page.getByRole('textbox', { name: /^Password/ }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByLabel('First name').fill('Ingrid')
  await page.getByLabel('Last name').fill('Solberg')
  await page.getByLabel('Preferred name').fill('Ingrid')
  await pick(page, /^Country/, 'Canada')
  await pick(page, /^Province/, 'Ontario')
  await choose(page, /^How did you hear/, 'Referral')
  await typePhone(page, '+14165550142')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()

  const { link } = await corridor.mail(EMPLOYER, /confirm|verify/i)
  await page.goto(link)
  await expect(page).toHaveURL(/\/dashboard/)
  await acceptTerms(page, corridor.origin, 'employer')

  await page.goto(`${corridor.origin}/employer/onboarding`)
  await page.getByLabel('Corporation name').fill('Northwind Robotics Inc.')
  await page.getByLabel('Business name').fill('Northwind Robotics')
  await page.getByLabel('Street number and name').fill('200 Front Street West')
  await page.getByLabel('City or municipality').fill('Toronto')
  await page.getByLabel('Postal code').fill('12345')
  await page.getByLabel('Postal code').blur()
  await expect(page.getByText('A Canadian postal code looks like K1A 0B1')).toBeVisible()
  await page.getByLabel('Postal code').fill('M5V 3K2')
  await page.getByLabel('I am authorised to act for this company').check()
  await page.getByRole('button', { name: /Save|Continue/ }).click()
  await page.waitForURL(url => !url.pathname.endsWith('/onboarding'))

  await page.goto(`${corridor.origin}/dashboard/employer/kyc`)
  await giveCompanyDetails(page)
  await page
    .getByLabel('Articles of incorporation')
    .setInputFiles(pdfFile('articles.pdf', 'Articles of Northwind Robotics Inc.'))
  await page.getByRole('button', { name: /^Send/ }).click()
  await expect(page.getByText('We review them within a working day').first()).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.goto(`${corridor.origin}/employer/payroll-setup/addPayrollPolicy`)
  await page.getByLabel('Name').fill('Biweekly, engineering')
  await page.getByText('Biweekly', { exact: true }).click()
  await page.getByLabel('First period ends on').fill('2027-01-24')
  await choose(page, /^Pay date/, 'Day of the week')
  await choose(page, /^Weekday/, /friday/i)
  // The coming pay dates are there before anything is saved.
  await expect(page.getByText('Fri, Jan 29')).toBeVisible()
  await page.getByRole('button', { name: 'Save and approve' }).click()
  // The first one leads on: what is next stands at home.
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('Next: Invite your first contractor')).toBeVisible()
  await page.goto(`${corridor.origin}/employer/payroll-setup`)
  await expect(page.getByText('Biweekly, engineering').first()).toBeVisible()
})

test('the employer invites a contractor, who signs up by the link, accepts and completes the profile', async () => {
  const { employer, contractor: page } = pages
  await employer.goto(`${corridor.origin}/employer/contractors`)
  await employer.getByRole('button', { name: 'Invite contractor' }).click()
  const dialog = employer.getByRole('dialog')
  await dialog.getByLabel('Email').fill(CONTRACTOR)
  await dialog.getByLabel('Role').fill('Data engineer')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(employer.getByText('Contractor invited successfully')).toBeVisible()

  const invitation = await corridor.mail(CONTRACTOR, /invite/i)
  await page.goto(invitation.link)
  await expect(page.getByText('invites you')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(CONTRACTOR)
  await page.getByRole('textbox', { name: /^Password/ }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByLabel('First name').fill('Amara')
  await page.getByLabel('Last name').fill('Okafor')
  await page.getByLabel('Preferred name').fill('Amara')
  await pick(page, /^Country of tax residence/, 'Nigeria')
  await pick(page, /^State/, 'Lagos')
  await choose(page, /^How did you hear/, 'Friends')
  await typePhone(page, '+2348012345678')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await page.goto((await corridor.mail(CONTRACTOR, /confirm|verify/i)).link)
  await expect(page).toHaveURL(/\/dashboard|\/contractor/)
  await acceptTerms(page, corridor.origin, 'contractor')

  await page.goto(`${corridor.origin}/contractor/invitations/northwind.test`)
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText('Accepted').first()).toBeVisible()

  await page.goto(`${corridor.origin}/dashboard/contractor/complete-profile`)
  await expect(page.getByLabel('Legal first name')).toHaveValue('Amara')
  await page.getByLabel('Street number and name').fill('14 Adeola Street')
  await page.getByLabel('City or municipality').fill('Lagos')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await choose(page, /^Type of identification/, 'Passport')
  await page.getByLabel('Number of the document').fill('A01234567')
  await page.getByLabel('Expires on').fill('2031-05-01')
  await page.getByLabel('Date of birth').fill('1990-07-12')
  await choose(page, /^Residency/, 'Citizen')
  await page
    .getByLabel('Identification document')
    .setInputFiles(pdfFile('passport.pdf', 'Passport of Amara Okafor'))
  await page
    .getByLabel('Proof of permanent address')
    .setInputFiles(pdfFile('bill.pdf', 'Utility bill of Amara Okafor'))
  await page.getByRole('button', { name: 'Send documents' }).click()
  await expect(page.getByText(/documents are with us|profile is complete/i).first()).toBeVisible()
})

test('the contractor adds a bank account and a wallet, split 70 / 30', async () => {
  const page = pages.contractor
  await page.goto(`${corridor.origin}/contractor/payment-methods/banking-information`)
  await pick(page, /^Currency/, 'USD')
  await page.getByLabel('Account name').fill('Amara Okafor')
  await page.getByRole('textbox', { name: /^Account number/ }).fill('0123453391')
  await page.getByRole('textbox', { name: /SWIFT/ }).fill('FBNINGLA')
  await page.getByRole('button', { name: /^Add/ }).click()
  await expect(page).toHaveURL(/\/contractor\/payment-methods$/)

  await page.getByRole('button', { name: 'Add wallet' }).first().click()
  const dialog = page.getByRole('dialog')
  await choose(page, /^Currency/, 'USDC')
  await choose(page, /^Network/, /Solana/)
  await dialog.getByLabel(/address/i).fill(`${WALLET.slice(0, -1)}x`)
  await dialog.getByRole('button', { name: 'Add wallet' }).click()
  await expect(dialog.getByText(/is not the address of a Solana wallet/)).toBeVisible()
  await dialog.getByLabel(/address/i).fill(WALLET)
  await dialog.getByRole('button', { name: 'Add wallet' }).click()
  await expect(dialog).toHaveCount(0)

  await expect(page.getByLabel(/^Percentage for /)).toHaveCount(2)
  const share = page.getByLabel(/^Percentage for .*••/)
  await share.fill('70')
  await share.blur()
  await page.getByRole('button', { name: 'Save split' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('70%')

  // A wallet may be tried with a little first, and who thinks better of it is paid at once.
  await page.getByRole('button', { name: 'Send a small payment first' }).click()
  await expect(page.getByText('A small payment goes first.')).toBeVisible()
  await page.getByRole('button', { name: 'Send all at once' }).click()
  await expect(page.getByRole('button', { name: 'Send a small payment first' })).toBeVisible()
})

test('an operator verifies both after looking at the documents', async () => {
  const page = pages.operator
  corridor.addOperator(OPERATOR, PASSWORD)
  await logIn(page, corridor.origin, OPERATOR, PASSWORD, /\/account\/security/)
  await addAuthenticator(page)
  for (const [path, name, others] of [
    ['employers', 'Northwind Robotics', []],
    ['contractors', 'Amara Okafor', ['Address']],
  ] as const) {
    await page.goto(`${corridor.origin}/operations/${path}`)
    await page.getByRole('button', { name: `Review ${name}` }).click()
    await expect(page.getByText('You look at this.')).toBeVisible()
    await expect(page.locator('iframe').first()).toBeVisible()
    await page.getByRole('button', { name: 'All match' }).click()
    for (const other of others) {
      const paper = page.getByRole('button', { name: new RegExp(`${other}$`) })
      await paper.click()
      await expect(paper).toHaveAttribute('aria-pressed', 'true')
      await page.getByRole('button', { name: 'All match' }).click()
    }
    await page.getByRole('button', { name: /^Verify/ }).click()
    await expect(page.getByText(`${name} is verified.`)).toBeVisible()
  }
})

test('the employer drafts a contract, reads its PDF and signs; the contractor signs the same PDF', async () => {
  const { employer, contractor } = pages
  await employer.goto(`${corridor.origin}/employer/contractors`)
  await employer.getByRole('link', { name: 'Amara Okafor' }).first().click()
  await employer
    .getByRole('link', { name: /Draft (a )?contract|New contract/i })
    .first()
    .click()
  await expect(employer.getByRole('heading', { name: 'New contract' })).toBeVisible()
  await employer.getByLabel('Role').fill('Data engineer')
  await choose(employer, /^Payroll policy/, 'Biweekly, engineering')
  await employer.getByLabel('Hourly rate').fill('42.50')
  await employer.getByLabel(/^Scheduled hours/).fill('80')
  await employer.getByLabel('Contract start date').fill('2027-01-11')
  await employer.getByRole('button', { name: 'Save and make the PDF' }).click()
  await expect(employer.getByText('word for word')).toBeVisible()
  await employer.getByLabel('Your legal name').fill('Ingrid Solberg')
  await employer.getByLabel("Signer's title").fill('Director')
  await employer.getByRole('button', { name: 'Sign and send' }).click()
  await expect(employer.getByText('You signed. Amara Okafor has not signed yet.')).toBeVisible()

  await contractor.goto(`${corridor.origin}/contractor/contracts`)
  await contractor
    .getByRole('button', { name: /Read and sign/ })
    .first()
    .click()
  await expect(contractor.getByRole('heading', { name: /^42\.50 USD an hour/ })).toBeVisible()
  await expect(contractor.getByRole('button', { name: 'Sign contract' })).toBeDisabled()
  await contractor.getByLabel('Your legal name').fill('Bob')
  await contractor.getByRole('button', { name: 'Sign contract' }).click()
  await expect(contractor.getByText('You are Amara Okafor here; you typed Bob.')).toBeVisible()
  await contractor.getByRole('button', { name: 'Cancel' }).click()
  await contractor.getByLabel('Your legal name').fill('amara  OKAFOR')
  await contractor.getByRole('button', { name: 'Sign contract' }).click()
  await expect(contractor.getByText('Active').first()).toBeVisible()

  const final = await download(contractor, () =>
    contractor
      .getByRole('button', { name: /download/i })
      .or(contractor.getByRole('link', { name: /download/i }))
      .first()
      .click(),
  )
  const text = await textOf(final)
  for (const said of ['Ingrid Solberg', 'Amara Okafor', '42.50', '80.00'])
    expect(text).toContain(said)
})

test('the cycle opens when the period starts; the employer edits hours, looks at the dry run and approves', async () => {
  const page = pages.employer
  await corridor.moveClock('2027-01-11T08:00:00.000Z')
  await corridor.mail(EMPLOYER, /to approve/)
  await corridor.moveClock('2027-01-25T08:00:00.000Z')
  await page.goto(`${corridor.origin}/employer/payroll-run`)
  await page
    .getByRole('link', { name: 'Review' })
    .or(page.getByRole('button', { name: 'Review' }))
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('3400.00')
  await page.getByRole('button', { name: /how Amara Okafor is paid/ }).click()
  await page.getByLabel('Hours of Amara Okafor').fill('78.50')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('3336.25')
  // 78.50 x 42.50 = 3336.25; 70 % to the bank, 30 % to the wallet, at par with the dollar.
  await expect(page.getByText('2335.38').first()).toBeVisible()
  await expect(page.getByText('1000.87').first()).toBeVisible()
})

test('the approval is read in the accessibility tree, and given by the keyboard alone', () =>
  approveByKeyboard(pages.employer, corridor.origin))

test('the operator books the wire, executes and settles', async () => {
  const page = pages.operator
  await corridor.moveClock('2027-01-29T08:00:00.000Z')
  await page.goto(`${corridor.origin}/operations/funds`)
  await page.getByRole('button', { name: 'Upload a file' }).first().click()
  const csv = (rows: string) => ({
    name: 'wires.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`employer_domain,currency,amount,reference,received_on\n${rows}\n`),
  })
  await page
    .locator('input[type=file]')
    .setInputFiles(csv('northwind.test,USD,3336.255,WIRE-1,2027-01-27'))
  await expect(page.getByText(/Line 2/).first()).toBeVisible()
  await page
    .locator('input[type=file]')
    .setInputFiles(csv('northwind.test,USD,3400.00,WIRE-1,2027-01-27'))
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByText('1 booked.', { exact: true })).toBeVisible()

  await page.goto(`${corridor.origin}/operations/transactions/checklist`)
  await page.getByRole('button', { name: 'Confirm and execute' }).click()
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: 'Confirm and execute' })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('2 of 2 sent')
  await page.getByRole('button', { name: 'Mark settled' }).click()
  await page.getByRole('dialog').getByLabel('Reference').fill('STMT-0129')
  await page.getByRole('dialog').getByRole('button', { name: 'Mark settled' }).click()
  await expect(page.getByText('2 settled').first()).toBeVisible()
})

test('the contractor sees what was paid where and downloads the payslip; the employer the CSV and the report', async () => {
  const { employer, contractor } = pages
  await contractor.goto(`${corridor.origin}/contractor/reports`)
  await expect(contractor.getByText('3336.25').first()).toBeVisible()
  const payslip = await textOf(
    await download(contractor, () =>
      contractor
        .getByRole('button', { name: /payslip|PDF|download/i })
        .first()
        .click(),
    ),
  )
  for (const said of [
    'Amara Okafor',
    '3336.25',
    '2335.38',
    '1000.87',
    'STMT-0129',
    '80.00',
    '-1.50',
    '-63.75',
    '42.50',
  ])
    expect(payslip).toContain(said)
  const code = /(?:\w{4}-){5}\w{4}/.exec(payslip)?.[0]
  await contractor.goto(`${corridor.origin}/verify#${code}`)
  await expect(contractor.getByText('This payslip is ours.')).toBeVisible()
  await expect(contractor.getByText('3336.25')).toBeVisible()

  await employer.goto(`${corridor.origin}/employer/payroll-historical`)
  await employer.getByText('Biweekly, engineering').first().click()
  const csv = readFileSync(
    await download(employer, () => employer.getByRole('button', { name: 'CSV' }).click()),
    'utf8',
  )
  for (const said of ['2335.38', '1000.87', 'SETTLED', 'STMT-0129']) expect(csv).toContain(said)
  await employer.goto(`${corridor.origin}/employer/reports`)
  const report = await textOf(
    await download(employer, () =>
      employer
        .getByRole('button', { name: /PDF|report/i })
        .first()
        .click(),
    ),
  )
  for (const said of ['Amara Okafor', '3336.25', '2335.38', '1000.87'])
    expect(report).toContain(said)

  const settled = await corridor.query<{ currency: string; amount: string }>(
    `select currency, sum(amount_minor)::text amount from ledger_transfer where code = 'payment_settled' group by currency order by currency`,
  )
  expect(settled).toEqual([
    { currency: 'USD', amount: '233538' },
    { currency: 'USDC', amount: '1000870000' },
  ])
  const left = await corridor.query<{ balance: string }>(
    `select sum(posted_in - posted_out)::text balance from ledger_account where kind = 'available'`,
  )
  expect(left).toEqual([{ balance: String(340_000 - 333_625) }])
})

test('every invariant holds', () => {
  const { holds, output } = corridor.verify()
  expect(holds, output).toBe(true)
})
