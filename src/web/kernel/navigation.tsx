/** Moving between pages, without the router: the history that it stands on, the address in parts, and the links of the kit. */

import { createBrowserHistory } from '@tanstack/react-router'
import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { LinkProps } from '#web/ui/link.tsx'
import { sayStayed } from './stayed.ts'

/** The history of this window. The router follows it, so that whoever changes it changes the page. */
export const history = createBrowserHistory()

// Without a network another page could not be loaded: the one that is there stays, and the shell says so.
history.block({
  enableBeforeUnload: false,
  blockerFn: ({ currentLocation, nextLocation }) => {
    const stays = !navigator.onLine && currentLocation.pathname !== nextLocation.pathname
    if (stays) sayStayed()
    return stays
  },
})

function leavesAlone(event: React.MouseEvent): boolean {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return event.defaultPrevented || event.button !== 0 || modified
}

/** Pages that the server makes by itself. */
const SERVED = ['/dev/', '/docs/']

/**
 * Makes the link component of the application. Pages change without a reload; a link to a path that `find` has no page for is not
 * drawn, so that no link leads nowhere. Pointing at a link, or reaching it by keyboard or touch, fetches what its page needs.
 */
export function createLink(find: (path: string) => unknown, fetchAhead: (path: string) => void) {
  return function PageLink({ href, onClick, children, ...rest }: LinkProps) {
    const own = href.startsWith('/') && !SERVED.some(pages => href.startsWith(pages))
    const inside = rest.target === undefined && rest.download === undefined
    const path = href.replace(/[?#].*$/, '')
    if (own && !find(path)) return null
    const ahead = own && inside ? () => fetchAhead(path) : undefined
    return (
      <a
        {...rest}
        href={href}
        onPointerEnter={ahead}
        onFocus={ahead}
        onTouchStart={ahead}
        onClick={event => {
          onClick?.(event)
          if (!own || !inside || leavesAlone(event)) return
          event.preventDefault()
          go(href)
        }}
      >
        {children}
      </a>
    )
  }
}

/** What stands behind the # of the address, as it is by now: a link of another one that is opened here changes nothing else, and loads no page. */
export function useFragment(): string {
  return useSyncExternalStore(onFragment, fragment)
}

function onFragment(changed: () => void): () => void {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}

const fragment = () => window.location.hash.slice(1)

type Go = (href: string, options?: { replace?: boolean }) => void
type Goer = { path: string | undefined; readonly go: Go }

/** What is on the screen and may go elsewhere. */
const onScreen = new Set<Goer>()

/**
 * Goes to a path of our own; `replace` leaves no way back. Whose part of the screen is gone by then goes from the page that it stood on and from no
 * other: an answer that came after its person left takes them nowhere.
 */
export function useGo(): Go {
  return useGoer().go
}

function useGoer(): Goer {
  const [goer] = useState(goerOfItsPage)
  useLayoutEffect(() => {
    goer.path = history.location.pathname
    onScreen.add(goer)
    return () => void onScreen.delete(goer)
  }, [goer])
  return goer
}

function goerOfItsPage(): Goer {
  const goer: Goer = {
    path: undefined,
    go: (href, options) => {
      if (onScreen.has(goer) || goer.path === history.location.pathname) go(href, options)
    },
  }
  return goer
}

/** Says that the page of this path is shown: what is on the screen still is part of it. */
export function arrivedAt(path: string): void {
  for (const goer of onScreen) goer.path = path
}

function go(href: string, { replace = false }: { replace?: boolean } = {}): void {
  // Where one is already is no step that the way back takes, as of the browser's own links.
  if (replace || history.location.href === href) history.replace(href)
  else history.push(href)
}

type Changes = Readonly<Record<string, string | undefined>>

/**
 * The address: its path, its hash, the query as plain texts, and a way to change some of these without a new step in the history.
 * What a person filtered or opened stays in the address, so that it survives a reload and can be sent to somebody.
 */
export function useAddress(): {
  path: string
  hash: string
  /** Path and query, to come back to. */
  here: string
  get: (name: string) => string
  set: (changes: Changes) => void
} {
  const { pathname, search, hash } = useSyncExternalStore(history.subscribe, () => history.location)
  const goer = useGoer()
  const query = new URLSearchParams(search)
  return {
    path: pathname,
    hash: hash.slice(1),
    here: pathname + search,
    get: name => query.get(name) ?? '',
    set: changes => {
      // Of the page that it was read of, and of no other one that is shown by now.
      if (history.location.pathname !== pathname) return
      const next = new URLSearchParams(history.location.search)
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined || value === '') next.delete(name)
        else next.set(name, value)
      }
      const text = next.toString()
      goer.go(text === '' ? pathname : `${pathname}?${text}`, { replace: true })
    },
  }
}
