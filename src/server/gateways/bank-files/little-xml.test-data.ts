/** A reader of our own for the plain XML that we write: nothing in common with the one that reads what banks send. */

export type Tree = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Tree[]
  text: string
}

/** The tree of a text of elements, attributes and texts; throws for everything else. */
export function littleXml(text: string): Tree {
  const root: Tree = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const body = text.replace(/^<\?xml version="1.0" encoding="UTF-8"\?>\n/, '')
  for (const [token, slash, name = '', attributes = '', said] of body.matchAll(
    /<(\/?)([A-Za-z0-9]+)((?: \w+="[^"<]*")*)>|([^<>]+)|[<>]/g,
  )) {
    const here = open.at(-1)
    if (!here || (said === undefined && name === '')) throw new Error(`unexpected ${token}`)
    if (said !== undefined) here.text += said.trim()
    else if (slash) {
      if (here.name !== name) throw new Error(`${name} ends where ${here.name} should`)
      open.pop()
    } else {
      const pairs = [...attributes.matchAll(/(\w+)="([^"]*)"/g)].map(([, k = '', v = '']) => [
        k,
        plain(v),
      ])
      const child = { name, attributes: Object.fromEntries(pairs), children: [], text: '' }
      here.children.push(child)
      open.push(child)
    }
  }
  const [document] = root.children
  if (!document || open.length > 1) throw new Error('no whole document')
  return unescaped(document)
}

function unescaped(tree: Tree): Tree {
  tree.text = plain(tree.text)
  for (const child of tree.children) unescaped(child)
  return tree
}

const plain = (text: string) =>
  text.replace(
    /&(amp|lt|gt|quot|apos);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'",
  )

/** All elements of a path such as `PmtInf/CdtTrfTxInf`, below a tree. */
export function all(tree: Tree, path: string): Tree[] {
  const [first = '', ...rest] = path.split('/')
  const found = tree.children.filter(({ name }) => name === first)
  return rest.length === 0 ? found : found.flatMap(child => all(child, rest.join('/')))
}

/** The text of the first element of a path. */
export function said(tree: Tree, path: string): string | undefined {
  return all(tree, path)[0]?.text
}
