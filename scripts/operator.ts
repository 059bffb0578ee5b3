/**
 * `npm run operator -- add EMAIL [PASSWORD]`: makes an operator, who never signs up. Without a password one is made up and
 * printed once. Uses DATABASE_URL, else the database that a running `npm start` wrote down.
 */
import { randomBytes } from 'node:crypto'
import { emailProblem, normalizeEmail } from '#domain/identity/email.ts'
import { passwordProblems } from '#domain/identity/password.ts'
import { startBetterAuth } from '#server/gateways/identity-provider/better-auth.ts'
import { insertPerson } from '#server/identity/index.ts'
import { readConfig } from '#server/kernel/config.ts'
import { openDatabase, SYSTEM, transact } from '#server/kernel/db.ts'
import { runningDatabase } from '#server/kernel/running.ts'

const [verb, address = '', given] = process.argv.slice(2)
if (verb !== 'add' || !address) fail('Use: npm run operator -- add EMAIL [PASSWORD]')
const wrong = emailProblem(address)
if (wrong) fail(wrong)
const password = given ?? `${randomBytes(12).toString('base64url')}aA1!`
const [weak] = passwordProblems(password)
if (weak) fail(weak)

const email = normalizeEmail(address)
const config = readConfig('start', process.env)
const { url, stop } = await runningDatabase(config)
const provider = await startBetterAuth({
  databaseUrl: url,
  secret: config.authSecret,
  publicUrl: config.publicUrl,
  trustedOrigins: [],
  sendMail: async () => {},
})
const database = openDatabase(url, { max: 1 })
const { sub } = await provider.createVerifiedAccount({ email, password, name: email })
const [name = email] = email.split('@')
const nothing = {
  preferred_name: name,
  phone_number: '',
  country_code: null,
  subdivision_code: null,
  how_did_you_hear_about_us: null,
  is_partner: false,
}
const made = await transact(database.db, SYSTEM, tx =>
  insertPerson(tx, {
    sub,
    email,
    type: 'operator',
    first_name: name,
    last_name: '',
    ...nothing,
    created_at: new Date(),
  }),
)
console.log(
  made
    ? `${email} is an operator.${given ? '' : ` Password: ${password}`}`
    : `${email} has an account already; nothing was changed.`,
)
await provider.close()
await database.close()
await stop()

function fail(why: string): never {
  console.error(why)
  process.exit(2)
}
