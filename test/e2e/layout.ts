/** What is laid out wrong on the page that stands. All but the last two run in the browser, as they are written here. */

type Text = { readonly node: Element; readonly rects: readonly DOMRect[] }

const clips = (node: Element) => ['hidden', 'clip'].includes(getComputedStyle(node).overflowX)
const scrolls = (node: Element) => ['auto', 'scroll'].includes(getComputedStyle(node).overflowX)

/** Said to screen readers alone. */
const hiddenFromSight = (node: Element | null): boolean =>
  node !== null &&
  (getComputedStyle(node).clipPath === 'inset(50%)' || hiddenFromSight(node.parentElement))

const visible = (node: Element) =>
  node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
  !node.closest('.sr, [aria-hidden=true], [data-base-ui-focus-guard]') &&
  // The bar of a selection stands in the place of the table's head.
  !node.closest('.table-card:has(> .bulk.on) thead') &&
  !hiddenFromSight(node)

const nameOf = (node: Element): string =>
  node.id
    ? `#${node.id}`
    : `${node.tagName.toLowerCase()}${[...node.classList].map(name => `.${name}`).join('')}`

function said(node: Element, wrong: string): string {
  const names: string[] = []
  for (let at: Element | null = node; at && names.length < 4; at = at.parentElement)
    names.unshift(nameOf(at))
  const text = (node.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40)
  return `${names.join(' > ')} "${text}" ${wrong}`
}

/** Every text that is seen, with a box for each of its lines. */
function textsOf(): Text[] {
  const texts: Text[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const node = text.parentElement
    if (!node || !text.textContent?.trim() || !visible(node)) continue
    if (['SCRIPT', 'STYLE', 'OPTION', 'TITLE'].includes(node.tagName)) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
    if (rects.length > 0) texts.push({ node, rects })
  }
  return texts
}

/** Texts that end where a box ends that hides the rest, unless dots and a title stand for it. */
function clippedTexts(texts: readonly Text[]): string[] {
  const cutBy = ({ node, rects }: Text): Element | undefined => {
    for (let at: Element | null = node; at && at !== document.body; at = at.parentElement) {
      const { position, textOverflow } = getComputedStyle(at)
      // What is outside a box that scrolls can be scrolled to; that it scrolls is said of the box.
      if (scrolls(at) || position === 'fixed') return undefined
      if (!clips(at) || at.clientWidth <= 1) continue
      if (textOverflow === 'ellipsis' && at.closest('[title], [aria-label]')) return undefined
      const { left, right } = at.getBoundingClientRect()
      if (rects.some(rect => rect.right > right + 1 || rect.left < left - 1)) return at
    }
    return undefined
  }
  return texts.flatMap(text => {
    const by = cutBy(text)
    return by ? [said(text.node, `is cut by ${nameOf(by)}`)] : []
  })
}

function clippedInputs(): string[] {
  const unseen = ['checkbox', 'radio', 'file', 'hidden', 'range']
  return [...document.querySelectorAll('input')]
    .filter(field => !unseen.includes(field.type) && visible(field) && field.value)
    .filter(field => field.clientWidth > 20 && field.scrollWidth > field.clientWidth + 1)
    .map(field => said(field, `cuts its value ${field.value}`))
}

function scrollingBoxes(): string[] {
  const page = document.documentElement
  const meant = ['PRE', 'CODE', 'TEXTAREA', 'INPUT', 'IFRAME']
  const boxes = [...document.querySelectorAll('body *')].filter(
    node =>
      node.scrollWidth > node.clientWidth + 1 &&
      !meant.includes(node.tagName) &&
      scrolls(node) &&
      visible(node),
  )
  return [
    ...(page.scrollWidth > page.clientWidth ? ['the page scrolls sideways'] : []),
    ...boxes.map(node =>
      said(node, `scrolls sideways, ${node.scrollWidth} in ${node.clientWidth}`),
    ),
  ]
}

