/** Every call of the API, by name: the one table that the server mounts and the client is typed by. */
import { approvals } from './approvals.ts'
import { contracts } from './contracts.ts'
import { destinations } from './destinations.ts'
import { identity } from './identity.ts'
import { ledger } from './ledger.ts'
import { payments } from './payments.ts'
import { payroll } from './payroll.ts'
import { payslips } from './payslips.ts'
import { people } from './people.ts'
import { reference } from './reference.ts'
import { team } from './team.ts'

export const api = {
  ...reference,
  ...identity,
  ...team,
  ...people,
  ...contracts,
  ...payroll,
  ...payslips,
  ...destinations,
  ...payments,
  ...ledger,
  ...approvals,
}

export type Api = typeof api
