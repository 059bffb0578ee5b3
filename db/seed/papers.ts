/** What operators do with the papers of the cast. */
import { call, type Person, type Stage } from './cast.ts'

/** An operator opens every paper of a company or a contractor, as who verifies them has to. */
export async function openPapers(
  stage: Stage,
  operator: Person,
  userTypes: 'employers' | 'contractors',
  sub: string,
): Promise<void> {
  if (userTypes === 'employers') {
    const { documents } = await call(stage, operator, 'getOperationsEmployer', {
      params: { id: sub },
    })
    for (const { document_uuid: doc } of documents)
      await call(stage, operator, 'getEmployerDocument', { params: { id: sub, doc } })
  } else {
    const { documents } = await call(stage, operator, 'getOperationsContractor', {
      params: { sub },
    })
    for (const { file_uuid: file } of documents)
      await call(stage, operator, 'getContractorFile', { params: { sub, file } })
  }
}

/** An operator opens every paper of a company or a contractor, and verifies them. */
export async function verify(
  stage: Stage,
  operator: Person,
  userTypes: 'employers' | 'contractors',
  sub: string,
) {
  await openPapers(stage, operator, userTypes, sub)
  return call(stage, operator, 'changeStanding', {
    params: { userTypes, sub, operation: 'verify' },
    body: {},
  })
}
