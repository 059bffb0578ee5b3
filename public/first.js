// Runs before the first paint: a dark page never flashes white, and a page that comes with its frame or its home is painted before its
// scripts are evaluated. Where the first script does not come the page is loaded anew, once, and then says so. What the server drew for somebody who left, and it did not hear of that, is not shown. It is a file and not an
// inline script because the content security policy allows only files of our own origin.
;(() => {
  const { entry } = document.currentScript.dataset
  // A window that nobody looks at has no frames.
  const afterPaint = document.hidden ? setTimeout : requestAnimationFrame
  if (entry) afterPaint(() => setTimeout(() => import(entry).catch(unloaded)))
  else addEventListener('error', ({ target }) => target.type === 'module' && unloaded(), true)
  // A page that came in part draws nothing, and no browser says so: the rest of one takes a second or two.
  if (entry) setTimeout(() => !document.getElementById('root') && unloaded(), 10_000)
  const root = document.documentElement
  const dark = matchMedia('(prefers-color-scheme: dark)')
  try {
    if (localStorage.getItem('corridor.sign-out-untold') !== null) root.dataset.untold = ''
  } catch {
    // Storage that is forbidden remembers nothing.
  }
  const apply = () => {
    let chosen = null
    try {
      chosen = localStorage.getItem('corridor.mode')
    } catch {
      // Storage may be forbidden; the system's setting then decides.
    }
    const mode = chosen === 'dark' || chosen === 'light' ? chosen : dark.matches ? 'dark' : 'light'
    root.dataset.mode = mode
  }
  apply()
  dark.addEventListener('change', apply)
  addEventListener('storage', apply)

  function unloaded() {
    if (loadsAnew()) return location.reload()
    // A home comes in pieces, and the words with the last one.
    if (document.readyState === 'loading')
      return addEventListener('DOMContentLoaded', unloaded, { once: true })
    const said = document.getElementById('unloaded')?.content.cloneNode(true)
    if (!said) return
    said.querySelector('button').onclick = () => location.reload()
    document.getElementById('root').replaceChildren(said)
  }

  // Once a minute, as where a later script is missing (`missing-script.ts`): no page loads itself again and again.
  function loadsAnew() {
    try {
      const now = Date.now()
      const before = Number(sessionStorage.getItem('corridor.loaded-anew'))
      if (!navigator.onLine || Math.abs(now - before) < 60_000) return false
      sessionStorage.setItem('corridor.loaded-anew', String(now))
      return true
    } catch {
      return false
    }
  }
})()
