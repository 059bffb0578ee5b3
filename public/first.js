// Runs before the first paint: a dark page never flashes white, and a page that comes with its frame is painted before its scripts
// are evaluated. It is a file and not an inline script because the content security policy allows only files of our own origin.
;(() => {
  const { entry } = document.currentScript.dataset
  if (entry) requestAnimationFrame(() => setTimeout(() => import(entry)))
  const root = document.documentElement
  const dark = matchMedia('(prefers-color-scheme: dark)')
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
