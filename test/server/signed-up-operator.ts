/** An operator who logs in at a server of its own process. */
import { startBetterAuth } from '#server/gateways/identity-provider/embedded/better-auth.ts'
import { UNHEARD } from '#server/gateways/identity-provider/identity-provider.ts'
import type { Admin } from '#test/harness/admin.ts'
import { testLogins } from '#test/harness/test-server.ts'

const PASSWORD = 'Corridor-test-2026!'

/** An operator whose account is with the real identity provider. */
export async function givenSignedUpOperator(
  admin: Admin,
  databaseUrl: string,
  { secret, publicUrl }: { readonly secret: string; readonly publicUrl: string },
) {
  const provider = await startBetterAuth({
    databaseUrl: testLogins(databaseUrl).services,
    secret,
    publicUrl,
    trustedOrigins: [],
    ...UNHEARD,
  })
  // The demo's own operator, who needs no second factor.
  const email = 'operator@demo.corridor.test'
  const { sub } = await provider.createVerifiedAccount({ email, password: PASSWORD, name: 'Noor' })
  await provider.close()
  await admin.rows(
    "insert into person (sub, type, email, first_name, last_name, created_at) values ($1, 'operator', $2, 'Noor', 'Haddad', now())",
    [sub, email],
  )
  await admin.rows("insert into operator (sub, role, created_at) values ($1, 'admin', now())", [
    sub,
  ])
  return { sub, email }
}

/** Logs in, and answers the token that the API asks for. */
export async function signIn(url: string, email: string): Promise<string> {
  const signedIn = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map(text => text.split(';')[0])
    .join('; ')
  const answer = await fetch(`${url}/api/auth/token`, { headers: { cookie, origin: url } })
  return ((await answer.json()) as { token: string }).token
}
