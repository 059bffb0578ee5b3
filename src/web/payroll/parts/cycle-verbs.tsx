import { useState } from 'react'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CYCLE_CHANGES } from './cycle-changes.ts'
import type { CycleView } from './pay-chips.tsx'

const VERBS = {
  unapprove: {
    label: 'Unapprove',
    title: 'Take the approval back?',
    text: 'The money goes back to your balance and the pay waits for approval again. What is already under way stays.',
  },
  archive: {
    label: 'Archive',
    title: 'Archive this cycle?',
    text: 'Nobody is paid by it. You can take it back later.',
  },
  unarchive: {
    label: 'Unarchive',
    title: 'Take this cycle back?',
    text: 'Its line items wait for approval again.',
  },
} as const

type Verb = keyof typeof VERBS

/** What was changed, and what stays as it is with the first reason. */
function outcome({ changed, refused }: ClientOutput<'archiveCycle'>): string {
  const items = (count: number) => `${count} line ${count === 1 ? 'item' : 'items'}`
  if (refused.length === 0) return `${items(changed)} changed.`
  return `${items(changed)} changed, ${items(refused.length)} not: ${refused[0]?.reason}`
}

/** The verbs on a whole cycle that the server allows, each asked about first. */
export function CycleVerbs({ cycle }: { cycle: CycleView }) {
  const [asking, setAsking] = useState<Verb>()
  const settings = {
    refresh: CYCLE_CHANGES,
    onSuccess: (answer: ClientOutput<'archiveCycle'>) => {
      setAsking(undefined)
      openAlert(outcome(answer), { severity: answer.refused.length > 0 ? 'warning' : 'success' })
    },
  }
  const calls = {
    unapprove: useCall('unapproveCycle', settings),
    archive: useCall('archiveCycle', settings),
    unarchive: useCall('unarchiveCycle', settings),
  }
  const offered = (Object.keys(VERBS) as Verb[]).filter(verb =>
    cycle.allowed_actions.includes(verb),
  )
  const { policy_uuid, cycle_uuid } = cycle
  return (
    <>
      {offered.map(verb => (
        <Button key={verb} variant="secondary" onClick={() => setAsking(verb)}>
          {VERBS[verb].label}
        </Button>
      ))}
      {asking && (
        <ConfirmDialog
          open
          title={VERBS[asking].title}
          verb={VERBS[asking].label}
          loading={calls[asking].isPending}
          onConfirm={() => calls[asking].mutate({ params: { policy_uuid, cycle_uuid } })}
          onClose={() => setAsking(undefined)}
        >
          {VERBS[asking].text}
        </ConfirmDialog>
      )}
    </>
  )
}
