/** Files that were chosen and not sent: of one no device keeps more than its name (decision 0041). */
import { draftPlace, forgetDraft, keptPlaces, openPlaces, readDraft } from './drafts.ts'

const FILE = 'file '

/** What a draft is called that keeps the name of the file in a field. */
export function fileDraft(field: string): string {
  return FILE + field
}

/** Whether a form on the screen, but for dialogs, has something kept on this page: what was typed into it stands there again. */
export function hasTyped(path: string): boolean {
  return openPlaces().some(
    place =>
      place.path === path &&
      !place.dialog &&
      !place.name.startsWith(FILE) &&
      readDraft(place) !== undefined,
  )
}

/** The names of files that were chosen on a page and not sent, which have to be chosen again. */
export function lostFiles(path: string): string[] {
  return filesAt(path).flatMap(place => {
    const name = readDraft(place)
    return typeof name === 'string' ? [name] : []
  })
}

/** The files of this page arrived: none of them is missed when it is opened again. */
export function filesArrived(): void {
  for (const place of filesAt(draftPlace('').path)) forgetDraft(place)
}

function filesAt(path: string) {
  return keptPlaces(path).filter(({ name }) => name.startsWith(FILE))
}
