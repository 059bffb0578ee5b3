/**
 * The catalogues of `messages/` as the web's build takes them: compiled, so that no browser parses ICU MessageFormat (decision 0034), and
 * with CORRIDOR_WORDS=pseudo in a language that nobody speaks, longer than English and with letters of its own: what a screen says
 * without a catalogue stays English there, and what is cut shows.
 */
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

type CompiledMessage = ReturnType<typeof compile>
type Catalogue = { readonly [key: string]: Catalogue | string }
type Compiled = { readonly [key: string]: Compiled | CompiledMessage }

export function wordsPlugin(pseudo = process.env.CORRIDOR_WORDS === 'pseudo'): Plugin {
  return {
    name: 'words',
    enforce: 'pre',
    transform: {
      filter: { id: /\/messages\/[^/]+\/[^/]+\.json$/ },
      handler: text => JSON.stringify(compiled(JSON.parse(text), pseudo)),
    },
  }
}

function compiled(words: Catalogue, pseudo: boolean): Compiled {
  return Object.fromEntries(
    Object.entries(words).map(([key, said]) => [
      key,
      typeof said === 'string' ? inLanguage(compile(said), pseudo) : compiled(said, pseudo),
    ]),
  )
}

function inLanguage(message: CompiledMessage, pseudo: boolean): CompiledMessage {
  if (!pseudo) return message
  return typeof message === 'string' ? longer(message) : message.map(node => pseudoNode(node))
}

type Node = Exclude<CompiledMessage, string>[number]
const NUMBER = 4

/** A node as icu-minify compiles it: text, `#`, an argument, the choices of one, or a tag around nodes. */
function pseudoNode(node: Node): Node {
  if (typeof node === 'string') return longer(node)
  if (!Array.isArray(node) || node.length === 1) return node
  const [name, kind, ...rest] = node
  if (typeof kind === 'number' && kind >= NUMBER) return node
  if (typeof kind === 'number') {
    const choices = Object.entries(rest[0] as Record<string, CompiledMessage>)
    const said = choices.map(([choice, message]) => [choice, inLanguage(message, true)])
    return [name, kind, Object.fromEntries(said)] as Node
  }
  return [name, ...[kind, ...rest].map(child => pseudoNode(child as Node))] as Node
}

const LETTERS: Readonly<Record<string, string>> = {
  ...{
    a: 'á',
    e: 'ë',
    i: 'ï',
    o: 'ö',
    u: 'ü',
    y: 'ÿ',
    c: 'ç',
    n: 'ñ',
    s: 'š',
    z: 'ž',
    l: 'ł',
    d: 'đ',
  },
  ...{ A: 'Å', E: 'É', I: 'Î', O: 'Ø', U: 'Û', C: 'Ç', N: 'Ñ', S: 'Š', L: 'Ł', D: 'Đ' },
}

/** Text a third longer, each vowel twice at every third word, in letters that show whether the font has them. */
function longer(text: string): string {
  return text
    .split(/(\s+)/)
    .map((word, at) => (at % 4 === 0 ? word.replace(/[aeiou]/, '$&$&') : word))
    .join('')
    .replace(/[a-zA-Z]/g, letter => LETTERS[letter] ?? letter)
}
