import type { company } from '#contract/company.ts'
import type { contractorProfile } from '#contract/contractor-profile.ts'
import type { invitations } from '#contract/invitations.ts'
import type { people } from '#contract/people.ts'
import type { verification } from '#contract/verification.ts'
import { addEmployerBank, addEmployerWallet, closeEmployerAccount } from '../destinations/index.ts'
import { employerOf } from '../kernel/actor.ts'
import type { Handlers } from '../kernel/http.ts'
import { answerInvitation, findInvitation, listInvitations } from './answer-invitation.ts'
import { chooseCurrency, giveCompanyDetails, nameEmployer } from './change-company.ts'
import { changeStanding } from './change-standing.ts'
import { claimReview, releaseReview } from './claim-review.ts'
import {
  changeAddress,
  changePersonalInformation,
  getContractorSelf,
} from './contractor-profile.ts'
import { decideDocument } from './decide-document.ts'
import { deleteContractor } from './delete-contractor.ts'
import { getEmployer, setApprovalBands, setApprovalLimit } from './employer-profile.ts'
import { getOperationsContractor, getOperationsEmployer } from './get-review.ts'
import { handInCompanyDocuments, handInPersonalDocuments } from './hand-in-documents.ts'
import { askForInvitation, inviteContractor, resendInvitation } from './invite-contractor.ts'
import { inviteMany, previewInvitations } from './invite-many.ts'
import { getContractor, listContractors } from './list-contractors.ts'
import { openDocument } from './open-document.ts'
import { getPeopleNeeds } from './people-needs.ts'
import { listOperationsContractors, listOperationsEmployers } from './review-list.ts'

/** Handlers of the calls about the company, contractors, invitations and verification. */
export const peopleHandlers: Handlers<
  typeof company &
    typeof people &
    typeof invitations &
    typeof contractorProfile &
    typeof verification
> = {
  getEmployer: (_input, ctx) => getEmployer(ctx),
  getPeopleNeeds: (_input, ctx) => getPeopleNeeds(ctx),
  putEmployerName: async ({ body }, ctx) => {
    await nameEmployer(ctx, body)
    return getEmployer(ctx)
  },
  putEmployerKyc: async ({ body }, ctx) => {
    await giveCompanyDetails(ctx, body)
    return getEmployer(ctx)
  },
  putApprovalLimit: async ({ body }, ctx) => {
    await setApprovalLimit(ctx, body.amount, body.seen)
    return getEmployer(ctx)
  },
  putApprovalBands: async ({ body }, ctx) => {
    await setApprovalBands(ctx, body.bands, body.seen)
    return getEmployer(ctx)
  },
  putEmployerBanking: async ({ body }, ctx) => {
    await addEmployerBank(ctx, body)
    return getEmployer(ctx)
  },
  putEmployerCryptoInfo: async ({ body }, ctx) => {
    await addEmployerWallet(ctx, body)
    return getEmployer(ctx)
  },
  closeEmployerAccount: async ({ params }, ctx) => {
    await closeEmployerAccount(ctx, params.id)
    return getEmployer(ctx)
  },
  putEmployerCurrency: async ({ params }, ctx) => {
    await chooseCurrency(ctx, params.alpha_3)
    return getEmployer(ctx)
  },
  putCompanyDocuments: async ({ body }, ctx) => {
    await handInCompanyDocuments(ctx, body)
    return getEmployer(ctx)
  },
  listContractors: ({ query }, ctx) => listContractors(ctx, query),
  getContractor: ({ params }, ctx) => getContractor(ctx, params.id),
  inviteContractor: ({ body }, ctx) => inviteContractor(ctx, body),
  previewInvitations: ({ body }, ctx) => previewInvitations(ctx, body),
  inviteMany: ({ body }, ctx) => inviteMany(ctx, body.invitations),
  resendInvitation: ({ params }, ctx) => resendInvitation(ctx, params.contractor_email),
  deleteContractor: async ({ params, query }, ctx) => {
    await deleteContractor(ctx, params.contractor_email, query.seen)
    return { ok: true }
  },
  askForInvitation: ({ params }, ctx) => askForInvitation(ctx, params.token),
  findInvitation: ({ params }, ctx) => findInvitation(ctx, params.token),
  listInvitations: (_input, ctx) => listInvitations(ctx),
  acceptInvitation: ({ params }, ctx) => answerInvitation(ctx, params.id, 'accept'),
  rejectInvitation: ({ params }, ctx) => answerInvitation(ctx, params.id, 'reject'),
  getContractorSelf: (_input, ctx) => getContractorSelf(ctx),
  putAddress: async ({ body }, ctx) => {
    await changeAddress(ctx, body)
    return getContractorSelf(ctx)
  },
  putPersonalInformation: async ({ body }, ctx) => {
    await changePersonalInformation(ctx, body)
    return getContractorSelf(ctx)
  },
  putPersonalDocuments: async ({ body }, ctx) => {
    await handInPersonalDocuments(ctx, body)
    return getContractorSelf(ctx)
  },
  listDocuments: async (_input, ctx) => (await getContractorSelf(ctx)).documents,
  getDocument: ({ params }, ctx) =>
    openDocument(ctx, { employer_uuid: null, contractor_sub: ctx.actor.sub }, params.id),
  listOperationsEmployers: ({ query }, ctx) => listOperationsEmployers(ctx, query),
  listOperationsContractors: ({ query }, ctx) => listOperationsContractors(ctx, query),
  getCompanyDocument: ({ params }, ctx) =>
    openDocument(ctx, { employer_uuid: employerOf(ctx.actor), contractor_sub: null }, params.id),
  getEmployerDocument: ({ params }, ctx) =>
    openDocument(ctx, { employer_uuid: params.id, contractor_sub: null }, params.doc),
  getContractorFile: ({ params }, ctx) =>
    openDocument(ctx, { employer_uuid: null, contractor_sub: params.sub }, params.file),
  getOperationsEmployer: ({ params }, ctx) => getOperationsEmployer(ctx, params.id),
  getOperationsContractor: ({ params }, ctx) => getOperationsContractor(ctx, params.sub),
  claimReview: ({ params, body }, ctx) => claimReview(ctx, params, body),
  releaseReview: async ({ params }, ctx) => {
    await releaseReview(ctx, params)
    return { ok: true }
  },
  decideDocument: ({ params, body }, ctx) => decideDocument(ctx, params, body),
  changeStanding: ({ params, body }, ctx) => changeStanding(ctx, params, body),
}
