/** The door to tax forms. */
export { taxHandlers } from './routes.ts'
export { tellExpiringForms } from './tell-expiring.ts'
