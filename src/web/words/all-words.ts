/** Every word that the web says, by the room that says it: `messages/en/<room>.json`. */
import approvals from '#messages/en/approvals.json' with { type: 'json' }
import contracts from '#messages/en/contracts.json' with { type: 'json' }
import dashboard from '#messages/en/dashboard.json' with { type: 'json' }
import ledger from '#messages/en/ledger.json' with { type: 'json' }
import payments from '#messages/en/payments.json' with { type: 'json' }
import payroll from '#messages/en/payroll.json' with { type: 'json' }
import { FIRST_WORDS } from './first-words.ts'

export const ALL_WORDS = {
  ...FIRST_WORDS,
  approvals,
  contracts,
  dashboard,
  ledger,
  payments,
  payroll,
}
