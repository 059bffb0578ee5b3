/** Exchange's door. */
export { conversionWork } from './conversions.ts'
export { convertDue, employersToConvert } from './convert-due.ts'
export { fetchRates, keepRates, loadRates, type RateFor, type RateInForce } from './rates.ts'
export { exchangeHandlers } from './routes.ts'
