/** Signing up, logging in and staying safe, through the screens: what the issue of identity promises, one journey each. */
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { launchBrowser } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { expectAccessible } from './judge.ts'
import {
  acceptTerms,
  addAuthenticator,
  choose,
  createAccount,
  giveDetails,
  logIn,
  nextCode,
} from './screens.ts'

const PASSWORD = 'maple-Otter-41-lantern'

let corridor: Corridor
let browser: Browser
const contexts: BrowserContext[] = []

test.beforeAll(async () => {
  corridor = await startCorridor({ story: false })
  browser = await launchBrowser()
})
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})
test.afterAll(async () => {
  await browser?.close()
  await corridor?.stop()
})

async function newPage(): Promise<Page> {
  const context = await browser.newContext({
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 900 },
  })
  contexts.push(context)
  return context.newPage()
}

/** Signs somebody up whole, terms accepted. */
async function signedUp(email: string, type: 'employer' | 'contractor'): Promise<Page> {
  const page = await newPage()
  await page.goto(`${corridor.origin}/signup?role=${type}`)
  await createAccount(page, email, PASSWORD)
  await giveDetails(page, { first: 'Ada', last: 'Byron', heard: 'Friends' })
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await page.goto((await corridor.mail(email, /Confirm/)).link)
  await expect(page).toHaveURL(/\/dashboard/)
  await acceptTerms(page, corridor.origin, type)
  return page
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await expect(page).toHaveURL(/\/auth\/login/)
}

