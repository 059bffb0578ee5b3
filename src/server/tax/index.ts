/** The door to tax forms. */
export { taxHandlers } from './routes.ts'
