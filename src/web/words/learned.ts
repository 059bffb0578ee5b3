/**
 * The words that are loaded. Each script of a build brings those of the parts that it says (`scripts/words-plugin.ts`), before
 * anything of it is drawn.
 */
type Words = { [key: string]: Words | object }

export const LEARNED: Words = {}

/** Adds the words of a part such as `people.invite`. */
export function learn(part: string, words: object): void {
  const place = part.split('.').reduce<Words>((within, key) => {
    within[key] ??= {}
    return within[key] as Words
  }, LEARNED)
  Object.assign(place, words)
}
