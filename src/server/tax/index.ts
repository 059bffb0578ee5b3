/** The door to tax forms. */
export { taxHandlers } from './routes.ts'
export { foundForms, tellExpiringForms } from './tell-expiring.ts'
