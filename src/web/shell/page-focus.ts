import type { AnyRouter } from '@tanstack/react-router'

/** Titles the document after each navigation and moves the focus to the page's heading, so that readers hear where they are. */
export function announcePages(router: AnyRouter): void {
  let last: string | undefined
  router.subscribe('onRendered', ({ toLocation }) => {
    const title = router.state.matches.findLast(match => match.staticData.title)?.staticData.title
    document.title = title ? `${title} · Corridor` : 'Corridor'
    // The first page is where the reader already is; a change of the query alone is the same page.
    const moved = last !== undefined && last !== toLocation.pathname
    last = toLocation.pathname
    if (moved) focusHeading()
  })
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
  if (!heading || document.querySelector('[role=dialog]')) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
