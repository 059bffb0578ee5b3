import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { hasUnsent, sendUnsent } from '#web/kernel/unsent.ts'

const AGAIN_MS = 20_000

/** Sends what waits on this device: when a page opens, when the network is back, and now and then, as a network may lead nowhere. */
export function SendUnsent(): null {
  const client = useQueryClient()
  useEffect(() => {
    const send = () => {
      if (hasUnsent()) void sendUnsent(client)
    }
    send()
    addEventListener('online', send)
    const timer = setInterval(send, AGAIN_MS)
    return () => {
      removeEventListener('online', send)
      clearInterval(timer)
    }
  }, [client])
  return null
}
