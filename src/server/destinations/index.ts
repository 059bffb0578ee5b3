/** Destinations' door. */
export { indexAccounts, listDestinations, openBank } from './destination.store.ts'
export { getDestinations } from './present-destinations.ts'
export { destinationHandlers } from './routes.ts'
export { unpaidCurrencies } from './unpaid-currencies.ts'
