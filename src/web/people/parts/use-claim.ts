import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '#web/kernel/api.ts'
import { newUuid, nowMs } from '#web/kernel/env.ts'
import { useMay } from '#web/kernel/me.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { ReviewSubject } from './review-subject.ts'

/** Whoever goes on doing something says so this often. */
const AGAIN_MS = 120_000

/** The queries in which a claim shows. */
const SHOWN = [
  'getOperationsContractor',
  'getOperationsEmployer',
  'listOperationsContractors',
  'listOperationsEmployers',
] as const

/** Claims whoever waits for review while they are on the screen, goes on with it while something is done, and gives it back on leaving. */
export function useClaim({ kind, id, status, claim }: ReviewSubject) {
  const may = useMay()('claimReview')
  const client = useQueryClient()
  const params = { userTypes: kind, sub: id } as const
  const take = useCall('claimReview', { refresh: SHOWN, onProblem: () => stale() })
  const give = useCall('releaseReview', { refresh: SHOWN })
  const stale = () => {
    for (const name of SHOWN) void client.invalidateQueries({ queryKey: [name] })
    return true
  }
  const waits = status === 'PENDING_REVIEW' && may
  const asked = useRef({ of: '', at: 0 })
  const claimIt = useRef(take.mutate)
  claimIt.current = take.mutate
  useEffect(() => {
    const of = `${kind} ${id}`
    if (!waits || asked.current.of === of) return
    asked.current = { of, at: nowMs() }
    claimIt.current({ params: { userTypes: kind, sub: id }, body: {} })
  }, [kind, id, waits])
  useGivenBack(kind, id, claim?.mine === true)
  return {
    may,
    mine: claim?.mine === true,
    busy: take.isPending || give.isPending,
    take: () => take.mutate({ params, body: { take_over: true } }),
    give: () => give.mutate({ params }),
    /** Something was done: the claim goes on. */
    goOn: () => {
      if (!claim?.mine || nowMs() - asked.current.at < AGAIN_MS) return
      asked.current = { ...asked.current, at: nowMs() }
      take.mutate({ params, body: {} })
    },
  }
}

/** Gives the claim back when another page, or another person, takes its place. */
function useGivenBack(kind: ReviewSubject['kind'], id: string, mine: boolean): void {
  const held = useRef(mine)
  held.current = mine
  const shown = useRef('')
  useEffect(() => {
    shown.current = id
    return () => {
      shown.current = ''
      // Strict mode mounts everything twice.
      setTimeout(() => {
        if (shown.current === id || !held.current) return
        const params = { userTypes: kind, sub: id }
        void api('releaseReview', { params }, { idempotencyKey: newUuid() }).catch(() => undefined)
      })
    }
  }, [kind, id])
}
