/** The document of a contract: what it is filled with, and how the text that was offered is kept until it is signed. */

import { NOTICE_DAYS } from '#domain/contracts/contract.ts'
import type { ContractText } from '#domain/contracts/contract-text.ts'
import { assert } from '#domain/kernel/assert.ts'
import { formatHours } from '#domain/kernel/hours.ts'
import { amountText } from '#domain/kernel/money.ts'
import { wholeName } from '#domain/kernel/names.ts'
import { describePayDateRule } from '#domain/payroll/pay-date-text.ts'
import { loadOwnFile, printed, storeFile } from '../documents/index.ts'
import { sha256 } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say, sayTexts } from '../kernel/words.ts'
import { getContractorRecord, getEmployerRecord } from '../people/index.ts'
import { addressLines, countryName } from '../reference/addresses.ts'
import { type ContractRow, selectPolicy } from './contract.report.store.ts'
import { type ContractData, contractText } from './contract-text.ts'

/** What the draft of a contract says today: the same terms, people and policy always give the same data. */
export async function contractData(ctx: Ctx, contract: ContractRow): Promise<ContractData> {
  return {
    reference: referenceOf(contract.contract_uuid),
    revision: contract.revision,
    effective_date: contract.effective_date,
    drafted_at: contract.created_at.toISOString(),
    employer: await employerParty(ctx, contract.employer_uuid),
    contractor: await contractorParty(ctx, contract.contractor_sub),
    role: contract.role,
    pay: contract.paid ? await payOf(ctx, contract) : null,
    start_date: contract.contract_start_date,
    end_date: contract.contract_end_date,
    notice_days: NOTICE_DAYS,
    exhibit_a: contract.exhibit_a,
    ...(contract.kind === 'OUTSIDE' ? { kind: contract.kind, agreement: contract.agreement } : {}),
    ...(contract.country_clauses ? { country_clauses: contract.country_clauses } : {}),
    ...(contract.exhibit_format === 'MARKDOWN' ? { exhibit_format: 'MARKDOWN' as const } : {}),
    signatures: { employer: null, contractor: null },
  }
}

/** What a contract is called on its paper. */
export function referenceOf(contract_uuid: string): string {
  return contract_uuid.slice(-8).toUpperCase()
}

async function payOf(ctx: Ctx, contract: ContractRow): Promise<ContractData['pay']> {
  const { hourly_rate_minor, scheduled_hours_hundredths, pay_policy_uuid, currency } = contract
  assert(
    hourly_rate_minor !== null && scheduled_hours_hundredths !== null && pay_policy_uuid,
    'a document is made of whole terms',
  )
  const policy = await selectPolicy(ctx.tx, pay_policy_uuid, contract.employer_uuid)
  assert(policy, 'the policy of a contract exists')
  return {
    rate: { amount: amountText({ currency, minor: hourly_rate_minor }), currency },
    scheduled_hours: formatHours(scheduled_hours_hundredths),
    period_type: say(`payroll.periodTypes.${policy.period_type}`),
    pay_policy: policy.label,
    // The template ends the sentence itself.
    pay_date_rule: say('contracts.documents.contract.payDateRule', {
      rule: sayTexts(describePayDateRule(policy)).replace(/\.$/, ''),
    }),
  }
}

async function employerParty(ctx: Ctx, employer_uuid: string): Promise<ContractData['employer']> {
  const { legal_name, address_lines, established_in } = await getEmployerRecord(ctx, employer_uuid)
  return { name: legal_name, address_lines, country: countryName(established_in) }
}

async function contractorParty(ctx: Ctx, sub: string): Promise<ContractData['contractor']> {
  const person = await getContractorRecord(ctx, sub)
  const { permanent_address, country_code, subdivision_code } = person
  const home = permanent_address ?? (country_code ? { country_code, subdivision_code } : null)
  return {
    name: wholeName(person),
    address_lines: home ? addressLines(home) : [],
    country: home ? countryName(home.country_code) : '',
  }
}

/** The document of a contract, with the text that it was made of. */
export type ContractPdf = {
  readonly bytes: Uint8Array
  readonly pages: number
  readonly text: ContractText
}

/** Makes the document: the same data always give the same bytes. VALIDATION names a text that cannot be printed. */
export function makePdf(ctx: Ctx, data: ContractData): Promise<ContractPdf> {
  return printText(ctx, contractText(data))
}

/** The document of a text as it stands. */
export async function printText(ctx: Ctx, text: ContractText): Promise<ContractPdf> {
  return { ...(await printed(ctx.gateways.pdf.renderPart('contract', text))), text }
}

/** What is kept of a document beside it: its text as it was when it was made, whatever our words become. */
export type KeptText = {
  readonly pages: number
  readonly size_bytes: number
  readonly text: ContractText
}

/** Keeps a document of the contract encrypted, seen by both sides, and its text under its digest; answers what the contract points to. */
export async function keepPdf(
  ctx: Ctx,
  contract: ContractRow,
  { bytes, pages, text }: ContractPdf,
): Promise<{ pdf_file_uuid: string; pdf_sha256: string }> {
  const reference = contract.contract_uuid.slice(-8)
  const pdf_sha256 = sha256(bytes)
  const pdf_file_uuid = await storeFile(ctx, {
    kind: 'contract',
    employer_uuid: contract.employer_uuid,
    contractor_sub: contract.contractor_sub,
    file_name: `contract-${reference}-revision-${contract.revision}.pdf`,
    mime_type: 'application/pdf',
    bytes,
  })
  const kept: KeptText = { pages, size_bytes: bytes.length, text }
  await storeFile(ctx, {
    ...textFile(contract, pdf_sha256),
    contractor_sub: contract.contractor_sub,
    mime_type: 'application/json',
    bytes: Buffer.from(JSON.stringify(kept)),
  })
  return { pdf_file_uuid, pdf_sha256 }
}

/** The text of the contract's document; null where there is none, and of those that were made before texts were kept. */
export async function keptText(ctx: Ctx, contract: Kept): Promise<KeptText | null> {
  if (!contract.pdf_sha256) return null
  const bytes = await loadOwnFile(ctx, textFile(contract, contract.pdf_sha256))
  return bytes ? (JSON.parse(Buffer.from(bytes).toString()) as KeptText) : null
}

type Kept = Pick<ContractRow, 'contract_uuid' | 'employer_uuid' | 'pdf_sha256'>

function textFile({ contract_uuid, employer_uuid }: Kept, pdf_sha256: string) {
  const file_name = `${contract_uuid}-${pdf_sha256}.json`
  return { kind: 'contract_pages', file_name, employer_uuid }
}

/**
 * Keeps the data of the text that the employer signed. A name or an address that changes before the contractor signs then changes nothing
 * in the document that waits.
 */
export async function freezeData(
  ctx: Ctx,
  contract: ContractRow,
  data: ContractData,
): Promise<void> {
  await storeFile(ctx, {
    ...frozenFile(contract),
    contractor_sub: contract.contractor_sub,
    mime_type: 'application/json',
    bytes: Buffer.from(JSON.stringify(data)),
  })
}

/** The data of the text that the employer signed. */
export async function frozenData(ctx: Ctx, contract: ContractRow): Promise<ContractData> {
  const bytes = await loadOwnFile(ctx, frozenFile(contract))
  assert(bytes, 'the text of an offered contract was kept')
  return JSON.parse(Buffer.from(bytes).toString()) as ContractData
}

function frozenFile({ contract_uuid, employer_uuid }: ContractRow) {
  return { kind: 'contract_text', file_name: `${contract_uuid}.json`, employer_uuid }
}
