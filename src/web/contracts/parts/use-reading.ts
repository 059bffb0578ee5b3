import { useEffect, useState } from 'react'

export type Part = { readonly id: string; readonly title: string }
export type Reading = {
  readonly read: number
  readonly of: number
  readonly next: Part | undefined
}

/** The height that the bar at the foot of the window covers. */
const COVERED = 112

/** How many parts of the page were on screen to their end, from the first on; what was read stays read. */
export function useReading(parts: readonly Part[]): Reading {
  const [read, setRead] = useState(0)
  const ids = parts.map(part => part.id).join(' ')
  useEffect(() => {
    const look = () => {
      const unread = ids.split(' ').findIndex(id => {
        const box = document.getElementById(id)?.getBoundingClientRect()
        return box && box.bottom > window.innerHeight - COVERED
      })
      const passed = unread < 0 ? ids.split(' ').length : unread
      setRead(before => Math.max(before, passed))
    }
    look()
    window.addEventListener('scroll', look, { passive: true, capture: true })
    window.addEventListener('resize', look)
    return () => {
      window.removeEventListener('scroll', look, { capture: true })
      window.removeEventListener('resize', look)
    }
  }, [ids])
  return { read, of: parts.length, next: parts[read] }
}
