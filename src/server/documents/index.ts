/** The door to stored documents. Nobody else touches their tables. */
export { type Document, decodeUpload } from './decode-upload.ts'
export type { FileRead } from './file.store.ts'
export { fileReads, loadOwnFile, readFile } from './read-file.ts'
export { type FileToStore, storeFile } from './store-file.ts'