/** Types the password at the log-in page and leaves what follows to the caller. */
async function givePassword(page: Page, email: string): Promise<void> {
  await page.goto(`${corridor.origin}/auth/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: /^Password/ }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** Lets the proof of all sessions grow old, as eleven minutes would. */
async function growOld(): Promise<void> {
  await corridor.query(`update auth.session set "authenticatedAt" = now() - interval '11 minutes'`)
}

test('a contractor signs up, finds the step again after a reload, and confirms the e-mail once', async () => {
  const email = 'slow@visitors.test'
  const page = await newPage()
  await page.goto(`${corridor.origin}/signup?role=contractor`)
  await expectAccessible(page)
  await createAccount(page, email, 'Password123!')
  await expect(page.getByText('lists of leaked passwords')).toBeVisible()
  await createAccount(page, email, PASSWORD)
  await expect(page.getByRole('heading', { name: 'Tell us about you' })).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Tell us about you' })).toBeVisible()
  // Pages inside lead back to the step that is missing.
  await page.goto(`${corridor.origin}/contractor/payment-methods`)
  await expect(page).toHaveURL(/\/signup/)
  await giveDetails(page, { first: 'Sam', last: 'Slow', heard: 'Friends' })
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  const events = await page.evaluate(() => (window as { dataLayer?: unknown[] }).dataLayer)
  expect(events).toContainEqual({ event: 'signUpSuccess', email, status: 'success' })
  await expectAccessible(page)
  const { link } = await corridor.mail(email, /Confirm/)
  await page.getByRole('button', { name: 'Resend' }).click()
  await expect(page.getByRole('heading', { name: 'Confirmation email sent' })).toBeVisible()
  await expect
    .poll(async () => (await corridor.mail(email, /Confirm/)).link, { timeout: 60_000 })
    .not.toBe(link)
  const other = await newPage()
  await other.goto(link)
  await expect(other.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  // Another browser than the one that signed up needs the password.
  const newest = (await corridor.mail(email, /Confirm/)).link
  await other.goto(newest)
  await expect(other.getByText('You signed up in another browser')).toBeVisible()
  await expectAccessible(other)
  await other.getByRole('textbox', { name: /^Password/ }).fill('Wrong-password-1')
  await other.getByRole('button', { name: 'Confirm' }).click()
  await expect(other.getByText('The password you entered is incorrect.')).toBeVisible()
  await page.goto(newest)
  await expect(page).toHaveURL(/\/dashboard/)
})

test('a sign-up with a known address looks the same, and its owner gets another mail', async () => {
  const email = 'known@visitors.test'
  await signedUp(email, 'employer')
  const page = await newPage()
  await page.goto(`${corridor.origin}/signup?role=employer`)
  await createAccount(page, email, 'Another-pass-77-word')
  await giveDetails(page, { first: 'Not', last: 'Me', heard: 'Ads' })
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  const mail = await corridor.mail(email, /already have/)
  expect(mail.body).toContain('/auth/login')
})

test('a password is reset in its three steps, and all devices are signed out', async () => {
  const email = 'forgot@visitors.test'
  const before = await signedUp(email, 'contractor')
  const page = await newPage()
  await page.goto(`${corridor.origin}/auth/login`)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL(/#forgotPassword/)
  await page.getByLabel('Email').fill('nonsense')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('Invalid email address. Please enter a valid email.')).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await expect(
    page.getByText("You've successfully requested to change your password"),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByRole('button', { name: 'Resend' }).click()
  await expect(page.getByRole('heading', { name: 'An email has been sent' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Resend' })).toBeDisabled()
  await expectAccessible(page)
  // Three were asked for; one of them works, once.
  const mails = `select from dev_mail where recipient = $1 and subject ilike '%password%'`
  await expect.poll(async () => (await corridor.query(mails, [email])).length).toBe(3)
  const { link } = await corridor.mail(email, /password/i)
  await page.goto(link)
  await page.getByRole('textbox', { name: /^New password/ }).fill('Quiet-harbour-77-stone')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page).toHaveURL(/\/auth\/login/)
  await logIn(page, corridor.origin, email, 'Quiet-harbour-77-stone')
  await before.goto(`${corridor.origin}/contractor/my-profile`)
  await expect(before).toHaveURL(/\/auth\/login/)
  const again = await newPage()
  await again.goto(link)
  // It says so at once, and asks for no password that it would not take.
  await expect(again.getByRole('heading', { name: 'This link has been used' })).toBeVisible()
  await expect(again.getByRole('textbox')).toHaveCount(0)
  await expectAccessible(again)
})

test('who is locked out by the guesses of others gets in by a mailed link, on a new device', async () => {
  const email = 'locked@visitors.test'
  await signedUp(email, 'contractor')
  await corridor.query('delete from rate_limit')
  const headers = { 'content-type': 'application/json', origin: corridor.origin }
  for (let n = 0; n < 11; n++)
    await fetch(`${corridor.origin}/api/auth/sign-in/email`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email, password: 'Wrong-password-1' }),
    })
  const page = await newPage()
  await page.goto(`${corridor.origin}/auth/login?next=/contractor/reports`)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: /^Password/ }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText(/Too many tries\. Wait .* log-in link/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send me a log-in link' }).click()
  await expect(page.getByText('a link to log in is on its way')).toBeVisible()
  const { link } = await corridor.mail(email, /log-in link/)
  await page.goto(link)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(/\/contractor\/reports/)
})

test('an authenticator app is set up, asked for at the log-in, and replaced by a recovery code', async () => {
  const email = 'totp@visitors.test'
  const page = await signedUp(email, 'contractor')
  await page.goto(`${corridor.origin}/account/security`)
  const { totp, recovery } = await addAuthenticator(page)
  await expectAccessible(page)
  await corridor.mail(email, /security setting/)
  await logOut(page)
  await givePassword(page, email)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expectAccessible(page)
  // Half a log-in opens nothing, whatever the address.
  await page.goto(`${corridor.origin}/contractor/payment-methods`)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await page.getByLabel('6-digit code').fill('000000')
  await expect(page.getByText('This code is not right')).toBeVisible()
  await page.getByLabel('6-digit code').fill(nextCode(totp))
  await expect(page).toHaveURL(/\/contractor\/payment-methods|\/dashboard/)
  await page.goto(`${corridor.origin}/dashboard`)
  await logOut(page)
  await givePassword(page, email)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recovery[0] ?? '')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto(`${corridor.origin}/account/security`)
  await expect(page.getByText('9 left')).toBeVisible()
})

test('a passkey is added, is the second step after the password, and logs in by itself', async () => {
  const email = 'passkey@visitors.test'
  const page = await signedUp(email, 'contractor')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto(`${corridor.origin}/account/security`)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Laptop')
  await dialog.getByRole('button', { name: /Add|Continue/ }).click()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('Laptop')).toBeVisible()
  // From here on the authenticator waits to be touched, as one in a hand does.
  const touch = (enabled: boolean) =>
    cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  // Each begins by itself as well, and is gone where the browser was first with that.
  const pressUnlessDone = (name: string) =>
    page
      .getByRole('button', { name })
      .click({ timeout: 4_000 })
      .catch(() => {})
  await touch(false)
  await logOut(page)
  await givePassword(page, email)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  // Touched before, it would answer what the e-mail field offers, and log in beside the password.
  await touch(true)
  await pressUnlessDone('Use a passkey')
  await expect(page).toHaveURL(/\/dashboard/)
  const sessions = await corridor.query<{ amr: string }>(
    'select s.amr from auth.session s join auth."user" u on u.id = s."userId" where u.email = $1',
    [email],
  )
  // The step begins by itself and by the button, of which each may be answered; none of them is by the password alone.
  expect([...new Set(sessions.map(({ amr }) => amr))]).toEqual(['hwk user mfa'])
  await touch(false)
  await logOut(page)
  await touch(true)
  await pressUnlessDone('Log in with a passkey')
  await expect(page).toHaveURL(/\/dashboard/)
})

test('payout details ask for a fresh proof, and what was typed is sent when it is given', async () => {
  const page = await signedUp('stepup@visitors.test', 'contractor')
  await growOld()
  await page.goto(`${corridor.origin}/contractor/payment-methods`)
  await page
    .getByRole('button', { name: /wallet/i })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await choose(page, /^Currency/, 'USDC')
  await choose(page, /^Network/, /Solana/)
  await dialog.getByLabel(/address/i).fill('gfAyQWfijGL9MPvCM7rQ1sEPSCXioJg1XAkyyJig4Mt')
  await dialog.getByRole('button', { name: 'Add wallet' }).click()
  const asking = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(asking).toBeVisible()
  await expectAccessible(page)
  await asking.getByRole('textbox', { name: /^Password/ }).fill('Wrong-password-1')
  await asking.getByRole('button', { name: 'Confirm' }).click()
  await expect(asking.getByText('The password you entered is incorrect.')).toBeVisible()
  await asking.getByRole('textbox', { name: /^Password/ }).fill(PASSWORD)
  await asking.getByRole('button', { name: 'Confirm' }).click()
  await expect(asking).toHaveCount(0)
  await expect(page.getByText('USDC').first()).toBeVisible()
})

test('a device is signed out from another, and leaves at its next step', async () => {
  const email = 'devices@visitors.test'
  const here = await signedUp(email, 'employer')
  const there = await newPage()
  await logIn(there, corridor.origin, email, PASSWORD)
  // The other device is listed once it asked for something.
  await expect(async () => {
    await here.goto(`${corridor.origin}/account/security`)
    await expect(here.getByText('This device')).toBeVisible()
    await here.getByRole('button', { name: 'Log out all others' }).click({ timeout: 3000 })
  }).toPass({ timeout: 60_000 })
  await expect(here.getByRole('button', { name: 'Log out all others' })).toHaveCount(0)
  // Tokens are refused within a second, and a page brings its answers along as soon as it is asked for.
  await here.waitForTimeout(2500)
  await there.goto(`${corridor.origin}/employer/contractors`)
  await expect(there).toHaveURL(/\/auth\/login/)
  await here.reload()
  await expect(here.getByText('This device')).toBeVisible()
})

test('an operator sets up a second factor before anything else', async () => {
  const email = 'noor@corridor.test'
  corridor.addOperator(email, PASSWORD)
  const page = await newPage()
  await givePassword(page, email)
  await expect(page).toHaveURL(/\/account\/security/)
  await expect(page.getByText('Set up a second factor to go on')).toBeVisible()
  await page.goto(`${corridor.origin}/operations/employers`)
  await expect(page).toHaveURL(/\/account\/security/)
  await addAuthenticator(page)
  await page.goto(`${corridor.origin}/operations/employers`)
  await expect(page.getByRole('group', { name: 'Verification' })).toBeVisible()
})

test('an e-mail is changed by both addresses', async () => {
  const [before, after] = ['old@visitors.test', 'new@visitors.test']
  const page = await signedUp(before, 'employer')
  await page.goto(`${corridor.origin}/account/security`)
  await page.getByRole('button', { name: 'Change email' }).click()
  await page.getByLabel('New email').fill(after)
  await page.getByRole('button', { name: 'Send the links' }).click()
  await expect(page.getByText(after).first()).toBeVisible()
  const other = await newPage()
  for (const [to, word] of [
    [after, 'One half is done'],
    [before, 'Your email is changed'],
  ] as const) {
    await other.goto((await corridor.mail(to, /change of your email/)).link)
    await other.getByRole('button', { name: 'Confirm the change' }).click()
    await expect(other.getByRole('heading', { name: word })).toBeVisible()
    await expectAccessible(other)
  }
  await logIn(other, corridor.origin, after, PASSWORD)
})

test('the log-in goes by the keyboard alone', async () => {
  const email = 'keys@visitors.test'
  await signedUp(email, 'contractor')
  const page = await newPage()
  await page.goto(`${corridor.origin}/auth/login`)
  await page.getByLabel('Email').focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard/)
})

test('nothing offers Google where it is not configured', async () => {
  const page = await newPage()
  for (const path of ['/auth/login', '/signup', '/partner-signup']) {
    await page.goto(`${corridor.origin}${path}`)
    await expect(page.getByLabel('Email')).toBeVisible()
    await expect(page.getByText('Google', { exact: false })).toHaveCount(0)
  }
})

test('the log-in leads to the other open pages and is there again on the way back', async () => {
  const page = await newPage()
  await page.goto(`${corridor.origin}/auth/login`)
  const heading = page.getByRole('heading', { level: 1 })
  const ways = [
    ['Sign up', 'Create your account'],
    ['Terms', 'Terms and conditions'],
    ['Sign up', 'Create your account'],
  ] as const
  for (const [link, title] of ways) {
    await page.getByRole('link', { name: link, exact: true }).click()
    await expect(heading).toHaveText(title)
    await page.goBack()
    await expect(heading).toHaveText('Log in')
    await expect(page).toHaveTitle('Log in · Corridor')
  }
})
