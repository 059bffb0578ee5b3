/** The door to what proves a pay cycle. It stands above the contexts whose rows it reads, and changes nothing. */
export { evidenceHandlers } from './routes.ts'
