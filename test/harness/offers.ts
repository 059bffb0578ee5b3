/** Contracts in the steps that people take, for tests that do something between them. */
import { actorOf, call, type Person } from '#db/seed/cast.ts'
import { newUuid } from '#server/kernel/ids.ts'
import type { World } from './open-world.ts'

export type OfferTerms = {
  readonly effective_date: string
  readonly rate: bigint
  readonly role?: string
  readonly policy_uuid: string
  readonly start_date?: string
  readonly hours?: number
  readonly currency?: string
}

export type Offered = {
  readonly id: string
  readonly pdf_sha256: string
  readonly contractor: Person
}

/** Drafts and offers a contract to somebody who works with the employer. */
export async function offer(
  world: World,
  employer: Person,
  contractor: Person,
  terms: OfferTerms,
): Promise<Offered> {
  const id = newUuid()
  const { currency = 'USD' } = terms
  await call(world, employer, 'putContract', {
    params: { id },
    body: {
      contractor_sub: contractor.sub,
      effective_date: terms.effective_date,
      contract_start_date: terms.start_date ?? '2026-03-02',
      contract_end_date: null,
      role: terms.role ?? 'Data engineer',
      paid: true,
      pay_policy_uuid: terms.policy_uuid,
      currency,
      hourly_rate: { currency, minor: terms.rate },
      scheduled_hours: terms.hours ?? 8000,
      exhibit_a: '',
    },
  })
  const draft = await call(world, employer, 'makeContractPdf', { params: { id } })
  const offered = await call(world, employer, 'approveContract', {
    params: { id },
    body: {
      employer_signer_email: employer.email,
      employer_signer_name: (await actorOf(world, employer)).name,
      employer_signer_title: 'Director',
      pdf_sha256: draft.pdf_sha256 ?? '',
    },
  })
  return { id, pdf_sha256: offered.pdf_sha256 ?? '', contractor }
}

/** Signs an offer for its contractor. */
export async function sign(world: World, { id, pdf_sha256, contractor }: Offered): Promise<void> {
  const { name } = await actorOf(world, contractor)
  await call(world, contractor, 'getContractText', { params: { id } })
  await call(world, contractor, 'signContract', { params: { id }, body: { name, pdf_sha256 } })
}
