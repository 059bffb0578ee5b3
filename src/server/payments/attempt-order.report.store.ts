import { sql } from 'kysely'
import { openBank } from '../destinations/index.ts'
import { ISO_LETTERS, spell } from '../gateways/bank-files/letters.ts'
import type { RailOrder } from '../gateways/rails/rail.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import { anyOf } from '../kernel/rows.ts'
import { openAddress } from '../reference/addresses.ts'

/** Whom an attempt pays and where, as it was when it began: kept sealed with it, so that no later change reaches what leaves. */
export type KeptOrder = Pick<RailOrder, 'account' | 'account_name' | 'payee' | 'remittance'>

/** Whom payments would pay as everything is now, by their ids. */
export async function listOrders(
  { tx, fields }: PrivateTx,
  payment_uuids: readonly string[],
): Promise<Map<string, KeptOrder>> {
  const { rows } = await sql<{
    payment_uuid: string
    contractor_sub: string
    destination_uuid: string | null
    address: string | null
    bank: string | null
    permanent_address: string | null
    pay_date: string
    employer_name: string
    employer_domain: string | null
  }>`select p.payment_uuid, p.contractor_sub, p.destination_uuid, d.address, d.bank, k.permanent_address, p.pay_date,
        app.employer_name(e.business_name, e.corporation_name, e.domain) employer_name, e.domain employer_domain
      from payment p join employer e using (employer_uuid) left join destination d using (destination_uuid)
        left join contractor k on k.sub = p.contractor_sub
      where p.payment_uuid = ${anyOf(payment_uuids)}`.execute(tx)
  return new Map(
    rows.map(row => {
      const { contractor_sub, destination_uuid, permanent_address: sealed } = row
      const account = openBank(fields, destination_uuid ?? '', row.bank)
      const address = openAddress(fields, 'contractor.permanent_address', contractor_sub, sealed)
      const whole = account && (account.iban || account.account_number || account.interac_email)
      return [
        row.payment_uuid,
        {
          account: row.address ?? whole ?? '',
          account_name: account?.account_name ?? '',
          payee: account && { kind: 'PERSON', short_name: null, address, account },
          remittance: remittanceOf(row),
        },
      ] as const
    }),
  )
}

const MOST_NAME = 60

/** Who pays and for when, in letters that every bank carries. */
function remittanceOf(row: {
  readonly employer_name: string
  readonly employer_domain: string | null
  readonly pay_date: string
}): string {
  const said = spell(row.employer_name.slice(0, MOST_NAME), ISO_LETTERS)
  const name = 'spelled' in said ? said.spelled : (row.employer_domain ?? '').slice(0, MOST_NAME)
  return `${name} ${row.pay_date}`.trim()
}
