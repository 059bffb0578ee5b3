import { useState } from 'react'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import type { InviteRow } from './use-invite-list.ts'

/** How many are invited by one call: few enough that the progress moves. */
const SLICE = 100

/** A row that was not invited after all, and why. */
export type LeftOut = {
  readonly row: InviteRow
} & Pick<ClientOutput<'inviteMany'>['left_out'][number], 'said' | 'reason'>

export type SendInvitations = ReturnType<typeof useSendInvitations>

/** Invites slice by slice. Where one fails, those before it are invited, and `onFailed` has the rest looked at again. */
export function useSendInvitations(onFailed: () => void) {
  const call = useCall('inviteMany', {
    refresh: ['listContractors'],
    onProblem: problem => {
      // A slice is sent by no form that could show what is wrong with a field of it.
      openAlert(problem.detail, { severity: 'error' })
      return true
    },
  })
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const [done, setDone] = useState<{ invited: number; left: readonly LeftOut[] }>()
  const send = async (rows: readonly InviteRow[]) => {
    let invited = 0
    const left: LeftOut[] = []
    setProgress({ done: 0, total: rows.length })
    for (let at = 0; at < rows.length; at += SLICE) {
      const invitations = rows.slice(at, at + SLICE).map(invitationOf)
      const answer = await call.mutateAsync({ body: { invitations } }).catch(() => undefined)
      if (!answer) {
        setProgress(undefined)
        onFailed()
        return undefined
      }
      invited += answer.invited
      for (const { row, said, reason } of answer.left_out) {
        const out = rows[at + row]
        if (out) left.push({ row: out, said, reason })
      }
      setProgress({ done: at + invitations.length, total: rows.length })
    }
    setProgress(undefined)
    setDone({ invited, left })
    return { invited, left }
  }
  return { send, progress, done }
}

function invitationOf({ email, name, role, country_code, pay_policy_uuid }: InviteRow) {
  return {
    email,
    role,
    ...(name ? { name } : {}),
    ...(country_code ? { country_code } : {}),
    ...(pay_policy_uuid ? { pay_policy_uuid } : {}),
  }
}
