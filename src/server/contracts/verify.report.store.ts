import { sql } from 'kysely'
import type { ContractKind } from '#domain/contracts/contract.ts'
import type { SignedTerms } from '#domain/contracts/paper.ts'
import type { Tx } from '../kernel/db.ts'

export type SignedPaper = SignedTerms & {
  readonly contract_uuid: string
  readonly employer_uuid: string
  readonly pdf_sha256: string
  readonly kind: ContractKind
  readonly revision: number
  readonly employer_name: string
  readonly contractor_name: string
  readonly signatures: readonly {
    readonly party: 'employer' | 'contractor'
    readonly name: string
    readonly earlier_name: string
    readonly signed_at: string
  }[]
}

/** The contract whose final file has this digest, or undefined. Ask with the sight of everyone. */
export async function findSignedPaper(
  tx: Tx,
  pdf_sha256: string,
): Promise<SignedPaper | undefined> {
  const { rows } = await sql<SignedPaper>`
    select k.contract_uuid, k.employer_uuid, k.pdf_sha256, k.kind, k.revision, k.effective_date, k.contract_start_date, k.contract_end_date, k.superseded_from,
        coalesce(nullif(e.corporation_name, ''), app.employer_name(e.business_name, e.corporation_name, e.domain)) employer_name,
        app.person_name(p.first_name, p.last_name, '') contractor_name,
        (select json_agg(json_build_object('party', s.party, 'name', s.name, 'earlier_name', s.earlier_name, 'signed_at', s.signed_at) order by s.signed_at, s.party desc)
          from contract_signature s where s.contract_uuid = k.contract_uuid) signatures
      from contract k join employer e using (employer_uuid) join person p on p.sub = k.contractor_sub
      where k.pdf_sha256 = ${pdf_sha256} and k.status in ('ACTIVE', 'COMPLETED')`.execute(tx)
  return rows[0]
}
