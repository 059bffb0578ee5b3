import type { AnyRouter } from '@tanstack/react-router'
import { crossPage } from '#web/ui/alert-bus.ts'
import { NAME } from '#web/ui/logo.tsx'
import type { Translator } from '#web/words/words.tsx'

let last: string | undefined

/** Titles the document and moves the focus to the page's heading, so that readers hear where they are. */
export function arriveAt(path: string, title: string | undefined): void {
  document.title = title ? `${title} · ${NAME}` : NAME
  // The first page is where the reader already is; a change of the query alone is the same page.
  const moved = last !== undefined && last !== path
  last = path
  if (!moved) return
  crossPage()
  focusHeading()
}

/** Arrives at each page that the router shows, and at the one that it shows already, until what it answers is called. */
export function announcePages(router: AnyRouter, t: Translator<'pages'>): () => void {
  const arrive = () => {
    const { location, matches } = router.state
    const title = matches.findLast(match => match.staticData.title)?.staticData.title
    arriveAt(location.pathname, title && t(title))
  }
  // A page that was loaded before it is drawn is rendered before anybody can ask to be told.
  if (router.state.resolvedLocation) arrive()
  return router.subscribe('onRendered', arrive)
}

let watch: MutationObserver | undefined

/** The heading of the page, or its main part where it has none yet, so that it can have the focus. */
export function focusableHeading(): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>('main h1, main:not(:has(h1))')
  if (heading) heading.tabIndex = -1
  return heading
}

function focusHeading(): void {
  watch?.disconnect()
  const main = document.querySelector('main')
  const heading = focusableHeading()
  if (!main || !heading || document.querySelector('[role=dialog]')) return
  heading.focus({ preventScroll: true })
  // What a page loads brings a heading of its own, and the focus would be lost with the one before.
  watch = new MutationObserver(() => {
    const other = document.querySelector('main h1')
    if (!other || other === heading) return
    const { activeElement } = document
    if (activeElement === document.body || activeElement === main) focusHeading()
    else watch?.disconnect()
  })
  watch.observe(main, { childList: true, subtree: true })
}

/**
 * Moves the focus to the page's heading where what had it is gone, as a button is that has done its work: from the body the next key
 * would begin at the top of the window. Until what it answers is called.
 */
export function keepFocus(): () => void {
  let had: Element | null = null
  const onFocus = ({ target }: FocusEvent) => {
    had = target instanceof Element ? target : null
  }
  const watchGone = new MutationObserver(() => {
    if (!had || had.isConnected) return
    // A dialog gives the focus back to what opened it once it is gone, if that still stands.
    setTimeout(() => {
      if (had?.isConnected === false && document.activeElement === document.body) focusHeading()
    })
  })
  addEventListener('focusin', onFocus)
  watchGone.observe(document.body, { childList: true, subtree: true })
  return () => {
    removeEventListener('focusin', onFocus)
    watchGone.disconnect()
  }
}
