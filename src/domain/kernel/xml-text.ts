/** XML as text (W3C XML 1.0): an element with nothing in it is left out, so that no schema meets an empty one. */

/** An element as text; undefined where it would be empty. */
export type Xml = string | undefined

/** An element of a text, which is escaped, or of elements; undefined where it would be empty. */
export function el(
  name: string,
  within: string | null | readonly Xml[],
  attributes: Readonly<Record<string, string>> = {},
): Xml {
  if (within === null) return undefined
  const inner = typeof within === 'string' ? escaped(within) : within.join('')
  if (inner === '') return undefined
  let head = name
  for (const [key, value] of Object.entries(attributes)) head += ` ${key}="${escaped(value)}"`
  return `<${head}>${inner}</${name}>`
}

/** The document of an element, to be kept in UTF-8. */
export function xmlDocument(root: Xml): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root ?? ''}\n`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, found => ENTITIES[found] ?? found)
}
