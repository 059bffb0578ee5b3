/** The Markdown of an exhibit becomes the few things that an exhibit may have; everything else is the text that it is written as. */
import type { List, PhrasingContent, RootContent, Table } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import {
  type ExhibitBlock,
  type ExhibitRun,
  linkTarget,
  MOST_COLUMNS,
  MOST_LEVELS,
} from '#domain/contracts/exhibit.ts'

/** What Markdown has and an exhibit has not stays the letters that were typed: nothing that was written disappears. */
const OFF = [
  ...['blockQuote', 'htmlFlow', 'htmlText', 'codeIndented', 'codeFenced', 'codeText', 'definition'],
  ...['labelStartImage', 'thematicBreak', 'setextUnderline'],
]
const OPTIONS = {
  extensions: [gfmTable(), { disable: { null: OFF } }],
  mdastExtensions: [gfmTableFromMarkdown()],
}

/** More than lists need; what reads the text takes longer with each level. */
const MOST_INDENT = 24

/** The blocks of an exhibit. The same text always gives the same; never throws, whatever is written. */
export function parseExhibit(markdown: string): ExhibitBlock[] {
  const source = markdown
    .replace(/\r\n?/g, '\n')
    .replace(/^[ \t]+/gm, indent => indent.slice(0, MOST_INDENT))
  return fromMarkdown(source, OPTIONS).children.flatMap(node => blocksOf(node, source, 1))
}

function blocksOf(node: RootContent, source: string, level: number): ExhibitBlock[] {
  switch (node.type) {
    case 'heading':
      return filled('heading', runsOf(node.children), Math.min(node.depth, 3))
    case 'paragraph':
      return filled('paragraph', runsOf(node.children))
    case 'list':
      return itemsOf(node, source, level)
    case 'table':
      return tableOf(node, source)
    default:
      return filled('paragraph', [text(sourceOf(node, source))])
  }
}

function block(kind: ExhibitBlock['kind'], more: Partial<ExhibitBlock>): ExhibitBlock {
  return { kind, level: 0, marker: '', runs: [], rows: [], ...more }
}

function filled(kind: ExhibitBlock['kind'], runs: ExhibitRun[], level = 0): ExhibitBlock[] {
  return runs.some(run => run.text.trim() !== '') ? [block(kind, { level, runs })] : []
}

/** Each item is a block of its own, and what stands deeper in it follows it. */
function itemsOf(list: List, source: string, level: number): ExhibitBlock[] {
  const first = list.start ?? 1
  return list.children.flatMap((item, at) => {
    const marker = list.ordered ? `${first + at}.` : '•'
    const [head, ...rest] = item.children
    const runs = head?.type === 'paragraph' ? runsOf(head.children) : []
    const inside = head?.type === 'paragraph' ? rest : item.children
    return [
      block('item', { level: Math.min(level, MOST_LEVELS), marker, runs }),
      ...inside.flatMap(each => blocksOf(each, source, level + 1)),
    ]
  })
}

/** A table whose rows are as long as its head; one with more columns than can be read is the text that it was written as. */
function tableOf(table: Table, source: string): ExhibitBlock[] {
  const columns = table.children[0]?.children.length ?? 0
  if (columns === 0 || columns > MOST_COLUMNS)
    return filled('paragraph', [text(sourceOf(table, source))])
  const rows = table.children.map(row =>
    Array.from({ length: columns }, (_, at) => runsOf(row.children[at]?.children ?? [])),
  )
  return [block('table', { rows })]
}

function runsOf(nodes: readonly PhrasingContent[], as: 'text' | 'strong' = 'text'): ExhibitRun[] {
  return joined(nodes.flatMap(node => runOf(node, as)))
}

function runOf(node: PhrasingContent, as: 'text' | 'strong'): ExhibitRun[] {
  switch (node.type) {
    case 'text':
      return node.value
        .split('\n')
        .flatMap((line, at) => (at === 0 ? [text(line, as)] : [lineBreak, text(line, as)]))
    case 'break':
      return [lineBreak]
    case 'strong':
      return runsOf(node.children, 'strong')
    case 'emphasis':
      return runsOf(node.children, as)
    case 'link':
      return linkOf(runsOf(node.children, as), node.url)
    default:
      return []
  }
}

/** A link, which says where it leads wherever its words do not; one that may lead nowhere is its words and its address. */
function linkOf(inside: readonly ExhibitRun[], url: string): ExhibitRun[] {
  const words = inside.map(run => (run.as === 'break' ? ' ' : run.text)).join('')
  const href = linkTarget(url)
  const says = words === url || `mailto:${words}` === url || words === href
  const leadsTo = (href ?? url).replace(/^mailto:/, '')
  const whole = says || words === '' ? words || url : `${words} (${leadsTo})`
  return [href ? { as: 'link', text: whole, href } : text(whole)]
}

const lineBreak: ExhibitRun = { as: 'break', text: '' }

function text(said: string, as: 'text' | 'strong' = 'text'): ExhibitRun {
  return { as, text: said }
}

/** Neighbours of one kind as one, so that how the text was taken apart cannot be seen. */
function joined(runs: readonly ExhibitRun[]): ExhibitRun[] {
  const kept: ExhibitRun[] = []
  for (const run of runs) {
    const last = kept.at(-1)
    const same = last?.as === run.as && (run.as === 'text' || run.as === 'strong')
    if (last && same) kept[kept.length - 1] = { as: run.as, text: last.text + run.text }
    else if (run.as === 'break' || run.text !== '') kept.push(run)
  }
  return kept
}

function sourceOf(node: RootContent, source: string): string {
  return source.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0)
}
