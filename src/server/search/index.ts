/** The door to what the frame of every page asks. It stands above the contexts whose rows it finds. */
export { searchHandlers } from './routes.ts'
