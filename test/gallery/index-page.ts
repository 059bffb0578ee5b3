/** The page to leaf through the pictures with: filters of everything that a picture has, and arrow keys from one to the next. */
export type Picture = {
  readonly file: string
  readonly screen: string
  readonly moment: string
  readonly who: string
  readonly role: string
  readonly width: number
  readonly light: 'light' | 'dark'
}

const FILTERS = ['role', 'who', 'screen', 'moment', 'width', 'light'] as const

/** The page as HTML, which needs nothing but the pictures beside it. `missed` says what there are no pictures of. */
export function indexPage(pictures: readonly Picture[], missed: readonly string[]): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Corridor: every screen</title>
<style>
body { font: 14px/20px system-ui, sans-serif; margin: 0; color-scheme: light dark; }
header { position: sticky; top: 0; padding: 12px 20px; display: flex; flex-wrap: wrap; gap: 12px; background: Canvas; border-bottom: 1px solid #8884; z-index: 1; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(260px, 1fr)); gap: 16px; padding: 20px; }
figure { margin: 0; } figure button { all: unset; display: block; cursor: zoom-in; width: 100%; } figure button:focus-visible { outline: 2px solid; }
figure img { width: 100%; height: 260px; object-fit: cover; object-position: top; border: 1px solid #8884; border-radius: 8px; }
dialog { border: 0; padding: 0; max-width: 96vw; max-height: 96vh; overflow: auto; } dialog img { max-width: 100%; display: block; }
details { padding: 0 20px; }
</style>
<header></header><details><summary></summary><ul></ul></details><main></main><dialog><img alt=""></dialog>
<script>
const pictures = ${JSON.stringify(pictures)}, missed = ${JSON.stringify(missed)}, filters = ${JSON.stringify(FILTERS)}
const make = (tag, of = {}, ...inside) => { const node = Object.assign(document.createElement(tag), of); node.append(...inside); return node }
const chosen = new URLSearchParams(location.hash.slice(1))
const [header, main, dialog] = ['header', 'main', 'dialog'].map(name => document.querySelector(name))
let shown = [], at = 0
const open = n => { at = (n + shown.length) % shown.length; dialog.querySelector('img').src = shown[at].file; if (!dialog.open) dialog.showModal() }
const draw = () => {
  shown = pictures.filter(one => filters.every(name => !chosen.get(name) || String(one[name]) === chosen.get(name)))
  main.replaceChildren(...shown.map((one, n) => make('figure', {}, make('button', { onclick: () => open(n), ariaLabel: 'Open' }, make('img', { src: one.file, loading: 'lazy', alt: '' })),
    make('figcaption', { textContent: [one.screen, one.moment, one.who, one.width, one.light].join(' · ') }))))
  location.hash = chosen
}
for (const name of filters) {
  const values = [...new Set(pictures.map(one => String(one[name])))]
  const select = make('select', { onchange: () => { chosen.set(name, select.value); draw() } }, make('option', { value: '', textContent: 'every ' + name }), ...values.map(value => make('option', { value, textContent: value })))
  select.value = chosen.get(name) ?? ''
  header.append(make('label', {}, select))
}
document.querySelector('summary').textContent = missed.length + ' without a picture'
document.querySelector('ul').append(...missed.map(textContent => make('li', { textContent })))
dialog.onclick = () => dialog.close()
onkeydown = ({ key }) => dialog.open && open(at + ({ ArrowRight: 1, ArrowLeft: -1 }[key] ?? 0))
draw()
</script></html>`
}
