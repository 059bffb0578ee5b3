/** The functions of a source, off its syntax tree, with the lines that each spans. */
import { parseSync } from 'vite'
import type { Source } from './sources.ts'

export type SizedFunction = {
  /** `path name`, or `path name@line` where it has no name of its own. */
  readonly name: string
  readonly lines: number
  /** Whether it is a React component: one with a capital in a file of JSX. */
  readonly isComponent: boolean
}

type Node = { readonly type: string; readonly start: number; readonly end: number }

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']

/** Every function of a source, those inside others as well. */
export function functionsOf({ path, text }: Source): SizedFunction[] {
  const { program } = parseSync(path, text)
  const breaks = [...text.matchAll(/\n/g)].map(({ index }) => index)
  const lineAt = (offset: number) => breaks.filter(at => at < offset).length + 1
  const found: SizedFunction[] = []
  const visit = (node: unknown, named: string | undefined): void => {
    if (Array.isArray(node)) for (const child of node) visit(child, undefined)
    if (!isNode(node)) return
    const own = nameIn(node) ?? named
    if (FUNCTIONS.includes(node.type))
      found.push({
        name: `${path} ${own ?? `@${lineAt(node.start)}`}`,
        lines: lineAt(node.end) - lineAt(node.start) + 1,
        isComponent: path.endsWith('.tsx') && /^[A-Z]/.test(own ?? ''),
      })
    for (const [key, child] of Object.entries(node))
      visit(child, key === 'init' || key === 'value' ? own : undefined)
  }
  visit(program, undefined)
  return found
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

/** What a declaration, a variable, a property or a method is called. */
function nameIn(node: Node): string | undefined {
  const { id, key } = node as { id?: { name?: string } | null; key?: { name?: string } }
  return id?.name ?? key?.name
}
