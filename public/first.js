// Runs before the first paint: a dark page never flashes white, and a page that comes with its frame or its home is painted before its
// scripts are evaluated. What the server drew for somebody who left, and it did not hear of that, is not shown. It is a file and not an
// inline script because the content security policy allows only files of our own origin.
;(() => {
  const { entry } = document.currentScript.dataset
  if (entry) requestAnimationFrame(() => setTimeout(() => import(entry)))
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
})()
