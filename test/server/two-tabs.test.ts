/** What people change as a whole, from two tabs: what the later one saw is not there any more, so that it is told, and puts nothing over it unseen. */
import { afterAll, beforeAll } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { clientBody, invoiceBody } from '#server/invoicing/invoicing.test-data.ts'
import { newUuid } from '#server/kernel/ids.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import {
  givenContractor,
  givenEmployer,
  givenOperator,
  plainWorld,
  type World,
} from '#test/harness/world.ts'
import { type Edited, savedOverWhatWasSeen } from './two-savers.ts'

let world: World
let admin: Admin
let amara: Person
let owner: Person

beforeAll(async () => {
  world = await plainWorld('2026-03-02T10:00:00Z')
  admin = await adminOf(world)
  const operator = await givenOperator(world)
  amara = await givenContractor(world, operator, 'amara@okafor.test')
  owner = await givenEmployer(world, operator)
})
afterAll(async () => {
  await admin?.close()
  await world?.close()
})

const MONTHLY = { every: 'MONTHLY', next_on: '2026-04-01', sends: false } as const

/** A number that is not the one before it: what is saved as it stands is not written, and waits for nobody. */
const another = () => 3 + (numbers++ % 20)
let numbers = 0

const FORMS: Record<string, () => Promise<Edited>> = {
  'a client': async () => {
    const { uuid: id } = await call(world, amara, 'createClient', { body: clientBody() })
    return {
      table: 'client',
      read: async () =>
        (await call(world, amara, 'listClients', { query: { limit: 50 } })).items.find(
          ({ uuid }) => uuid === id,
        ),
      seen: read => (read as { version: string }).version,
      save: (which, seen) =>
        call(world, amara, 'putClient', {
          params: { id },
          body: { ...clientBody({ phone_number: `+4812345678${which}` }), seen: seen as string },
        }),
    }
  },
  'the draft of an invoice': async () => {
    const { uuid } = await call(world, amara, 'createClient', { body: clientBody() })
    const id = newUuid()
    const put = (note: string, version?: unknown) =>
      call(world, amara, 'putInvoice', {
        params: { id },
        body: { ...invoiceBody(uuid, { note }), version: version as number },
      })
    await put('')
    return {
      table: 'invoice',
      read: () => call(world, amara, 'getInvoice', { params: { id } }),
      seen: read => (read as { version: number }).version,
      save: (which, seen) => put(`Note ${which}.`, seen),
    }
  },
  'how an invoice is repeated': async () => {
    await admin.rows('delete from rate_limit')
    const { uuid } = await call(world, amara, 'createClient', { body: clientBody() })
    const id = newUuid()
    await call(world, amara, 'putInvoice', { params: { id }, body: invoiceBody(uuid) })
    const body = { message: '', reminders: false }
    await call(world, amara, 'sendInvoice', { params: { id }, body })
    return {
      table: 'invoice_repeat',
      read: async () => (await call(world, amara, 'getInvoice', { params: { id } })).repeat,
      seen: read => read,
      save: (which, seen) =>
        call(world, amara, 'putInvoiceRepeat', {
          params: { id },
          body: { ...MONTHLY, sends: which === 1, seen: seen as typeof MONTHLY },
        }),
    }
  },
  'the split of a pay': async () => {
    const before = await call(world, amara, 'getBanking')
    if (before.destinations.length < 2)
      await call(world, amara, 'putCryptoWallet', {
        body: {
          ...{ currency: 'USDC', blockchain: 'ethereum' },
          address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        },
      })
    return {
      table: 'destination',
      read: () => call(world, amara, 'getBanking'),
      seen: read => (read as { version: string }).version,
      save: async (which, seen) => {
        const { destinations } = await call(world, amara, 'getBanking')
        const first = (which + 1) * 1_000 + another()
        return call(world, amara, 'putSetupPercentages', {
          query: { seen: seen as string },
          body: destinations.map(({ identifier }, at) => ({
            identifier,
            percentage: at === 0 ? first : at === 1 ? 10_000 - first : 0,
          })),
        })
      },
    }
  },
  'how somebody is told': async () => ({
    table: 'notification_preference',
    read: () => call(world, amara, 'getNotificationPreferences'),
    seen: read => (read as { version: string }).version,
    save: (which, seen) =>
      call(world, amara, 'putNotificationPreferences', {
        body: {
          ways: { TASK: 'AT_ONCE', PAY: 'AT_ONCE', NEWS: 'AT_ONCE' },
          quiet_hours: { from: which, until: another() },
          ...{ daily_hour: 9, time_zone: 'Africa/Lagos', seen: seen as string },
        },
      }),
  }),
  'the secret of a webhook': async () => {
    const body = { url: 'https://hooks.finance.test/', events: ['*'], sandbox: true }
    const { webhook } = await call(world, owner, 'makeWebhook', { body })
    const { webhook_uuid: id } = webhook
    return {
      table: 'webhook',
      read: async () =>
        (await call(world, owner, 'listWebhooks', {})).webhooks.find(
          ({ webhook_uuid }) => webhook_uuid === id,
        ),
      seen: read => (read as { secret_since: Date }).secret_since,
      save: (_which, seen) => {
        world.clock.set(new Date(world.clock.now().getTime() + 1000).toISOString())
        return call(world, owner, 'replaceWebhookSecret', {
          params: { id },
          query: { seen: seen as Date },
        })
      },
    }
  },
  'who approves pay': async () => ({
    table: 'employer',
    read: () => call(world, owner, 'getEmployer'),
    seen: read => (read as { bands_version: string }).bands_version,
    save: (which, seen) => {
      serial += 1n
      const above = { currency: 'USD', minor: serial * 2n + BigInt(which) }
      return call(world, owner, 'putApprovalBands', {
        body: {
          bands: [{ above, approvers: 1, among: 'OWNER', named: [] }],
          seen: seen as string,
        },
      })
    },
  }),
  'what a company says of itself': async () => ({
    table: 'employer',
    read: () => call(world, owner, 'getEmployer'),
    seen: read => (read as { kyc_info: { version: string } }).kyc_info.version,
    save: (which, seen) => {
      serial += 1n
      return call(world, owner, 'putEmployerKyc', {
        body: {
          registration_number: `${serial}-${which}`,
          country_of_incorporation: 'CA',
          date_of_incorporation: '2019-04-01',
          registered_address: HOME,
          ...{ industry: 'J', tax_number: '', website: '' },
          ...{ beneficial_owners: [], owners_complete: true },
          seen: seen as string,
        },
      })
    },
  }),
  'who somebody is': async () => ({
    table: 'person',
    read: () => call(world, amara, 'getContractorSelf'),
    seen: read => (read as { version: string }).version,
    save: (which, seen) => {
      serial += 1n
      const at = { ...HOME, apartment_or_unit_number: `${serial}-${which}` }
      return call(world, amara, 'putPersonalInformation', {
        body: {
          ...{ first_name: 'Amara', last_name: 'Okafor', middle_name: '', preferred_name: 'A' },
          ...{ phone_number: '+2348012345678', permanent_address: at, mailing_address: HOME },
          seen: seen as string,
        },
      })
    },
  }),
  'one address of somebody': async () => ({
    table: 'contractor',
    read: () => call(world, amara, 'getContractorSelf'),
    seen: read => (read as { address_versions: { mailing: string } }).address_versions.mailing,
    save: (which, seen) => {
      serial += 1n
      const at = { ...HOME, apartment_or_unit_number: `${serial}-${which}` }
      return call(world, amara, 'putAddress', {
        body: { ...at, kind: 'mailing', seen: seen as string },
      })
    },
  }),
}

const HOME = {
  ...{ street_number_and_name: '111 Wellington Street', apartment_or_unit_number: '' },
  ...{ city_or_municipality: 'Ottawa', postal_code: 'K1A 0A9' },
  ...{ country_code: 'CA', subdivision_code: 'CA-ON' },
}
let serial = 0n

savedOverWhatWasSeen(FORMS, () => ({ world, admin }))
