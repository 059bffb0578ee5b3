/** The door to stored documents. Nobody else touches their tables. */
export type { Document } from './decode-upload.ts'
export type { FileRead } from './file.store.ts'
export { nameOfFile } from './file.store.ts'
export { fileContext } from './file-context.ts'
export { printed } from './printed.ts'
export {
  fileReads,
  loadOwnFile,
  openedFiles,
  openFiles,
  readByLink,
  readFile,
  readPieces,
} from './read-file.ts'
export { requireRoom } from './require-room.ts'
export { type FileToStore, storeFile } from './store-file.ts'
export { removeFiles, sweepFiles } from './sweep-files.ts'
export { takeUpload } from './take-upload.ts'
