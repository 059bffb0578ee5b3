/** Moving between pages: the links of the kit through the router, and the address in parts. */
import { useLocation, useParams, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { LinkProps } from '#web/ui/link.tsx'

/** Whether a path pattern such as `/a/$b` covers a path. */
export function matchesPath(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.replace(/(.)\/$/, '$1').split('/')]
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part.startsWith('$') ? given[at] !== '' : part === given[at]))
  )
}

function leavesAlone(event: React.MouseEvent): boolean {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return event.defaultPrevented || event.button !== 0 || modified
}

/**
 * Makes the link component of the application. Pages change without a reload; a link to a page that the router does not
 * know is not drawn, so that no link leads nowhere.
 */
export function createLink(knows: (path: string) => boolean) {
  return function RouterLink({ href, onClick, children, ...rest }: LinkProps) {
    const router = useRouter()
    const own = href.startsWith('/') && !href.startsWith('/dev/')
    const inside = own && rest.target === undefined && rest.download === undefined
    if (own && !knows(href.replace(/[?#].*$/, ''))) return null
    return (
      <a
        {...rest}
        href={href}
        onClick={event => {
          onClick?.(event)
          if (!inside || leavesAlone(event)) return
          event.preventDefault()
          router.history.push(href)
        }}
      >
        {children}
      </a>
    )
  }
}

/** Goes to a path of our own; `replace` leaves no way back. */
export function useGo(): (href: string, options?: { replace?: boolean }) => void {
  const { history } = useRouter()
  return useCallback(
    (href, { replace = false } = {}) => (replace ? history.replace(href) : history.push(href)),
    [history],
  )
}

/** A parameter of the path, such as `contractorId`; empty where the route has none of that name. */
export function useParam(name: string): string {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false })
  return params[name] ?? ''
}

type Changes = Readonly<Record<string, string | undefined>>

/**
 * The query of the address as plain texts, and a way to change some of them. What a person filtered or opened stays in
 * the address, so that it survives a reload and can be sent to somebody.
 */
export function useAddress(): {
  get: (name: string) => string
  set: (changes: Changes) => void
} {
  const router = useRouter()
  const { pathname, searchStr } = useLocation()
  const query = new URLSearchParams(searchStr)
  return {
    get: name => query.get(name) ?? '',
    set: changes => {
      const next = new URLSearchParams(window.location.search)
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined || value === '') next.delete(name)
        else next.set(name, value)
      }
      const text = next.toString()
      router.history.replace(text === '' ? pathname : `${pathname}?${text}`)
    },
  }
}
