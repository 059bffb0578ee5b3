import { useEffect, useState } from 'react'
import { recall, rememberInTab } from '#web/kernel/tab-memory.ts'

export type Part = { readonly id: string; readonly title: string }
export type Reading = {
  readonly read: number
  readonly of: number
  readonly next: Part | undefined
}

/** The height that the bar at the foot of the window covers. */
const COVERED = 112

/** How many parts of a text were on screen to their end, from the first on; what was read of it stays read in this tab. */
export function useReading(parts: readonly Part[], name: string): Reading {
  const [read, setRead] = useState(() => Math.min(Number(recall(name) ?? 0) || 0, parts.length))
  useEffect(() => {
    if (read > 0) rememberInTab(name, String(read))
  }, [name, read])
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
