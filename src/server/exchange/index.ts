/** Exchange's door. */
export { fetchRates, keepRates, loadRates, type RateFor, type RateInForce } from './rates.ts'
