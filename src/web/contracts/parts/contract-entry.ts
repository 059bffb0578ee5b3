import type { ClientInput, ClientOutput } from '#web/kernel/types.ts'
import { decimalOf } from '#web/parts/money.tsx'
import { typedMoney } from '#web/parts/typed-money.ts'

export type ContractView = ClientOutput<'getContract'>
/** What the form holds: everything as text, so that nothing typed is lost or rounded. */
export type ContractEntry = {
  role: string
  /** Left out: paid. */
  engagement?: 'paid' | 'unpaid' | undefined
  pay_policy_uuid: string
  currency: string
  hourly_rate: string
  scheduled_hours: string
  contract_start_date: string
  contract_end_date: string
  effective_date: string
  exhibit_a: string
  exhibit_format: ContractView['exhibit_format']
  /** The code of a template, or empty. */
  country_clauses: NonNullable<ContractView['country_clauses']> | ''
}

/** A contract as the form shows it. */
export function entryOf(contract: ContractView): ContractEntry {
  return {
    role: contract.role,
    engagement: contract.paid ? 'paid' : 'unpaid',
    pay_policy_uuid: contract.pay_policy_uuid ?? '',
    currency: contract.currency,
    hourly_rate: contract.hourly_rate ? decimalOf(contract.hourly_rate) : '',
    scheduled_hours: contract.scheduled_hours?.toFixed(2) ?? '',
    contract_start_date: contract.contract_start_date,
    contract_end_date: contract.contract_end_date ?? '',
    effective_date: contract.effective_date,
    exhibit_a: contract.exhibit_a,
    exhibit_format: contract.exhibit_format,
    country_clauses: contract.country_clauses ?? '',
  }
}

type Terms = ClientInput<'putContract'>['body']

/** What the form holds as the terms that are put; who asks checked before that each can be read. */
export function termsOf(entry: ContractEntry, contractor_sub: string): Omit<Terms, 'seen'> {
  const { engagement, currency, hourly_rate, scheduled_hours, contract_end_date, ...rest } = entry
  const paid = engagement !== 'unpaid'
  return {
    ...rest,
    contractor_sub,
    currency,
    paid,
    pay_policy_uuid: paid ? entry.pay_policy_uuid : null,
    hourly_rate: paid ? typedMoney(hourly_rate, currency) : null,
    scheduled_hours: paid ? Number(scheduled_hours) : null,
    contract_end_date: contract_end_date || null,
    country_clauses: entry.country_clauses || null,
    effective_date: entry.effective_date || entry.contract_start_date,
  }
}
