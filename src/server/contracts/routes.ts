import type { contracts } from '#contract/contracts.ts'
import type { sharedContracts } from '#contract/shared-contracts.ts'
import type { Handlers } from '../kernel/http.ts'
import { fromNetwork, takeTries } from '../kernel/limits.ts'
import type { Ctx, Kernel } from '../kernel/unit-of-work.ts'
import { configurePayroll } from './configure-payroll.ts'
import { listCountryClauses } from './country-clauses.ts'
import { putContract } from './draft-contract.ts'
import { completeContract, discardContract } from './end-contract.ts'
import { listFailedOffers } from './failed-offers.ts'
import {
  getAgreement,
  getContract,
  getContractPdf,
  listContractorContracts,
} from './find-contract.ts'
import { discardContractDraft, listContractDrafts, putContractDraft } from './keep-entry.ts'
import { approveContract, makeContractPdf } from './offer-contract.ts'
import { getSharedContractPdf, openSharedContract } from './open-share.ts'
import { getContractText } from './read-contract.ts'
import { revokeShare, shareContract } from './share-contract.ts'
import { declineContract, signContract } from './sign-contract.ts'
import { verifyContract } from './verify-contract.ts'

/** Handlers of the calls about contracts. */
export const contractHandlers: Handlers<typeof contracts> = {
  putContract: ({ params, body: { seen, ...terms } }, ctx) =>
    putContract(ctx, params.id, terms, seen),
  listContractDrafts: ({ params }, ctx) => listContractDrafts(ctx, params.id),
  putContractDraft: ({ params, body }, ctx) => putContractDraft(ctx, params.id, body),
  discardContractDraft: ({ params, query }, ctx) =>
    discardContractDraft(ctx, params.id, query.seen),
  configurePayroll: ({ params, body }, ctx) => configurePayroll(ctx, params.id, body),
  listFailedOffers: (_input, ctx) => listFailedOffers(ctx),
  listCountryClauses: () => Promise.resolve(listCountryClauses()),
  getAgreement: ({ params }, ctx) => getAgreement(ctx, params.id),
  getContract: ({ params }, ctx) => getContract(ctx, params.id),
  makeContractPdf: ({ params }, ctx) => makeContractPdf(ctx, params.id),
  getContractPdf: ({ params }, ctx) => getContractPdf(ctx, params.id),
  getContractText: ({ params }, ctx) => getContractText(ctx, params.id),
  approveContract: ({ params, body }, ctx) => approveContract(ctx, params.id, body),
  signContract: ({ params, body }, ctx) => signContract(ctx, params.id, body),
  declineContract: ({ params, body }, ctx) => declineContract(ctx, params.id, body.reason),
  discardContract: ({ params, query }, ctx) => discardContract(ctx, params.id, query.seen),
  completeContract: ({ params, body }, ctx) => completeContract(ctx, params.id, body),
  shareContract: ({ params, body }, ctx) => shareContract(ctx, params.id, body.viewer_emails),
  revokeShare: ({ params }, ctx) => revokeShare(ctx, params.id, params.share_uuid),
  listContractorContracts: (_input, ctx) => listContractorContracts(ctx),
  getContractorContractPdf: ({ params }, ctx) => getContractPdf(ctx, params.id),
}

/** Handlers of the calls by the link of a shared contract. Each try counts for its network, also one that finds nothing. */
export function sharedContractHandlers(kernel: Kernel): Handlers<typeof sharedContracts> {
  const countTry = ({ address }: Ctx) =>
    takeTries(kernel, [fromNetwork('shared contracts', address)])
  return {
    openSharedContract: async ({ body }, ctx) => {
      await countTry(ctx)
      return openSharedContract(ctx, body.token)
    },
    getSharedContractPdf: async ({ body }, ctx) => {
      await countTry(ctx)
      return getSharedContractPdf(ctx, body.token)
    },
    verifyContract: ({ body }, ctx) => verifyContract(ctx, body.sha256),
  }
}
