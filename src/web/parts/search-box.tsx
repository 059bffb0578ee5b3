import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAddress } from '#web/kernel/navigation.tsx'
import { TextInput } from '#web/ui/text-input.tsx'

const PAUSE_MS = 300

type Named = { label: string; placeholder?: string | undefined }

/** A search that goes into the address. */
export function SearchBox(named: Named) {
  const { get, set } = useAddress()
  return (
    <SearchInput
      {...named}
      searched={get('search')}
      onSearch={search => set({ search, cursor: undefined })}
    />
  )
}

/** A search that is asked for a moment after the last key; with Enter at once. */
export function SearchInput({
  label,
  placeholder,
  searched,
  onSearch,
}: Named & {
  /** What is looked for now. */
  searched: string
  onSearch: (search: string) => void
}) {
  const t = useTranslations('parts.search')
  const [text, setText] = useState(searched)
  const known = useRef(searched)
  const send = () => {
    known.current = text.trim()
    if (known.current !== searched) onSearch(known.current)
  }
  // What somebody else looks for, such as a button that clears the address, is what the field says.
  useEffect(() => {
    if (searched === known.current) return
    known.current = searched
    setText(searched)
  }, [searched])
  useEffect(() => {
    const timer = setTimeout(send, PAUSE_MS)
    return () => clearTimeout(timer)
  })
  return (
    <search className="find">
      <TextInput
        type="search"
        size="md"
        icon="search"
        aria-label={label}
        placeholder={placeholder ?? t('placeholder')}
        maxLength={200}
        value={text}
        onChange={event => setText(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Enter') send()
        }}
      />
    </search>
  )
}

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
