/** Sign-in with Google, against an OpenID provider on the loopback in its place. */
import { type Browser, expect, test } from '@playwright/test'
import { freePort } from '#server/kernel/free-port.ts'
import { ACCOUNTS, startOidcIssuer } from '../harness/oidc-issuer.ts'
import { launchBrowser } from './browser.ts'
import { startCorridor } from './corridor.ts'
import { giveDetails } from './screens.ts'

let browser: Browser

test.beforeAll(async () => {
  browser = await launchBrowser()
})
test.afterAll(async () => {
  await browser?.close()
})

test('Google signs in through a popup that asks for the account, and finds the same person again', async () => {
  const port = await freePort()
  const google = await startOidcIssuer([
    {
      id: 'ours-at-google',
      secret: 'of-our-client',
      redirect_uris: [`http://localhost:${port}/api/auth/callback/google`],
    },
  ])
  const corridor = await startCorridor({
    story: false,
    port,
    env: {
      GOOGLE_CLIENT_ID: 'ours-at-google',
      GOOGLE_CLIENT_SECRET: 'of-our-client',
      GOOGLE_ISSUER: google.url,
    },
  })
  try {
    const page = await browser.newPage({ locale: 'en-US', timezoneId: 'UTC' })
    const prompts: (string | null)[] = []
    page.context().on('request', request => {
      const url = new URL(request.url())
      if (url.origin === google.url && url.searchParams.has('client_id'))
        prompts.push(url.searchParams.get('prompt'))
    })
    await page.goto(`${corridor.origin}/signup?role=contractor`)
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await giveDetails(page, { first: 'Ada', last: 'Obi', heard: 'Friends' })
    // Google proved the address, so there is no step of the inbox.
    await expect(page).toHaveURL(/\/dashboard/)
    expect(prompts).toEqual(['select_account'])
    await page.getByRole('button', { name: 'Log out', exact: true }).click()
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await expect(page).toHaveURL(/\/dashboard/)
    const people = await corridor.query('select from person where email = $1', [
      ACCOUNTS.ada.email.toLowerCase(),
    ])
    expect(people.length).toBe(1)
  } finally {
    await corridor.stop()
    await google.close()
  }
})
