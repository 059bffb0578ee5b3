/**
 * Why a document is not taken in although it is what it says. Found before anything of it is decoded: what is shown to people
 * later must not do anything, nor be larger than it looks.
 */
export type DocumentRefusal =
  | 'NOT_READABLE'
  | 'ENCRYPTED'
  | 'SCRIPT'
  | 'LAUNCH'
  | 'EMBEDDED_FILE'
  | 'EXTERNAL_FILE'
  | 'TOO_MANY_PAGES'
  | 'TOO_LARGE_PAGE'
  | 'TOO_MANY_PIXELS'
  | 'TOO_NESTED'
  | 'TOO_COMPRESSED'
  | 'INFECTED'
