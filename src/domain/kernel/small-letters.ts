/**
 * A text in small letters, letter by letter as the database's `lower` has it: of a word as a whole a program ends with another sigma (Unicode
 * 3.13, Final_Sigma), so that both would take one thing for two. The dotted capital I alone is another still: what has to be one and the same
 * is compared by the database.
 */
export function smallLetters(text: string): string {
  return Array.from(text, letter => letter.toLowerCase()).join('')
}
