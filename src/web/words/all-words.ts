/** Every word that the web says, by the room that says it: `messages/en/<room>.json`. For types and tests; what is built has parts of it. */
import approvals from '#messages/en/approvals.json' with { type: 'json' }
import authFrame from '#messages/en/auth-frame.json' with { type: 'json' }
import batches from '#messages/en/batches.json' with { type: 'json' }
import billing from '#messages/en/billing.json' with { type: 'json' }
import contracts from '#messages/en/contracts.json' with { type: 'json' }
import dashboard from '#messages/en/dashboard.json' with { type: 'json' }
import identity from '#messages/en/identity.json' with { type: 'json' }
import integrations from '#messages/en/integrations.json' with { type: 'json' }
import invoicing from '#messages/en/invoicing.json' with { type: 'json' }
import kernel from '#messages/en/kernel.json' with { type: 'json' }
import ledger from '#messages/en/ledger.json' with { type: 'json' }
import legal from '#messages/en/legal.json' with { type: 'json' }
import notifications from '#messages/en/notifications.json' with { type: 'json' }
import pages from '#messages/en/pages.json' with { type: 'json' }
import parts from '#messages/en/parts.json' with { type: 'json' }
import payments from '#messages/en/payments.json' with { type: 'json' }
import payroll from '#messages/en/payroll.json' with { type: 'json' }
import people from '#messages/en/people.json' with { type: 'json' }
import reconciliation from '#messages/en/reconciliation.json' with { type: 'json' }
import screening from '#messages/en/screening.json' with { type: 'json' }
import shell from '#messages/en/shell.json' with { type: 'json' }
import tax from '#messages/en/tax.json' with { type: 'json' }
import ui from '#messages/en/ui.json' with { type: 'json' }
import verification from '#messages/en/verification.json' with { type: 'json' }
import visits from '#messages/en/visits.json' with { type: 'json' }

export const ALL_WORDS = {
  approvals,
  'auth-frame': authFrame,
  batches,
  billing,
  contracts,
  dashboard,
  identity,
  integrations,
  invoicing,
  kernel,
  ledger,
  legal,
  notifications,
  pages,
  parts,
  payments,
  payroll,
  people,
  reconciliation,
  screening,
  shell,
  tax,
  ui,
  verification,
  visits,
}