/** What is seen of a line of a text. */
function seenOf(node: Element, { left, right, top, bottom }: DOMRect) {
  const seen = { left, right, top, bottom }
  for (let at: Element | null = node; at; at = at.parentElement) {
    if (!clips(at)) continue
    const box = at.getBoundingClientRect()
    seen.left = Math.max(seen.left, box.left)
    seen.right = Math.min(seen.right, box.right)
  }
  return seen
}

/** The heads that the cells of a card say: they are drawn by CSS, at the start of the cell, and are no text of the document. */
function cellHeads(): Text[] {
  const context = document.createElement('canvas').getContext('2d')
  return [...document.querySelectorAll<HTMLElement>('.cards td[data-label]')].flatMap(node => {
    const { content, font, lineHeight } = getComputedStyle(node, '::before')
    if (!context || content === 'none' || !node.dataset.label || !visible(node)) return []
    context.font = font
    const { width } = context.measureText(node.dataset.label)
    const { left, right, top } = node.getBoundingClientRect()
    const { direction, paddingTop, paddingInlineStart: inset } = getComputedStyle(node)
    const start =
      direction === 'rtl'
        ? right - Number.parseFloat(inset) - width
        : left + Number.parseFloat(inset)
    const line = new DOMRect(
      start,
      top + Number.parseFloat(paddingTop),
      width,
      Number.parseFloat(lineHeight),
    )
    return [{ node, rects: [line] }]
  })
}

/** Whether a box lies over others on purpose: one that is fixed, or one that sticks while what it belongs to scrolls below it. */
function floats(node: HTMLElement): boolean {
  const { position } = getComputedStyle(node)
  if (position !== 'sticky') return position === 'fixed'
  const { top, left } = node.getBoundingClientRect()
  const own = node.style.position
  node.style.position = 'static'
  const rest = node.getBoundingClientRect()
  node.style.position = own
  return Math.abs(rest.top - top) > 1 || Math.abs(rest.left - left) > 1
}

/** What tells the layers of nodes: what floats lies above the rest. */
function layersOf(): (node: Element) => Element {
  const known = new Map<Element, boolean>()
  return node => {
    for (let at: Element | null = node; at; at = at.parentElement) {
      if (!known.has(at)) known.set(at, at instanceof HTMLElement && floats(at))
      if (known.get(at)) return at
    }
    return document.body
  }
}

/** Controls that are drawn over a text that is not theirs. */
function coveredTexts(texts: readonly Text[]): string[] {
  const layerOf = layersOf()
  const controls = document.querySelectorAll(
    'button, input:is([type=checkbox], [type=radio]), [role=button], .chip, .btn',
  )
  return [...controls].filter(visible).flatMap(control => {
    const box = control.getBoundingClientRect()
    const layer = layerOf(control)
    const over = texts.find(
      ({ node, rects }) =>
        !control.contains(node) &&
        rects.some(line => {
          const rect = seenOf(node, line)
          const across = Math.min(box.right, rect.right) - Math.max(box.left, rect.left)
          const down = Math.min(box.bottom, rect.bottom) - Math.max(box.top, rect.top)
          return across > 3 && down > 3
        }) &&
        layerOf(node) === layer,
    )
    return over ? [said(control, `is drawn over "${over.node.textContent}"`)] : []
  })
}

/** Texts over texts. Layers lie above one another on purpose: texts are compared within theirs, and where they are seen. */
function overlaps(texts: readonly Text[]): string[] {
  const layerOf = layersOf()
  const lines = texts
    .flatMap(({ node, rects }) =>
      rects.map(rect => ({ node, rect: seenOf(node, rect), layer: layerOf(node) })),
    )
    .sort((a, b) => a.rect.top - b.rect.top)
  const found: string[] = []
  for (const [at, one] of lines.entries())
    for (const other of lines.slice(at + 1)) {
      if (other.rect.top > one.rect.bottom - 3) break
      if (one.layer !== other.layer || one.node === other.node) continue
      const [a, b] = [one.rect, other.rect]
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
      // Lines of one text may be set closer than their boxes are high.
      const most = Math.min(a.bottom - a.top, b.bottom - b.top) * 0.4
      if (across > 2 && down > most)
        found.push(said(one.node, `lies over "${other.node.textContent}"`))
    }
  return found
}

