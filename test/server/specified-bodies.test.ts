/** The specification's own requests (section 7), each with the fields that it lists and no others, sent to a running server. */
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BASE_PATH } from '#contract/kernel/endpoint.ts'
import { call, type Person } from '#db/seed/cast.ts'
import { LEGAL_VERSIONS } from '#domain/identity/legal.ts'
import { newUuid } from '#server/kernel/ids.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { givenApprovableCycle, person, testWorld, type World } from '#test/harness/world.ts'
import { entries, type HttpWorld, httpWorld } from './http-world.ts'
import { ADDRESS } from './specified-address.ts'
import { type Answer, CALLS, carla, LATER, type Request, type Scene } from './specified-calls.ts'

let world: World
let http: HttpWorld
let admin: Admin
let url: string
let scene: Scene

beforeAll(async () => {
  world = await testWorld()
  http = await httpWorld(world)
  admin = await adminOf(world)
  const stage = await givenApprovableCycle(world)
  const amara = stage.contractors[0] ?? person('nobody')
  scene = { world, admin, stage, boss: stage.employer, amara, me, jobs }
  await http.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(http.app.server.address() as AddressInfo).port}${BASE_PATH}`
})
afterAll(async () => {
  await http.close()
  await admin.close()
  await world.close()
})

/** Calls that change something and that the specification does not name. */
const OURS = [
  'askForInvitation',
  'makeWebhook',
  'replaceWebhookSecret',
  'removeWebhook',
  'replayWebhook',
  'replayDelivery',
  'makeApiKey',
  'replaceApiKey',
  'revokeApiKey',
  'reportTime',
  'takeTimeBack',
  'acceptTimesheets',
  'correctTimesheet',
  'letTimeStand',
  'liftFreeze',
  'proposeBankChannel',
  'confirmBankChannel',
  'closeBankChannel',
  'closeDepositWork',
  'tryWorkAgain',
  'letWorkGo',
  'openDeposits',
  'releaseBatch',
  'remakeBatch',
  'discardBatch',
  'previewAnswer',
  'takeAnswer',
  'mendPayments',
  'withdrawFundingRequest',
  'previewFunding',
  'reverseFunding',
  'matchReceipt',
  'refundReceipt',
  'cancelConversion',
  'askQuote',
  'acceptQuote',
  'readBankStatement',
  'checkNow',
  'compareBank',
  'bookStatementReceipts',
  'matchBankEntry',
  'bookBankEntry',
  'explainDifference',
  'explainMissing',
  'explainWallet',
  'importSigned',
  'putTimePolicy',
  'raiseFee',
  'addEntry',
  'removeEntry',
  'answerDeduction',
  'askForReport',
  'selectItems',
  'previewHours',
  'saveHours',
  'issueStatement',
  'revokeStatement',
  'putJournalAccounts',
  'putPrices',
  'sendLogInLink',
  'stopInvitations',
  'stopDestinationChange',
  'verifyPayslip',
  'verifyContract',
  'revokeShare',
  'cancelCycle',
  'cancelLineItem',
  'creditInvoice',
  'invoicePay',
  'endInvoiceRepeat',
  'putInvoiceReminders',
  'putInvoiceRepeat',
  'remindClient',
  'putClient',
  'archiveClient',
  'voidInvoice',
  'makeInvoiceLink',
  'recordInvoicePayment',
  'removeInvoicePayment',
  'revokeInvoiceLinks',
  'openInvoice',
  'openInvoicePdf',
  'sayInvoiceSent',
  'dismissSaidSent',
  'openSharedContract',
  'getSharedContractPdf',
  'endSession',
  'fillCalendarGaps',
  'endOtherSessions',
  'changeEmail',
  'cancelEmailChange',
  'confirmEmailChange',
  'inviteMany',
  'inviteMember',
  'previewInvitations',
  'previewPaymentBatch',
  'simulatePaymentBatch',
  'submitPaymentBatch',
  'cancelPaymentBatch',
  'resendMemberInvitation',
  'withdrawMemberInvitation',
  'changeMemberRole',
  'releaseReview',
  'removeMember',
  'leaveEmployer',
  'inviteOperator',
  'confirmOperatorInvitation',
  'resendOperatorInvitation',
  'withdrawOperatorInvitation',
  'changeOperatorRole',
  'changeOperatorStanding',
  'joinTeam',
  'acceptRates',
  'acceptTeamInvitation',
  'addUnpaidPeriods',
  'askApproval',
  'takeBackYes',
  'putApprovalBands',
  'putSubstitute',
  'putApprovalLimit',
  'claimReview',
  'closeEmployerAccount',
  'signContract',
  'decideDocument',
  'declineContract',
  'decideHit',
  'previewPolicy',
  'makePolicyFeed',
  'stopPolicyFeed',
  'makePayFeed',
  'stopPayFeed',
  'putContractDraft',
  'discardContractDraft',
  'previewTaxForms',
  'signTaxForms',
  'lookAtWallet',
  'proveWallet',
  'setFirstPayment',
  'readMessage',
  'readNotification',
  'readNotifications',
  'putNotificationPreferences',
  'openCycle',
  'bulkSettle',
  'retryPayment',
  'askFirstPayment',
  'remindPayees',
  'approveStep',
  'rejectStep',
  'withdrawStep',
  'replaceDestination',
  'proposeFundingAccount',
  'confirmFundingAccount',
  'withdrawFundingAccount',
  'closeFundingNotice',
  'announceFunding',
  'withdrawFundingNotice',
]

/** A path with the names of its parameters left out. */
const shapeOf = (path: string) => path.replace(/:\w+|\{\w+\}/g, '*')
const specified = new Map(Object.entries(CALLS).map(([key, row]) => [shapeOf(key), row]))
const writes = entries
  .filter(([, { method }]) => method !== 'GET')
  .map(([name, { method, path }]) => ({ name, shape: shapeOf(`${method} ${path}`) }))

describe('what is sent', () => {
  it('covers every call of ours that changes something, or names it as ours', () => {
    const unknown = writes.filter(({ shape }) => !specified.has(shape)).map(({ name }) => name)
    expect(unknown.sort()).toEqual([...OURS].sort())
  })

  it('leaves out as later only what is not there', () => {
    const there = new Set(writes.map(({ shape }) => shape))
    const absent = [...specified].filter(([shape]) => !there.has(shape))
    const later = [...specified].filter(([, row]) => row === LATER)
    expect(absent.map(([shape]) => shape)).toEqual(later.map(([shape]) => shape))
  })
})

describe('the specified request', () => {
  const requests = Object.entries(CALLS).flatMap(([key, row]) =>
    'none' in row ? [] : [{ key, ...row }],
  )
  beforeAll(async () => {
    await call(world, carla, 'signUp', {
      body: {
        type: 'contractor',
        first_name: 'Carla',
        last_name: 'North',
        preferred_name: 'Carla',
        country_code: 'CA',
        subdivision_code: 'CA-ON',
        phone_number: '+16135550144',
        is_partner: false,
        how_did_you_hear_about_us: 'Ads',
      },
    })
    for (const id of Object.keys(LEGAL_VERSIONS)) await send(carla, `PUT /user/agreement/${id}`)
  })

  it.each(requests)(
    '$key is done',
    async ({ key, fields, as, claims, at, body: bodyOf, effect }) => {
      const body = await bodyOf(scene)
      for (const part of Array.isArray(body) ? body : [body])
        expect(fieldsOf(part).join(', ')).toBe(fields)
      const named = await at?.(scene)
      const path = key.replace(/\{(\w+)\}/g, (_, name: string) => String(named?.[name]))
      const answer = await send(as(scene), path, body, claims)
      expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
      await effect(answer.body, scene)
    },
  )

  it('a contract is drafted without what is optional', async () => {
    const { hourly_rate: _, exhibit_a: __, scheduled_hours: ___, ...body } = draft()
    const answer = await send(scene.boss, `PUT /contracts/${newUuid()}`, { ...body, role: 'Guest' })
    expect(answer.body).toMatchObject({ status: 'DRAFT', hourly_rate: null })
  })

  it('a wallet is refused for its address alone, and is added with it', async () => {
    const body = { currency: 'USDC', blockchain: 'hedera' }
    const refused = await send(carla, 'PUT /contractor/crypto-wallets', body)
    expect(refused.body.detail).toMatchObject([{ loc: ['body', 'address'] }])
    const whole = { ...body, address: '0.0.48211' }
    expect((await send(carla, 'PUT /contractor/crypto-wallets', whole)).status).toBe(200)
  })
})

describe('what a sign-up lacks', () => {
  const lacking = async (change: Answer) => {
    const whole = (CALLS['POST /user/signup'] as Request).body(scene) as Answer
    const eve = person('eve@nobody.test')
    const { status, body } = await send(eve, 'POST /user/signup', { ...whole, ...change })
    return [status, (body.detail as { msg: string }[])[0]?.msg]
  }

  it.each([
    ['first_name', 'First name is required'],
    ['last_name', 'Last name is required'],
    ['preferred_name', 'Preferred name is required'],
    ['country_code', 'Country is required'],
    ['subdivision_code', 'Province is required'],
    ['phone_number', 'Phone number is required'],
  ])('%s is said in the words of the specification', async (field, message) => {
    expect(await lacking({ [field]: '' })).toEqual([422, message])
    expect(await lacking({ [field]: undefined })).toEqual([422, message])
  })

  it('a country that is none is said as one that lacks', async () => {
    for (const country_code of ['ca', 'Canada', 'ZZ'])
      expect(await lacking({ country_code })).toEqual([422, 'Country is required'])
    expect(await lacking({ phone_number: '+12345' })).toEqual([
      422,
      'Phone number must be at least 7 digits',
    ])
  })
})

describe('an address', () => {
  const refused = async (change: Answer) => {
    const { status, body } = await send(carla, 'PUT /contractor/address', { ...ADDRESS, ...change })
    return [status, (body.detail as { msg: string }[])[0]?.msg]
  }

  it('needs a country, and its subdivision, in either spelling', async () => {
    expect(await refused({ country: undefined })).toEqual([422, 'Country is required'])
    expect(await refused({ subdivision: null })).toEqual([422, 'Province is required'])
    const { country: _, subdivision: __, ...lines } = ADDRESS
    const codes = { ...lines, country_code: 'CA', subdivision_code: 'CA-ON' }
    expect((await send(carla, 'PUT /contractor/address', codes)).status).toBe(200)
  })

  it('needs no subdivision in a country whose addresses have none, and keeps one that is sent', async () => {
    const { country: _, subdivision: __, ...lines } = ADDRESS
    const poland = { ...lines, country_code: 'PL', postal_code: '31-000' }
    const kept = async (change: Answer) => {
      const { status, body } = await send(carla, 'PUT /contractor/address', {
        ...poland,
        ...change,
      })
      const { permanent_address, subdivision_code } = body as Record<string, Answer>
      return [status, permanent_address?.subdivision ?? null, subdivision_code]
    }
    const krakow = { code: 'PL-12', name: 'Małopolskie' }
    expect(await kept({ subdivision_code: 'PL-12' })).toEqual([200, krakow, 'PL-12'])
    // Where somebody lives within their country stays as they said it, though their address does not name it.
    expect(await kept({})).toEqual([200, null, 'PL-12'])
    expect(await kept({ country_code: 'NG' })).toEqual([200, null, null])
    expect(await refused({ ...poland, country: undefined, subdivision_code: 'CA-ON' })).toEqual([
      422,
      'This is no part of that country. Choose one of its list, or leave it out',
    ])
  })

  it('in Canada has a postal code that can be', async () => {
    const wrong = [422, 'A Canadian postal code looks like K1A 0B1']
    for (const postal_code of ['12345', 'D1A 0B1', 'K1A 0B', 'K1A  0B1'])
      expect(await refused({ postal_code })).toEqual(wrong)
    for (const postal_code of ['k1a0b1', 'K1A-0B1', ''])
      expect(
        (await send(carla, 'PUT /contractor/address', { ...ADDRESS, postal_code })).status,
      ).toBe(200)
  })
})

function draft(): Answer {
  return (CALLS['PUT /contracts/{id}'] as Request).body(scene) as Answer
}

function fieldsOf(body: unknown): string[] {
  return body instanceof FormData ? [...body.keys()] : Object.keys(body as object)
}

async function send(who: Person | undefined, methodAndPath: string, body?: unknown, claims = {}) {
  const [method = '', path = ''] = methodAndPath.split(' ')
  const json = body !== undefined && !(body instanceof FormData)
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(who ? { authorization: `Bearer ${await http.tokenOf(who, claims)}` } : {}),
      ...(json ? { 'content-type': 'application/json' } : {}),
    },
    ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : (body as FormData) }),
  })
  const text = await answer.text()
  return { status: answer.status, text, body: JSON.parse(text) as Answer }
}

async function me(who: Person): Promise<Answer> {
  return (await send(who, 'GET /user/me')).body
}

/** What the jobs of a kind that wait are about. */
async function jobs(task: string): Promise<unknown[]> {
  const rows = await admin.rows<{ payload: unknown }>(
    `select j.payload from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = $1`,
    [task],
  )
  return rows.map(({ payload }) => payload)
}
