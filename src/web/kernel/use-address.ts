import { useLocation, useRouter } from '@tanstack/react-router'

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
