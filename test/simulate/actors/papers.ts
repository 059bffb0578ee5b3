/** Papers of people: sent again, opened by operators one by one, accepted or rejected, also by two of them at once. */
import { call, upload } from '#db/seed/cast.ts'
import { act, type Chance, type Move, type Sim } from '../sim.ts'
import { company } from './employer.ts'
import { operator } from './operator.ts'

const sendAgain: Move = {
  name: 'sends a paper again',
  weight: 1.2,
  async act(sim, chance) {
    const person = chance.pick(sim.contractors)
    if (!person) return
    // Of few contents, so that some were sent before.
    const paper = upload('passport.pdf', `Sample passport ${chance.below(3)} of ${person.email}`)
    const identity = { id_document_type: 'PASSPORT', residency: 'CITIZEN' } as const
    await act(sim, chance, person, 'putPersonalDocuments', {
      body: { ...identity, identification_document: paper },
    })
  },
}

/** Somebody of whom papers may wait, as an operator sees them. */
async function somebody(sim: Sim, chance: Chance) {
  const rows = await sim.admin.rows<{ sub: string }>(
    "select sub from contractor where verification <> 'VERIFIED' order by sub",
  )
  // What is verified is looked at now and then, too.
  const sub = chance.often(0.8) ? chance.pick(rows)?.sub : chance.pick(sim.contractors)?.sub
  if (!sub) return undefined
  const who = operator(sim, chance)
  return { who, review: await call(sim.world, who, 'getOperationsContractor', { params: { sub } }) }
}

const open: Move = {
  name: 'opens papers',
  weight: 2,
  async act(sim, chance) {
    const found = await somebody(sim, chance)
    if (!found) return
    const { who, review } = found
    for (const { file_uuid: file } of chance.some(review.documents, 0.7))
      await act(sim, chance, who, 'getContractorFile', { params: { sub: review.sub, file } })
  },
}

const decide: Move = {
  name: 'accepts or rejects one paper',
  weight: 1.5,
  async act(sim, chance) {
    const found = await somebody(sim, chance)
    const paper = chance.pick(found?.review.documents ?? [])
    if (!found || !paper) return
    const { document_uuid: document, sha256, version } = paper
    const verdict = chance.often(0.7)
      ? { decision: 'verify' as const }
      : { decision: 'reject' as const, reason_code: 'NOT_SHARP' as const }
    await act(sim, chance, found.who, 'decideDocument', {
      params: { userTypes: 'contractors', sub: found.review.sub, document },
      body: { ...verdict, sha256, version },
    })
  },
}

const stand: Move = {
  name: 'verifies or unverifies somebody, while papers are sent again',
  weight: 2,
  async act(sim, chance) {
    const found = await somebody(sim, chance)
    if (!found) return
    const { who, review } = found
    const body = chance.often(0.3)
      ? {}
      : { version: review.version, documents: review.documents.map(named) }
    const params = { userTypes: 'contractors', sub: review.sub } as const
    const person = sim.contractors.find(({ sub }) => sub === review.sub)
    await Promise.all([
      chance.often(0.85)
        ? act(sim, chance, who, 'changeStanding', {
            params: { ...params, operation: 'verify' },
            body,
          })
        : act(sim, chance, who, 'changeStanding', {
            params: { ...params, operation: 'unverify' },
            body: { reason: 'Please send it again.' },
          }),
      person && chance.often(0.2) && sendAgain.act({ ...sim, contractors: [person] }, chance),
    ])
  },
}

function named({
  document_uuid,
  sha256,
  version,
}: {
  document_uuid: string
  sha256: string
  version: number
}) {
  return { document_uuid, sha256, version }
}

const resend: Move = {
  name: 'sends an invitation again',
  weight: 0.5,
  async act(sim, chance) {
    const of = company(sim, chance)
    const rows = await sim.admin.rows<{ id: string }>(
      'select invitation_uuid id from invitation where employer_uuid = $1 order by email, invitation_uuid',
      [of.employer_uuid],
    )
    const id = chance.pick(rows)?.id
    if (id) await act(sim, chance, of, 'resendInvitation', { params: { contractor_email: id } })
  },
}

export const paperMoves: readonly Move[] = [sendAgain, open, decide, stand, resend]
