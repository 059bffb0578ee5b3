/** Every event of Corridor, from the map of each context. */
import type { BatchEvents } from '#domain/batches/events.ts'
import type { ContractEvents } from '#domain/contracts/events.ts'
import type { DestinationEvents } from '#domain/destinations/events.ts'
import type { IdentityEvents } from '#domain/identity/events.ts'
import type { IntegrationEvents } from '#domain/integrations/events.ts'
import type { InvoicingEvents } from '#domain/invoicing/events.ts'
import type { LedgerEvents } from '#domain/ledger/events.ts'
import type { NotificationEvents } from '#domain/notifications/events.ts'
import type { PaymentEvents } from '#domain/payments/events.ts'
import type { PayrollEvents } from '#domain/payroll/events.ts'
import type { PeopleEvents } from '#domain/people/events.ts'
import type { TaxEvents } from '#domain/tax/events.ts'

type Plain = string | number | boolean | null | readonly Plain[]

/**
 * What an event may carry: ids, codes and other plain values, which are the same after they were kept as JSON. What opens a link is
 * its `secret`, which lies sealed until the event is delivered, and no longer.
 */
export type Payload = { readonly secret?: string; readonly [field: string]: Plain | undefined }

type MapOf<All extends Readonly<Record<string, Payload>>> = All

/** What each event carries, by its name `context.noun_verbed`. */
export type Events = MapOf<
  BatchEvents &
    ContractEvents &
    DestinationEvents &
    IdentityEvents &
    IntegrationEvents &
    InvoicingEvents &
    LedgerEvents &
    NotificationEvents &
    PaymentEvents &
    PayrollEvents &
    PeopleEvents &
    TaxEvents
>

export type EventType = keyof Events
