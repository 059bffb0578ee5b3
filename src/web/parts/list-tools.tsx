import type { ReactNode } from 'react'
import { SearchBox } from './search-box.tsx'

/** What stands above a list, in the same order everywhere: what narrows it, then its search at the end of the line. */
export function ListTools({
  children,
  search,
  placeholder,
}: {
  children: ReactNode
  search: string
  placeholder?: string | undefined
}) {
  return (
    <div className="toolbar">
      {children}
      <SearchBox label={search} placeholder={placeholder} />
    </div>
  )
}
