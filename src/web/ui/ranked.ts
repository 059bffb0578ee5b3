/** Lists that are searched by typing. */
import type { Option } from './select-field.tsx'

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** How well an option is what was typed: its name itself, its code or a short name, its beginning, the beginning of a word, each of its words somewhere within, as lists of the server are searched; undefined when not at all. */
function rank({ value, label, sub = '', also = [] }: Option, typed: string): number | undefined {
  const others = also.map(plain)
  if (plain(label) === typed) return -2
  if (value.toLowerCase() === typed || others.includes(typed)) return -1
  const names = [plain(label), plain(sub), ...others]
  if (names[0]?.startsWith(typed)) return 0
  if (names.some(name => name.split(/[^\p{L}\p{N}]+/u).some(word => word.startsWith(typed))))
    return 1
  const within = (part: string) => names.some(name => name.includes(part))
  return typed.split(/\s+/).every(within) ? 2 : undefined
}

/** The options that fit what was typed, accents and capitals aside, the best first and otherwise in their order. */
export function ranked(options: readonly Option[], typed: string): readonly Option[] {
  const text = plain(typed)
  if (text === '') return options
  return options
    .flatMap(option => {
      const at = rank(option, text)
      return at === undefined ? [] : [{ option, at }]
    })
    .sort((a, b) => a.at - b.at)
    .map(({ option }) => option)
}
