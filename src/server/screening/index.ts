/** Screening's door. */
export { isAnyDue } from './due.store.ts'
export { importList, type ListFiles } from './import-list.ts'
export { type ListRow, selectLists } from './list.store.ts'
export { screeningHandlers } from './routes.ts'
export { screenBeforePaying, screenDue, screenNow } from './screen-parties.ts'
