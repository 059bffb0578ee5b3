/** Every call of the API, by name: the one table that the server mounts and the client is typed by. */
import { approvals } from './approvals.ts'
import { bankFiles } from './bank-files.ts'
import { batches } from './batches.ts'
import { billing } from './billing.ts'
import { books } from './books.ts'
import { checks } from './checks.ts'
import { company } from './company.ts'
import { contractorPays } from './contractor-pays.ts'
import { contractorProfile } from './contractor-profile.ts'
import { contracts } from './contracts.ts'
import { cycleSelection } from './cycle-selection.ts'
import { deposits } from './deposits.ts'
import { destinations } from './destinations.ts'
import { events } from './events.ts'
import { evidence } from './evidence.ts'
import { exchange } from './exchange.ts'
import { firstPay } from './first-pay.ts'
import { freezes } from './freezes.ts'
import { funding } from './funding.ts'
import { holidays } from './holidays.ts'
import { identity } from './identity.ts'
import { incomeStatements } from './income-statements.ts'
import { integrations } from './integrations.ts'
import { invitations } from './invitations.ts'
import { invoicing } from './invoicing.ts'
import { journal } from './journal.ts'
import { ledger } from './ledger.ts'
import { lineItems } from './line-items.ts'
import { mending } from './mending.ts'
import { messages } from './messages.ts'
import { notifications } from './notifications.ts'
import { offboarding } from './offboarding.ts'
import { onChain } from './on-chain.ts'
import { payCalendars } from './pay-calendars.ts'
import { payments } from './payments.ts'
import { payroll } from './payroll.ts'
import { payslips } from './payslips.ts'
import { people } from './people.ts'
import { reconciliation } from './reconciliation.ts'
import { reference } from './reference.ts'
import { screening } from './screening.ts'
import { search } from './search.ts'
import { sharedContracts } from './shared-contracts.ts'
import { suspense } from './suspense.ts'
import { taxForms } from './tax-forms.ts'
import { team } from './team.ts'
import { timesheets } from './timesheets.ts'
import { treasuries } from './treasuries.ts'
import { verification } from './verification.ts'

export const api = {
  ...reference,
  ...identity,
  ...team,
  ...company,
  ...people,
  ...invitations,
  ...contractorProfile,
  ...contractorPays,
  ...verification,
  ...messages,
  ...notifications,
  ...contracts,
  ...sharedContracts,
  ...taxForms,
  ...payroll,
  ...lineItems,
  ...cycleSelection,
  ...timesheets,
  ...holidays,
  ...offboarding,
  ...payCalendars,
  ...payslips,
  ...batches,
  ...incomeStatements,
  ...journal,
  ...firstPay,
  ...destinations,
  ...payments,
  ...freezes,
  ...bankFiles,
  ...mending,
  ...treasuries,
  ...onChain,
  ...ledger,
  ...funding,
  ...deposits,
  ...exchange,
  ...suspense,
  ...books,
  ...reconciliation,
  ...checks,
  ...billing,
  ...invoicing,
  ...approvals,
  ...screening,
  ...search,
  ...evidence,
  ...integrations,
  ...events,
}

export type Api = typeof api
