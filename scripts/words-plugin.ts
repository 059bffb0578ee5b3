/**
 * The catalogues of `messages/` as the web's build takes them (decision 0034): each script brings the parts that it says by
 * `useTranslations('room.part')` or `translatorOf('room.part')`, compiled, so that no browser parses ICU MessageFormat. With CORRIDOR_WORDS=pseudo they are in a
 * language that nobody speaks, longer than English and with letters of its own: what a screen says without a catalogue stays English
 * there, and what is cut shows.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

type CompiledMessage = ReturnType<typeof compile>
type Catalogue = { readonly [key: string]: Catalogue | string }
type Compiled = { readonly [key: string]: Compiled | CompiledMessage }

const PREFIX = 'words:'
const SAYS = /(?:useTranslations|translatorOf)\(/
const IDS = /^\0?words:/
const ROOT = join(import.meta.dirname, '..')
const LEARN = JSON.stringify(join(ROOT, 'src/web/words/learned.ts'))

export function wordsPlugin(pseudo = process.env.CORRIDOR_WORDS === 'pseudo'): Plugin {
  return {
    name: 'words',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/web\/(?!words\/).+\.tsx?$/, code: SAYS },
      handler: code =>
        partsSaidIn(code)
          .map(part => `import '${PREFIX}${part}';`)
          .join('') + code,
    },
    resolveId: { filter: { id: IDS }, handler: id => `\0${id}` },
    load: {
      filter: { id: IDS },
      handler(id) {
        const part = id.slice(id.indexOf(PREFIX) + PREFIX.length)
        const [room, ...within] = part.split('.')
        const file = join(ROOT, `messages/en/${room}.json`)
        this.addWatchFile(file)
        const words = compiled(partOf(JSON.parse(readFileSync(file, 'utf8')), within), pseudo)
        return `import { learn } from ${LEARN};learn('${part}', ${JSON.stringify(words)})`
      },
    },
  }
}

function partsSaidIn(code: string): string[] {
  const said = [...code.matchAll(/(?:useTranslations|translatorOf)\(([^)]*)\)/g)].map(
    ([whole, given = '']) => {
      const [, part] = /^'([\w.-]+)'$/.exec(given) ?? []
      if (!part) throw new Error(`A build cannot tell which words ${whole} says.`)
      return part
    },
  )
  return [...new Set(said)]
}

function partOf(words: Catalogue, [key, ...rest]: readonly string[]): Catalogue {
  const within = key === undefined ? words : words[key]
  if (typeof within !== 'object') throw new Error(`No catalogue has a part ${key}.`)
  return key === undefined ? within : partOf(within, rest)
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
