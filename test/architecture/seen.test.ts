/** What is put in place of something names what was seen of it, so that nobody writes over what a colleague saved in between (decisions 0206, 0227). */
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'

/** What a call takes of what was seen: a version, what is small as it is, or the hash of a paper or of all that is approved. */
const SEEN = ['seen', 'version', 'digest', 'sha256', 'pdf_sha256']

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
