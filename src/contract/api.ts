/** Every call of the API, by name: the one table that the server mounts and the client is typed by. */
import { approvals } from './approvals.ts'
import { company } from './company.ts'
import { contracts } from './contracts.ts'
import { destinations } from './destinations.ts'
import { firstPay } from './first-pay.ts'
import { funding } from './funding.ts'
import { holidays } from './holidays.ts'
import { identity } from './identity.ts'
import { ledger } from './ledger.ts'
import { messages } from './messages.ts'
import { offboarding } from './offboarding.ts'
import { payments } from './payments.ts'
import { payroll } from './payroll.ts'
import { payslips } from './payslips.ts'
import { people } from './people.ts'
import { reference } from './reference.ts'
import { search } from './search.ts'
import { sharedContracts } from './shared-contracts.ts'
import { team } from './team.ts'
import { verification } from './verification.ts'

export const api = {
  ...reference,
  ...identity,
  ...team,
  ...company,
  ...people,
  ...verification,
  ...messages,
  ...contracts,
  ...sharedContracts,
  ...payroll,
  ...holidays,
  ...offboarding,
  ...payslips,
  ...firstPay,
  ...destinations,
  ...payments,
  ...ledger,
  ...funding,
  ...approvals,
  ...search,
}

export type Api = typeof api
