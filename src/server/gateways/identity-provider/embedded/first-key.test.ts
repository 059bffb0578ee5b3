/** The key that signs tokens is made when it is first needed, by whoever comes first: it is one, and every token is believed. */
import { expect, it } from 'vitest'
import { tokenVerifier } from '#server/kernel/token.ts'
import { embeddedWorld, PASSWORD } from './embedded-world.test-data.ts'

const { world, query, fresh, newBrowser, logIn } = embeddedWorld()

it('is one, whoever asks at once for the first token', async () => {
  const { provider } = world()
  const email = fresh()
  await provider.createVerifiedAccount({ email, password: PASSWORD, name: 'Ana' })
  const browsers = Array.from({ length: 6 }, () => newBrowser())
  for (const browser of browsers) expect((await logIn(browser, email)).status).toBe(200)
  await query('delete from auth.jwks')
  const verifier = tokenVerifier(provider)
  const ask = async (browser: (typeof browsers)[number]) => {
    const { json } = await browser.ask('GET', '/token')
    return verifier.verify(String(json.token))
  }
  const heard = await Promise.all(browsers.map(ask))
  expect(heard).toEqual(Array(6).fill(expect.objectContaining({ email })))
  expect(await query('select from auth.jwks')).toHaveLength(1)
})
