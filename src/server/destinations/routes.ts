import type { destinations } from '#contract/destinations.ts'
import type { Handlers } from '../kernel/http.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import {
  addBankAccount,
  addWallet,
  deactivateDestination,
  reactivateDestination,
  setPercentages,
} from './change-destinations.ts'
import { setFirstPayment } from './first-payment.ts'
import { lookAgain } from './look-at-wallets.ts'
import { getDestinations } from './present-destinations.ts'
import { proveWallet } from './prove-wallet.ts'
import { replaceDestination } from './replace-destination.ts'

const thenDestinations = async (ctx: Ctx, change: Promise<void>) => {
  await change
  return getDestinations(ctx)
}

export const destinationHandlers: Handlers<typeof destinations> = {
  getBanking: (_input, ctx) => getDestinations(ctx),
  putBankingInformation: ({ body }, ctx) => thenDestinations(ctx, addBankAccount(ctx, body)),
  putCryptoWallet: ({ body }, ctx) => thenDestinations(ctx, addWallet(ctx, body)),
  putSetupPercentages: ({ body, query }, ctx) =>
    thenDestinations(ctx, setPercentages(ctx, body, query.seen)),
  deactivateDestination: ({ body }, ctx) =>
    thenDestinations(ctx, deactivateDestination(ctx, body.destination_uuid)),
  replaceDestination: ({ params, body }, ctx) =>
    thenDestinations(ctx, replaceDestination(ctx, params.id, body.destination_uuid)),
  proveWallet: ({ params, body }, ctx) =>
    thenDestinations(ctx, proveWallet(ctx, params.id, body.signature)),
  lookAtWallet: ({ params }, ctx) => thenDestinations(ctx, lookAgain(ctx, params.id)),
  setFirstPayment: ({ params, body }, ctx) =>
    thenDestinations(ctx, setFirstPayment(ctx, params.id, body.first_payment)),
  reactivateDestination: ({ body }, ctx) =>
    thenDestinations(ctx, reactivateDestination(ctx, body.destination_uuid)),
}