/** What a row says keeps clear of its edges; what stands below a row belongs to it. */
function bareRows(texts: readonly Text[]): string[] {
  return [...document.querySelectorAll('table tbody tr:not(.note), .rows > li')].flatMap(row => {
    const box = row.getBoundingClientRect()
    const within = texts.filter(({ node }) => row.contains(node)).flatMap(({ rects }) => rects)
    // A cell of several rows is as high as these.
    if (!visible(row) || within.length === 0 || row.querySelector('[rowspan]')) return []
    const room = [
      Math.min(...within.map(rect => rect.left)) - box.left,
      Math.min(...within.map(rect => rect.top)) - box.top,
      box.bottom - Math.max(...within.map(rect => rect.bottom)),
    ].map(Math.round)
    const [left = 0, top = 0, bottom = 0] = room
    return left < 8 || top < 4 || bottom < 4 ? [said(row, `has no room: ${room} to its edges`)] : []
  })
}

/** Figures under one another whose digits end at different places, whatever currency follows them. */
function raggedFigures(): string[] {
  return [...document.querySelectorAll('table')].flatMap(table => {
    const columns = new Map<string, { cell: Element; end: number }[]>()
    for (const cell of table.querySelectorAll<HTMLElement>('tbody td.r, tfoot td.r')) {
      // By where it ends, whatever spans columns or rows; in a card by its head.
      const place = `${Math.round(cell.getBoundingClientRect().right)} ${cell.dataset.label}`
      const ends = [...cell.querySelectorAll('.amt')].filter(visible).map(figure => {
        const code = figure.querySelector('.ccy')
        return code ? code.getBoundingClientRect().left : figure.getBoundingClientRect().right
      })
      columns.set(place, [...(columns.get(place) ?? []), ...ends.map(end => ({ cell, end }))])
    }
    return [...columns.values()].flatMap(([first, ...rest]) =>
      rest.flatMap(({ cell, end }) =>
        first && Math.abs(end - first.end) > 1
          ? [said(cell, `ends ${Math.round(end - first.end)} px off "${first.cell.textContent}"`)]
          : [],
      ),
    )
  })
}

/** Tables that are drawn as cards where a desk has room for their columns. */
function cardsOnDesks(): string[] {
  if (innerWidth < 1024) return []
  return (
    [...document.querySelectorAll('.table-room.cards')]
      // One beside others has the room that it has.
      .filter(node => visible(node) && node.clientWidth > 600)
      .map(node => said(node, 'has no room for its columns'))
  )
}

/** Words of usual length that are broken over lines: a text takes more lines than it has words. */
function brokenWords(texts: readonly Text[]): string[] {
  return texts.flatMap(({ node, rects }) => {
    const words = (node.textContent ?? '').trim().split(/\s+/)
    // A text that is cut off on its one line has a rectangle for what is seen of it, and one for the rest.
    const lines = new Set(rects.map(({ top }) => Math.round(top))).size
    const isBroken = lines > words.length && words.every(word => /^[A-Za-z]{1,12}$/.test(word))
    return isBroken ? [said(node, `is broken into ${lines} lines`)] : []
  })
}

/** Words in a column so narrow that each line has two or three of them, in a window that has room for no more columns. */
function squeezed(texts: readonly Text[]): string[] {
  if (innerWidth >= 600) return []
  return texts
    .filter(({ node, rects }) => {
      const length = (node.textContent ?? '').trim().length
      const widest = Math.max(...rects.map(({ width }) => width))
      return rects.length >= 4 && length / rects.length < 16 && widest < innerWidth * 0.4
    })
    .map(({ node, rects }) => said(node, `is squeezed into ${rects.length} lines`))
}

