/** What is true of every entry of the contract tables. */
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import {
  bodyLimitOf,
  type Endpoint,
  isFileResponse,
  needsProof,
  PUBLIC_BODY_BYTES,
  USUAL_BODY_BYTES,
} from '#contract/kernel/endpoint.ts'
import { problems } from '#contract/kernel/problems.ts'
import { PROBLEM_CODES } from '#domain/kernel/problem.ts'
import { sourcesIn } from './sources.ts'

const entries: readonly (readonly [string, Endpoint])[] = Object.entries(api)

describe('the contract tables', () => {
  it('say each method and path once', () => {
    // Two paths that differ only in the names of their parameters are one to a router.
    const routes = entries.map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ':')}`)
    expect(routes.filter((route, at) => routes.indexOf(route) !== at)).toEqual([])
  })

  it.each(entries)('%s has a path, a summary and parameters that match', (_name, entry) => {
    expect(entry.path).toMatch(/^\/[\w:/-]+[^/]$/)
    expect(entry.summary).toMatch(/^\p{Lu}.{9,}[^.]$/u)
    const named = [...entry.path.matchAll(/:(\w+)/g)].map(match => match[1] ?? '')
    expect(Object.keys(entry.params?.shape ?? {}).sort()).toEqual(named.sort())
  })

  it.each(entries)(
    '%s lists problems that exist, once each',
    (_name, { problems: listed = [] }) => {
      for (const code of listed) expect(problems).toHaveProperty(code)
      expect(new Set(listed).size).toBe(listed.length)
    },
  )

  it.each(entries)('%s reads without a body and writes with a role', (_name, entry) => {
    if (entry.method === 'GET') expect(entry.body ?? entry.upload).toBeUndefined()
    if (entry.upload) expect(entry.body).toBeUndefined()
    if (entry.leavesTrace) expect(entry.method).toBe('GET')
    if (Array.isArray(entry.access)) expect(entry.access.length).toBeGreaterThan(0)
    if (entry.gates) expect(entry.access).not.toBe('public')
  })

  const writes = entries.filter(([, { method }]) => method !== 'GET')

  it.each(writes.flatMap(([name, { query }]) => (query ? [[name, query] as const] : [])))(
    '%s takes no misspelt guard for none',
    (_name, query) => {
      const { issues = [] } = query.safeParse({ 'seen[]': 'CREATED' }).error ?? {}
      expect(issues.map(({ code }) => code)).toContain('unrecognized_keys')
    },
  )

  it.each(writes)('%s says what it touches, or why it touches nothing', (_name, entry) => {
    const { touches, access } = entry
    if (typeof touches === 'object') expect(touches.neither).toMatch(/^[a-z].{14,}[^.]$/)
    else expect(['money', 'access', 'money above a limit']).toContain(touches)
    // Who has no token has proved nothing that could be fresh.
    if (access === 'public') expect(needsProof(entry)).toBe(false)
  })

  it('what creates, moves or redirects money, or gives access, asks for a fresh proof', () => {
    const touching = (what: string) =>
      writes.filter(([, { touches }]) => touches === what).map(([name]) => name)
    expect(touching('money').sort()).toEqual([
      'acceptQuote',
      'acceptRates',
      'answerDeduction',
      'approveContract',
      'approveStep',
      'bookBankEntry',
      'bookStatementReceipts',
      'bulkExecute',
      'bulkSettle',
      'closeEmployerAccount',
      'configurePayroll',
      'confirmBankChannel',
      'confirmFundingAccount',
      'deactivateDestination',
      'decideHit',
      'explainDifference',
      'explainMissing',
      'explainWallet',
      'fillCalendarGaps',
      'freezePayments',
      'importSigned',
      'liftFreeze',
      'markLineItem',
      'matchBankEntry',
      'matchReceipt',
      'mendPayments',
      'proposeBankChannel',
      'proposeFundingAccount',
      'putApprovalBands',
      'putApprovalLimit',
      'putBalances',
      'putBankingInformation',
      'putCryptoWallet',
      'putEmployerBanking',
      'putEmployerCryptoInfo',
      'putPrices',
      'putSetupPercentages',
      'raiseFee',
      'reactivateDestination',
      'readBankStatement',
      'refundReceipt',
      'releaseBatch',
      'remakeBatch',
      'replaceDestination',
      'requestFunds',
      'retryPayment',
      'reverseFunding',
      'scheduleConversion',
      'setFirstPayment',
      'signContract',
      'takeAnswer',
    ])
    expect(touching('access').sort()).toEqual([
      'changeEmail',
      'changeMemberRole',
      'changeOperatorRole',
      'changeOperatorStanding',
      'changeStanding',
      'confirmOperatorInvitation',
      'decideDocument',
      'inviteMember',
      'inviteOperator',
      'makeApiKey',
      'makeWebhook',
      'putSubstitute',
      'removeMember',
      'replaceApiKey',
      'replaceWebhookSecret',
      'resendMemberInvitation',
      'resendOperatorInvitation',
      'sendMessage',
      'signTaxForms',
    ])
    expect(touching('money above a limit').sort()).toEqual(['approveCycle', 'approveLineItem'])
  })

  it('a document that is kept and opened leaves a trace of who opened it', () => {
    const silent = entries
      .filter(([, { response }]) => isFileResponse(response) && response.kept === true)
      .filter(([, { leavesTrace, method }]) => method === 'GET' && !leavesTrace)
    expect(silent.map(([name]) => name)).toEqual([])
  })

  it('every write of an operator asks for one, but those that only end or refuse, have tried now what is tried anyhow, say who looks, or how to be told', () => {
    const without = writes.filter(
      ([, entry]) =>
        Array.isArray(entry.access) && entry.access.includes('operator') && !needsProof(entry),
    )
    expect(without.map(([name]) => name).sort()).toEqual([
      'askFirstPayment',
      'askQuote',
      'cancelConversion',
      'checkNow',
      'claimReview',
      'closeBankChannel',
      'closeDepositWork',
      'closeFundingNotice',
      'compareBank',
      'discardBatch',
      'letWorkGo',
      'previewAnswer',
      'previewFunding',
      'putNotificationPreferences',
      'readNotification',
      'readNotifications',
      'rejectStep',
      'releaseReview',
      'tryWorkAgain',
      'withdrawFundingAccount',
      'withdrawFundingRequest',
      'withdrawOperatorInvitation',
      'withdrawStep',
    ])
  })

  it('what invites in the name of a company asks that it has one', () => {
    const inviting = entries.filter(
      ([name, { access, method }]) =>
        method !== 'GET' &&
        Array.isArray(access) &&
        access.includes('employer') &&
        /invit|paymentbatch/i.test(name) &&
        // A colleague joins a team by their link alone; nobody is invited by what ends, or is simulated.
        !/member|cancel|withdraw|simulate/i.test(name),
    )
    expect(inviting.map(([name]) => name).sort()).toEqual([
      'inviteContractor',
      'inviteMany',
      'previewInvitations',
      'previewPaymentBatch',
      'resendInvitation',
      'submitPaymentBatch',
    ])
    for (const [, entry] of inviting) expect(entry.gates).toContain('company_named')
  })

  it('public entries are few and known', () => {
    const open = entries.filter(([, { access }]) => access === 'public').map(([name]) => name)
    expect(open.sort()).toEqual([
      'askForInvitation',
      'confirmEmailChange',
      'findInvitation',
      'findTeamInvitation',
      'getAppConfig',
      'getSharedContractPdf',
      'joinTeam',
      'listCountries',
      'listSubdivisions',
      'openInvoice',
      'openInvoicePdf',
      'openSharedContract',
      'readCalendarFeed',
      'sayInvoiceSent',
      'sendLogInLink',
      'sendPasswordResetLink',
      'stopDestinationChange',
      'stopInvitations',
      'verifyContract',
      'verifyPayslip',
    ])
  })

  it('large bodies are few and known, and none is public', () => {
    const large = entries.filter(([, entry]) => bodyLimitOf(entry) > USUAL_BODY_BYTES)
    expect(large.map(([name]) => name).sort()).toEqual([
      'approveCycle',
      'approveLineItem',
      'archiveCycle',
      'bulkExecute',
      'bulkSettle',
      'cancelCycle',
      'configurePayroll',
      'importSigned',
      'inviteMany',
      'markLineItem',
      'mendPayments',
      'previewAnswer',
      'previewFunding',
      'previewHours',
      'previewInvitations',
      'previewPaymentBatch',
      'putBalances',
      'putCompanyDocuments',
      'putPersonalDocuments',
      'readBankStatement',
      'saveHours',
      'selectItems',
      'submitPaymentBatch',
      'takeAnswer',
      'unapproveCycle',
      'unarchiveCycle',
    ])
    for (const [, entry] of entries)
      if (entry.access === 'public') expect(bodyLimitOf(entry)).toBe(PUBLIC_BODY_BYTES)
  })

  it('every problem has a status of an expected failure and says how to mend it', () => {
    expect(Object.keys(problems).sort()).toEqual([...PROBLEM_CODES].sort())
    for (const { status, meaning, remedy } of Object.values(problems)) {
      expect(status === 503 || (status >= 400 && status < 500)).toBe(true)
      expect(meaning.length * remedy.length).toBeGreaterThan(0)
    }
  })

  it('every entry that writes takes an Idempotency-Key, because only the one mount reads it', () => {
    const [http] = sourcesIn('src/server/kernel').filter(({ path }) => path.endsWith('/http.ts'))
    // The key is asked of every method but GET, before the handler runs: no entry can opt out.
    expect(http?.code).toContain(
      "entry.method === 'GET' ? undefined : headerOf(request, 'idempotency-key')",
    )
    expect(http?.code.match(/\bapp\.route\(/g)).toHaveLength(1)
    const mounted = sourcesIn('src/server').filter(
      ({ path, code }) =>
        /\.(get|post|put|patch|delete|route|all)\(\s*['"`]\/api\/v1/.test(code) &&
        !path.includes('.test'),
    )
    expect(mounted.map(({ path }) => path)).toEqual([])
  })
})
