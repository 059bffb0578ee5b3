import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { hearEvents } from '#web/kernel/event-stream.ts'
import { type Execution, executionQuery } from '../queries.ts'

/** How long it waits before a stream that ended is opened again, in milliseconds: also while the server begins anew. */
const AGAIN_MS = 500

/** One execution, and while it runs each step of it as it comes: after a reload, a cut or a restart it goes on. */
export function useExecution(id: string) {
  const client = useQueryClient()
  const execution = useQuery(executionQuery(id))
  const runs = execution.data?.finished === false
  useEffect(() => {
    if (!runs) return
    const left = new AbortController()
    const { queryKey } = executionQuery(id)
    const listen = async () => {
      while (!left.signal.aborted) {
        const hear = (data: unknown) => client.setQueryData(queryKey, data as Execution)
        await hearEvents('watchExecution', { params: { id } }, hear, left.signal).catch(() => {})
        await new Promise(again => setTimeout(again, AGAIN_MS))
      }
    }
    void listen()
    return () => left.abort()
  }, [client, id, runs])
  return execution
}