/** Buttons that do nothing and look as if they did. */
function pressable(): string[] {
  const look = (button: HTMLButtonElement) => {
    const { backgroundColor, color, opacity } = getComputedStyle(button)
    return [backgroundColor, color, opacity].join(' ')
  }
  return [...document.querySelectorAll<HTMLButtonElement>('.btn:disabled:not([aria-busy=true])')]
    .filter(button => {
      const { transition } = button.style
      button.style.transition = 'none'
      const shown = look(button)
      button.disabled = false
      const free = look(button)
      button.disabled = true
      button.style.transition = transition
      return shown === free
    })
    .map(button => said(button, 'does nothing, and looks as if it did'))
}

/** Filled buttons of the same words: one of them says what comes first. */
function offeredTwice(): string[] {
  const words = (button: Element) => button.getAttribute('aria-label') ?? button.textContent
  const filled = [...document.querySelectorAll('.btn.p')].filter(visible)
  return filled
    .filter((button, at) => filled.slice(0, at).some(other => words(other) === words(button)))
    .map(button => said(button, 'is offered twice'))
}

/** Names that stand at the other end of the page's lines where they are written from the right: a box of their own begins where they do. */
function turnedNames(): string[] {
  return [...document.querySelectorAll('bdi')]
    .filter(name => visible(name) && getComputedStyle(name).textAlign === 'start')
    .map(name => said(name, 'begins where it is written from, and not where the page does'))
}

function faults(): string[] {
  const texts = textsOf()
  return [
    ...clippedTexts(texts),
    ...clippedInputs(),
    ...scrollingBoxes(),
    ...overlaps(texts),
    ...coveredTexts([...texts, ...cellHeads()]),
    ...bareRows(texts),
    ...raggedFigures(),
    ...cardsOnDesks(),
    ...brokenWords(texts),
    ...squeezed(texts),
    ...pressable(),
    ...offeredTwice(),
    ...turnedNames(),
  ]
}

const NAMED = { clips, scrolls, hiddenFromSight, visible, nameOf, said, textsOf, clippedTexts }
const MORE = {
  floats,
  layersOf,
  seenOf,
  cellHeads,
  coveredTexts,
  clippedInputs,
  scrollingBoxes,
  overlaps,
  bareRows,
  raggedFigures,
  cardsOnDesks,
  brokenWords,
  squeezed,
  pressable,
  offeredTwice,
  turnedNames,
  faults,
}

/** For the browser: what is laid out wrong, each as a selector, its text and what is wrong with it. */
export const LAYOUT_FAULTS = `(() => {
  ${Object.entries({ ...NAMED, ...MORE })
    .map(([name, work]) => `const ${name} = ${work}`)
    .join('\n')}
  return [...new Set(faults())]
})()`

/** What stood and was moved while the page came, and how far by the browser's own measure; what answers a key or a click is not counted. */
export async function layoutShift(): Promise<{ sum: number; moved: string[] }> {
  type Shift = PerformanceEntry & {
    readonly value: number
    readonly hadRecentInput: boolean
    readonly sources: readonly { readonly node: Node | null }[]
  }
  const entries = await new Promise<PerformanceEntry[]>(resolve => {
    const observer = new PerformanceObserver(list => resolve(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    // Nothing is told where nothing moved.
    setTimeout(() => resolve(observer.takeRecords()), 50)
  })
  const shifts = (entries as Shift[]).filter(({ hadRecentInput }) => !hadRecentInput)
  const nodes = shifts.flatMap(({ sources }) => sources.flatMap(({ node }) => node ?? []))
  const tagOf = (node: Node) =>
    node instanceof Element ? `${node.tagName.toLowerCase()}.${node.className}` : node.nodeName
  return { sum: shifts.reduce((sum, { value }) => sum + value, 0), moved: nodes.map(tagOf) }
}
