/** English in code: the texts of a source that people would read, as far as they can be told from those that programs read. */
import { parseSync } from 'vite'
import type { Source } from './sources.ts'

type Node = { readonly type: string; readonly start: number; readonly end: number }

/** A word alone with a capital; a capital first, and two words beside each other, or one and what is filled in. */
const LABEL = /^\p{Lu}\p{Ll}+$/u
const SENTENCE = /^\p{Lu}\p{Ll}+ ADA|^[\p{Lu}'“(].*\p{Ll}{2,},? \p{Ll}{2,}/u

/** Functions whose words are for logs, for who runs the server, or for other programs. */
const UNREAD =
  /^(?:assert|present|words|fail|complain|need|broken|told|away|hkdfSync|createHmac|hmac|console\.\w+|(?:\w+\.)*(?:log|events|config)\.(?:info|warn|error|debug|fatal|noted)|\w*Error|Defect|Histogram|Counter|Gauge|dict\.\w+|\w+\.entries\.get|numbersIn|cycleVerb|itemVerb)$/
/** Properties that documents are made of, or that name things to programs. */
const UNREAD_KEYS =
  /^(?:summary|description|touches|neither|meaning|remedy|help|bucket|rpName|issuer)$/
/** Who says it; a name is the same in every language. */
const NAMES = new Set(['Corridor', 'Problem', 'Defect'])

export type Prose = { readonly path: string; readonly line: number; readonly said: string }

/** The texts of a source; `ADA` stands where something is filled in. */
export function proseIn({ path, text }: Source): Prose[] {
  const found: Prose[] = []
  const add = (node: Node, said: string, alone: boolean) => {
    if (NAMES.has(said) || !((alone && LABEL.test(said)) || SENTENCE.test(said))) return
    found.push({ path, line: text.slice(0, node.start).split('\n').length, said })
  }
  const visit = (child: unknown): void => {
    if (Array.isArray(child)) for (const one of child) visit(one)
    if (!isNode(child) || isUnread(child, text)) return
    if (child.type === 'Literal' && typeof child.value === 'string')
      add(child, child.value.trim(), true)
    if (child.type === 'TemplateLiteral') add(child, filled(child), false)
    for (const one of Object.values(child)) visit(one)
  }
  visit(parseSync(path, text).program)
  return found
}

/** A template with a name where something is filled in. */
function filled({ quasis }: Record<string, unknown>): string {
  const pieces = (quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
  return pieces.join('ADA').trim()
}

function isUnread(node: Node & Record<string, unknown>, text: string): boolean {
  if (/^(?:Import|Export(?:All|Named))/.test(node.type)) return !node.declaration
  if (/^TS(?:Literal|TypeAlias|Interface|Union)/.test(node.type)) return true
  if (node.type === 'TaggedTemplateExpression') return true
  if (node.type === 'CallExpression' || node.type === 'NewExpression') {
    const { start, end } = node.callee as Node
    return UNREAD.test(text.slice(start, end))
  }
  if (node.type !== 'Property') return false
  const { name, value } = node.key as { name?: unknown; value?: unknown }
  return UNREAD_KEYS.test(String(name ?? value))
}

function isNode(value: unknown): value is Node & Record<string, unknown> {
  return typeof value === 'object' && value !== null && 'type' in value
}
