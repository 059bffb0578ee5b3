/** Destinations' door. */
export { indexAccounts, listDestinations, openBank } from './destination.store.ts'
export {
  addEmployerBank,
  addEmployerWallet,
  closeEmployerAccount,
  getEmployerAccounts,
} from './employer-accounts.ts'
export { lookAtWallets, lookIfDue } from './look-at-wallets.ts'
export { getDestinations } from './present-destinations.ts'
export { destinationHandlers } from './routes.ts'
export { stopChange } from './stop-change.ts'
export { unpaidCurrencies } from './unpaid-currencies.ts'
