/** A world in which contractors hand in papers and operators look at them: what its tests do again and again. */
import { afterAll, beforeAll, expect } from 'vitest'
import { call, type Person, signUpContractor } from '#db/seed/cast.ts'
import type { DocumentReason } from '#domain/people/document-review.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { givenOperator, person, plainWorld, type World } from '#test/harness/world.ts'

/** Who signs up in these tests. */
export const MARIANA = {
  first_name: 'Mariana',
  last_name: 'Salgado',
  country_code: 'CA',
  subdivision_code: 'CA-ON',
  phone_number: '+14165550142',
  street: '1 Front Street',
  city: 'Toronto',
}

type Told = { readonly world: World; readonly admin: Admin; readonly operator: Person }
type Seen = { readonly document_uuid: string; readonly sha256: string; readonly version: number }

/** Opens one world for all tests of a file, holds at their end that no invariant is broken, and answers what people do in it. */
export function withPapers(take: (told: Told) => void) {
  let world: World
  let operator: Person
  let close = async () => {}
  let serial = 0
  beforeAll(async () => {
    world = await plainWorld('2026-11-23T10:00:00Z')
    const admin = await adminOf(world)
    close = async () => {
      await admin.close()
      await world.close()
    }
    operator = await givenOperator(world)
    take({ world, admin, operator })
  })
  afterAll(async () => {
    expect(await world?.broken()).toEqual([])
    await close()
  })

  const newPerson = (name: string) => person(`${name}${++serial}@salgado.test`)
  const contractor = async (name = 'mariana'): Promise<Person> => {
    const who = newPerson(name)
    await signUpContractor(world, who, MARIANA)
    return who
  }
  const self = (who: Person) => call(world, who, 'getContractorSelf')
  const review = (who: Person, by = operator) =>
    call(world, by, 'getOperationsContractor', { params: { sub: who.sub } })
  const paper = async (who: Person, kind: string) => {
    const found = (await self(who)).documents.find(of => of.kind === kind)
    if (!found) throw new Error(`no ${kind}`)
    return found
  }
  const open = async (who: Person, by = operator) => {
    const { documents } = await self(who)
    for (const { file_uuid } of documents)
      await call(world, by, 'getContractorFile', { params: { sub: who.sub, file: file_uuid } })
    return documents
  }
  const params = (who: Person, document: string) => ({
    userTypes: 'contractors' as const,
    sub: who.sub,
    document,
  })
  const accept = (who: Person, { document_uuid, sha256, version }: Seen, by = operator) =>
    call(world, by, 'decideDocument', {
      params: params(who, document_uuid),
      body: { decision: 'verify', sha256, version },
    })
  const reject = (
    who: Person,
    { document_uuid, sha256, version }: Seen,
    reason_code: DocumentReason = 'NOT_SHARP',
    reason?: string,
  ) =>
    call(world, operator, 'decideDocument', {
      params: params(who, document_uuid),
      body: { decision: 'reject', sha256, version, reason_code, ...(reason && { reason }) },
    })
  const verify = (who: Person, documents?: readonly Seen[], by = operator) =>
    call(world, by, 'changeStanding', {
      params: { userTypes: 'contractors', sub: who.sub, operation: 'verify' },
      body: documents
        ? {
            documents: documents.map(({ document_uuid, sha256, version }) => ({
              document_uuid,
              sha256,
              version,
            })),
          }
        : {},
    })
  return { newPerson, contractor, self, review, paper, open, accept, reject, verify }
}
