/** A value in a template: text and numbers print, the others decide sections. */
export type FillValue = string | number | boolean | null | undefined | readonly FillView[]
/** What a template is filled with. */
export type FillView = { readonly [key: string]: FillValue }

const SECTION = /\{\{([#^])(\w+)\}\}([\s\S]*?)\{\{\/\2\}\}/g
const PLACEHOLDER = /\{\{(say )?([\w.]+)\}\}/g

/** How a template becomes one kind of text. */
export type FillEdge = {
  /** The value of a key as it is printed. */
  encode(text: string, key: string): string
  /** The words of a key, filled with values of the view that it encoded. */
  say(key: string, view: FillView): string
}

/**
 * Fills a template: `{{key}}` prints a value, encoded, `{{say key}}` the words of that key, `{{#key}}...{{/key}}` its content for a
 * value that is there (once per item of a list), `{{^key}}...{{/key}}` for one that is not. Values are never read as
 * templates. Throws when a placeholder has no value, so that no mail goes out with a hole.
 */
export function fillTemplate(template: string, view: FillView, edge: FillEdge): string {
  // Sections and placeholders are cut out of the template first, so that a value holding braces stays as it is.
  let filled = ''
  let at = 0
  for (const match of template.matchAll(SECTION)) {
    const [whole, kind, key = '', content = ''] = match
    filled += print(template.slice(at, match.index), view, edge)
    filled += section(kind === '#', view[key], content, view, edge)
    at = match.index + whole.length
  }
  return filled + print(template.slice(at), view, edge)
}

function section(
  wanted: boolean,
  value: FillValue,
  content: string,
  view: FillView,
  edge: FillEdge,
): string {
  const present = Array.isArray(value) ? value.length > 0 : Boolean(value)
  if (present !== wanted) return ''
  const views = wanted && Array.isArray(value) ? value : [{}]
  return views.map(item => fillTemplate(content, { ...view, ...item }, edge)).join('')
}

function print(text: string, view: FillView, edge: FillEdge): string {
  return text.replace(PLACEHOLDER, (_whole, words: string | undefined, key: string) => {
    if (words) return edge.say(key, view)
    const value = view[key]
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw new Error(`The placeholder ${key} has no value.`)
    }
    return edge.encode(String(value), key)
  })
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML content and for quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, found => ENTITIES[found] ?? found)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is removed.
const CONTROLS = /[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g

/** One line of text: line breaks and control characters become a space, so that no header can be smuggled in. */
export function oneLine(text: string): string {
  return text.replace(CONTROLS, ' ').trim()
}
