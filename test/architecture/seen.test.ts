/** What is put in place of something names what was seen of it, so that nobody writes over what a colleague saved in between (decisions 0206, 0227). */
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { isTest, sourcesIn } from './sources.ts'

/** What a call takes of what was seen: a version, what is small as it is, or the hash of a paper or of all that is approved. */
const SEEN = ['seen', 'version', 'digest', 'sha256', 'pdf_sha256', 'file_sha256']

/** Calls that put something and say nothing of what they saw, by the reason. */
const NOTHING_SEEN: Readonly<Record<string, readonly string[]>> = {
  'it adds to what is there, which stays': [
    ...['addEntry', 'freezePayments', 'openDeposits', 'openCycle', 'putBankingInformation'],
    ...['putCryptoWallet', 'putEmployerBanking', 'putEmployerCryptoInfo', 'recordInvoicePayment'],
    ...['requestFunds', 'scheduleConversion', 'submitPaymentBatch'],
  ],
  'a paper is handed in beside the one before, which is kept and looked at by an operator': [
    ...['putCompanyDocuments', 'putPersonalDocuments'],
  ],
  'it is a yes or a no: whatever is not as it was seen is what is asked for': [
    ...['putInvoiceReminders', 'putTimePolicy', 'stopInvitations'],
  ],
  'each of its rows names the version that was seen': ['acceptTimesheets', 'saveHours'],
  'its rates are those that were seen': ['acceptRates'],
  'it does a thing once, from the states that allow it': [
    ...[
      'answerDeduction',
      'archiveCycle',
      'bulkExecute',
      'bulkSettle',
      'cancelCycle',
      'claimReview',
    ],
    ...[
      'completeContract',
      'deactivateDestination',
      'declineContract',
      'liftFreeze',
      'proveWallet',
    ],
    ...['raiseFee', 'reactivateDestination', 'readNotifications', 'replaceDestination'],
    ...['retryPayment', 'setFirstPayment', 'stopDestinationChange', 'unapproveCycle'],
    ...['unarchiveCycle'],
  ],
  'a role is one word, which the people of a team show with who may change it': [
    ...['changeMemberRole', 'changeOperatorRole'],
  ],
  'both addresses confirm it before it is so': ['changeEmail'],
}

it('what is put says what was seen, or why it need not', () => {
  const unseen = Object.entries<Endpoint>(api)
    .filter(([, { method }]) => method === 'PUT')
    .map(([name, { body, query }]) => ({
      name,
      sends: fieldsOf(body),
      all: [...fieldsOf(body), ...fieldsOf(query)],
    }))
    .filter(({ sends, all }) => sends.length > 0 && !all.some(field => SEEN.includes(field)))
    .map(({ name }) => name)
  expect(unseen.sort()).toEqual(Object.values(NOTHING_SEEN).flat().sort())
})

/** Parts of the web that send what they show, and keep nothing of it while it changes, by what shows it anew where it was refused. */
const SENDS_WHAT_IT_SHOWS: Readonly<Record<string, readonly string[]>> = {
  'what it reads is asked for again by the call': [
    ...['approvals/parts/step-dialog.tsx', 'contracts/parts/employer-sign-card.tsx'],
    ...['contracts/parts/end-contract.tsx', 'contracts/parts/sign-card.tsx'],
    ...['integrations/parts/webhooks.tsx', 'invoicing/contractor-invoice-page.tsx'],
    ...['invoicing/parts/end-invoice.tsx', 'invoicing/parts/payments-card.tsx'],
    ...['payments/parts/batch-dialog.tsx', 'payments/parts/split-form.tsx'],
    ...['payroll/parts/approve-item.tsx', 'payroll/parts/selection-approve.tsx'],
    ...['payroll/parts/use-approval.ts', 'people/parts/contractor-actions.ts'],
    ...['people/parts/standing-actions.tsx', 'people/parts/use-decisions.ts'],
    'screening/parts/hit-answer.tsx',
  ],
  'what it read is read anew by itself': [
    ...['payments/parts/answer-upload.tsx', 'tax/parts/sign-forms.tsx'],
  ],
  'each payment says by itself that it goes elsewhere by now, and the dialog is over': [
    'payments/parts/mend-dialog.tsx',
  ],
  'the form above it asks which version stays': [
    ...['contracts/parts/discard-entry.tsx', 'contracts/parts/other-version.tsx'],
  ],
  'the page goes on to the text that is there by now': ['identity/agreement-page.tsx'],
  'what was refused waits for its author, who sends it over what is there': ['kernel/unsent.ts'],
  'it asks about a file that somebody chose': ['contracts/verify-page.tsx'],
}

const WEB = sourcesIn('src/web').filter(({ path }) => !isTest(path))

it('what is sent with what was seen gets past a refusal: both are shown, or what is there by now is', () => {
  const calls = Object.entries<Endpoint>(api)
    .filter(([, { method }]) => method !== 'GET')
    .filter(([, { body, query }]) =>
      [...fieldsOf(body), ...fieldsOf(query)].some(field => SEEN.includes(field)),
    )
    .map(([name]) => name)
  const sends = new RegExp(String.raw`\b(?:useCall|api)\(\s*'(?:${calls.join('|')})'`)
  const bare = WEB.filter(
    ({ code }) =>
      sends.test(code) && !/\b(?:useSeenVersion|entrySaver|useKeptEntry)[<(]/.test(code),
  ).map(({ path }) => path.replace('src/web/', ''))
  expect(bare.sort()).toEqual(Object.values(SENDS_WHAT_IT_SHOWS).flat().sort())
})

/** These hold what was seen, and let go of it once both versions were shown. */
const HOLDS = ['src/web/parts/two-versions.tsx', 'src/web/contracts/parts/other-version.tsx']

it('nothing else holds the version that it was opened over', () => {
  const held =
    /\buse(?:State|Ref)(?:<[^(]*>)?\((?:\(\) => )?[\w.?]*(?:version|seen|digest|sha256)\)/
  const holding = WEB.filter(({ code }) => held.test(code)).map(({ path }) => path)
  expect(holding.sort()).toEqual(HOLDS.toSorted())
})

/** The fields of an object, whatever it is wrapped in; a list has a field that is its own. */
function fieldsOf(type: z.ZodType | undefined): string[] {
  const { innerType, shape, element } = (type?.def ?? {}) as {
    innerType?: z.ZodType
    shape?: object
    element?: object
  }
  if (innerType) return fieldsOf(innerType)
  return element ? ['*'] : Object.keys(shape ?? {})
}
