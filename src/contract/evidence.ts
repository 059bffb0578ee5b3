/** What proves a pay cycle to somebody who was not there. */
import { z } from 'zod'
import { Uuid } from './kernel/codecs.ts'
import { endpoint, fileInPieces } from './kernel/endpoint.ts'

export const evidence = {
  getEvidencePack: endpoint({
    method: 'GET',
    path: '/operations/pay-cycles/:cycle_uuid/evidence',
    summary:
      'One ZIP that proves a pay cycle: what was approved by whom, contracts, payslips, payments with their attempts and ledger transfers, and the audit chain; `npm run check-pack -- FILE` verifies it without a connection',
    access: ['operator'],
    operators: ['admin', 'treasurer'],
    params: z.object({ cycle_uuid: Uuid }),
    response: fileInPieces('application/zip'),
    leavesTrace: true,
    problems: ['NOT_FOUND'],
  }),
}
