import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { query, useCall } from '#web/kernel/queries.ts'

/** How often is looked for the answer of a check that was asked for, and for how long. */
const LOOK_MS = 1500
const GIVE_UP_MS = 60_000

/** What the last check found, and `checkNow`, after which it is looked at until a newer one came. */
export function useCheck() {
  const [askedAfter, setAskedAfter] = useState<string | null>()
  const [isLate, setLate] = useState(false)
  const isAsked = askedAfter !== undefined
  const found = useQuery({
    ...query('getChecks', {}),
    staleTime: 0,
    refetchInterval: isAsked ? LOOK_MS : false,
  })
  const checkedAt = found.data?.checked_at ?? null
  const isRunning = isAsked && checkedAt === askedAfter
  useEffect(() => {
    if (!isAsked) return
    if (!isRunning) return setAskedAfter(undefined)
    const timer = setTimeout(() => {
      setLate(true)
      setAskedAfter(undefined)
    }, GIVE_UP_MS)
    return () => clearTimeout(timer)
  }, [isAsked, isRunning])
  const ask = useCall('checkNow', { onSuccess: () => setAskedAfter(checkedAt) })
  const checkNow = () => {
    setLate(false)
    ask.mutate({})
  }
  return { found, checkNow, isRunning: ask.isPending || isRunning, isLate }
}
