/** Every handler of the API in one table: the HTTP layer mounts it, the demo and tests call it directly. */
import type { Api } from '#contract/api.ts'
import { approvalHandlers, keptWork, secondPerson } from './approvals/index.ts'
import { batchHandlers } from './batches/index.ts'
import { billingHandlers } from './billing/index.ts'
import { contractHandlers, sharedContractHandlers } from './contracts/index.ts'
import { destinationHandlers, unpaidCurrencies } from './destinations/index.ts'
import { evidenceHandlers } from './evidence/index.ts'
import { conversionWork, exchangeHandlers, loadRates } from './exchange/index.ts'
import type { IdentityProvider } from './gateways/identity-provider/identity-provider.ts'
import { identityHandlers, teamHandlers } from './identity/index.ts'
import { integrationHandlers } from './integrations/index.ts'
import { invoicingHandlers } from './invoicing/index.ts'
import type { Config } from './kernel/config.ts'
import type { Handlers } from './kernel/http.ts'
import type { Kernel } from './kernel/unit-of-work.ts'
import {
  depositHandlers,
  ledgerHandlers,
  matchWork,
  refundWork,
  requestWork,
  reversalWork,
} from './ledger/index.ts'
import { messageHandlers, notificationHandlers } from './notifications/index.ts'
import {
  bankFileHandlers,
  executionWork,
  explainMissingWork,
  explainWalletWork,
  freezeHandlers,
  mendingHandlers,
  mendWork,
  onChainHandlers,
  paymentHandlers,
  treasuryHandlers,
} from './payments/index.ts'
import { holidayHomeOf, payrollHandlers } from './payroll/index.ts'
import { peopleHandlers } from './people/index.ts'
import {
  bookEntryWork,
  explainWork,
  receiptsWork,
  reconciliationHandlers,
} from './reconciliation/index.ts'
import { referenceHandlers } from './reference/routes.ts'
import { screeningHandlers } from './screening/index.ts'
import { searchHandlers } from './search/index.ts'
import { taxHandlers } from './tax/index.ts'
import { checkHandlers } from './verification/index.ts'

export type ApiHandlers = Handlers<Api>

/** The handlers of this installation. */
export function createHandlers(
  config: Config,
  kernel: Kernel,
  provider: IdentityProvider,
): ApiHandlers {
  const appConfig = {
    demo: config.mode !== 'serve',
    simulated_payments: config.simulatedRail,
    identity: { kind: provider.kind, name: provider.name },
    google_sign_in: provider.google,
    tag_manager_id: config.tagManagerId ?? null,
    support_email: config.supportEmail,
  }
  const byTwo = secondPerson(loadRates)
  return {
    ...referenceHandlers(appConfig, holidayHomeOf, unpaidCurrencies),
    ...identityHandlers(provider, config.trustedOrigins, kernel),
    ...teamHandlers(provider, kernel),
    ...peopleHandlers,
    ...messageHandlers,
    ...notificationHandlers,
    ...contractHandlers,
    ...sharedContractHandlers(kernel),
    ...taxHandlers,
    ...payrollHandlers,
    ...batchHandlers,
    ...destinationHandlers,
    ...paymentHandlers(byTwo),
    ...freezeHandlers,
    ...bankFileHandlers,
    ...mendingHandlers(byTwo),
    ...treasuryHandlers(byTwo),
    ...onChainHandlers,
    ...ledgerHandlers(byTwo),
    ...depositHandlers,
    ...exchangeHandlers(byTwo),
    ...reconciliationHandlers(byTwo),
    ...billingHandlers,
    ...invoicingHandlers(kernel),
    ...screeningHandlers,
    ...searchHandlers,
    ...evidenceHandlers,
    ...checkHandlers,
    ...integrationHandlers,
    ...approvalHandlers({
      book_funding: keptWork(receiptsWork),
      execute_payments: keptWork(executionWork),
      mend_payments: keptWork(mendWork),
      request_funds: keptWork(requestWork),
      match_receipt: keptWork(matchWork),
      reverse_funding: keptWork(reversalWork),
      refund_receipt: keptWork(refundWork),
      explain_difference: keptWork(explainWork),
      explain_missing: keptWork(explainMissingWork),
      explain_wallet: keptWork(explainWalletWork),
      book_bank_entry: keptWork(bookEntryWork),
      schedule_conversion: keptWork(conversionWork),
    }),
  }
}
