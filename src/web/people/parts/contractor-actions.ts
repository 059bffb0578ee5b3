import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type ApiProblem, answeredByPage, asApiProblem } from '#web/kernel/api-problem.ts'
import { alertProblem, useCall } from '#web/kernel/queries.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { type ContractorRow, contractorId, contractorName } from '../queries.ts'

/** How somebody stood when it was pressed, so that nothing else is ended: the server refuses it of who stands otherwise by now. */
const seenOf = ({ status }: ContractorRow) => (status === 'INVITED' ? 'INVITED' : 'ACCEPTED')

const LISTS = ['listContractors', 'getContractor'] as const

/** One of what is done to several: to whom, and by what. */
type Act = { readonly of: string; readonly name: string; readonly call: () => Promise<unknown> }

/** What one hears may be so of all: they are asked no more of. */
const endsAll = (problem: ApiProblem) => problem.status === 0 || !!answeredByPage(problem)

/**
 * Sending invitations again and taking people off the list, for one row or several; `busy` while it runs. One that is refused keeps none behind
 * it from being done: `onDone` hears to whom it was, by the ids of their invitations or their own, and an alert names the others.
 */
export function useContractorActions(onDone: (to: ReadonlySet<string>) => void = () => {}) {
  const t = useTranslations('people.actions')
  const [busy, setBusy] = useState(false)
  const resend = useCall('resendInvitation', { refresh: LISTS, onProblem: () => true })
  const remove = useCall('deleteContractor', { refresh: LISTS, onProblem: () => true })
  const each = async (acts: readonly Act[], words: { done: string; failed: string }) => {
    setBusy(true)
    const done = new Set<string>()
    const refused: { name: string; problem: ApiProblem }[] = []
    for (const { of, name, call } of acts) {
      const problem = await call().then(() => undefined, asApiProblem)
      if (!problem) done.add(of)
      else if (refused.push({ name, problem }) && endsAll(problem)) break
    }
    setBusy(false)
    const [first] = refused
    if (!first) openAlert(words.done, { severity: 'success' })
    else if (acts.length === 1 || endsAll(first.problem)) alertProblem(first.problem, words.failed)
    else openAlert(words.failed, { beneath: whyOf(refused).join(' '), severity: 'error' })
    if (done.size > 0) onDone(done)
  }
  const whyOf = (refused: readonly { name: string; problem: ApiProblem }[]) =>
    [...Map.groupBy(refused, ({ problem }) => problem.detail)].map(([why, of]) =>
      t('refused', { names: of.map(({ name }) => name).join(', '), why }),
    )
  const eachOf = (rows: readonly ContractorRow[], act: (row: ContractorRow) => Promise<unknown>) =>
    rows.map(row => {
      const call = () => act(row)
      return { of: row.invitation_uuid, name: contractorName(row), call }
    })
  return {
    busy,
    resend: (rows: readonly ContractorRow[]) =>
      each(
        eachOf(rows, ({ invitation_uuid }) =>
          resend.mutateAsync({ params: { contractor_email: invitation_uuid } }),
        ),
        { done: t('sent'), failed: t('notSent') },
      ),
    remove: (rows: readonly ContractorRow[]) =>
      each(
        eachOf(rows, row =>
          remove.mutateAsync({
            params: { contractor_email: contractorId(row) },
            query: { seen: seenOf(row) },
          }),
        ),
        { done: t('deleted'), failed: t('notDeleted') },
      ),
    /** Ends the relation with one person, by their `sub`. */
    offboard: (contractor_sub: string) => {
      const params = { contractor_email: contractor_sub }
      const call = () => remove.mutateAsync({ params, query: { seen: 'ACCEPTED' } })
      return each([{ of: contractor_sub, name: '', call }], {
        done: t('offboarded'),
        failed: t('notDeleted'),
      })
    },
  }
}
