/**
 * `npm run operator -- add EMAIL [PASSWORD] [--role admin|verifier|treasurer]`: makes an operator, who never signs up; an admin
 * where no role is given. Without a password one is made up and printed once. Where accounts are made at an OpenID provider it
 * prints a link by which the person joins. Uses DATABASE_URL, else the database that a running `npm start` wrote down.
 */

import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { emailOf, emailProblem } from '#domain/identity/email.ts'
import { OPERATOR_ROLES, type OperatorRole } from '#domain/identity/team.ts'
import { textOf } from '#domain/kernel/words.ts'
import { startBetterAuth } from '#server/gateways/identity-provider/embedded/better-auth.ts'
import { passwordProblem } from '#server/gateways/identity-provider/embedded/passwords.ts'
import { UNHEARD } from '#server/gateways/identity-provider/identity-provider.ts'
import { inviteOperatorByCommand, makeOperator } from '#server/identity/index.ts'
import { readConfig } from '#server/kernel/config.ts'
import { openDatabase, SYSTEM, transact } from '#server/kernel/db.ts'
import { runningDatabase } from '#server/kernel/embedded-or-given.ts'
import { openFieldCipher } from '#server/kernel/field-cipher.ts'
import { say, sayText } from '#server/kernel/words.ts'
import { told } from './told.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { role: { type: 'string', default: 'admin' } },
})
const [verb, address = '', given] = positionals
const role = OPERATOR_ROLES.find(one => one === values.role)
if (verb !== 'add' || !address || !role)
  fail(`Use: npm run operator -- add EMAIL [PASSWORD] [--role ${OPERATOR_ROLES.join('|')}]`)
const email =
  emailOf(address) ?? fail(sayText(emailProblem(address) ?? textOf('identity.emails.invalid')))
const password = given ?? `${randomBytes(12).toString('base64url')}aA1!`
const weak = passwordProblem(password)
if (weak) fail(sayText(weak))

const config = readConfig('start', process.env)
const { logins, stop } = await runningDatabase(config).catch(told)
const database = openDatabase(logins, { max: 1 })
console.log(await (config.oidc ? invited(role) : made(role)))
await database.close()
await stop()

/** An operator whose account is here from now on. */
async function made(role: OperatorRole): Promise<string> {
  const provider = await startBetterAuth({
    databaseUrl: logins.services,
    secret: config.authSecret,
    publicUrl: config.publicUrl,
    trustedOrigins: [],
    ...UNHEARD,
  })
  const { sub, created } = await provider.createVerifiedAccount({ email, password, name: email })
  await provider.close()
  const fields = await openFieldCipher(database, config.masterKeys)
  const isNew = await transact(database, SYSTEM, tx =>
    makeOperator({ tx, fields }, { sub, email, role, created_at: new Date() }),
  )
  if (!isNew) return `${email} has an account already; nothing was changed.`
  const said = created && !given ? ` Password: ${password}` : ''
  return `${email} is an operator (${say(`identity.roleNames.${role}`)}).${said}\nThe first log-in asks to set up a second factor.`
}

/** A link, since the account is made at the provider. */
async function invited(role: OperatorRole): Promise<string> {
  const token = await transact(database, SYSTEM, tx =>
    inviteOperatorByCommand(tx, email, role, new Date()),
  )
  return token
    ? `${email} becomes an operator (${say(`identity.roleNames.${role}`)}) by this link, within 7 days:\n${config.publicUrl}/join?token=${token}`
    : `${email} is an operator already; nothing was changed.`
}

function fail(why: string): never {
  console.error(why)
  process.exit(2)
}
