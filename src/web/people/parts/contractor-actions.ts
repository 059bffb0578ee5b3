import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { asApiProblem } from '#web/kernel/api-problem.ts'
import { alertProblem, useCall } from '#web/kernel/queries.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { type ContractorRow, contractorId } from '../queries.ts'

/** How somebody stood when it was pressed, so that nothing else is ended: the server refuses it of who stands otherwise by now. */
const seenOf = ({ status }: ContractorRow) => (status === 'INVITED' ? 'INVITED' : 'ACCEPTED')

const LISTS = ['listContractors', 'getContractor'] as const

/** Sending invitations again and taking people off the list, for one row or several; `busy` while it runs. */
export function useContractorActions(onDone: () => void = () => {}) {
  const t = useTranslations('people.actions')
  const [busy, setBusy] = useState(false)
  const resend = useCall('resendInvitation', { refresh: LISTS, onProblem: () => true })
  const remove = useCall('deleteContractor', { refresh: LISTS, onProblem: () => true })
  const each = async <R>(
    rows: readonly R[],
    act: (row: R) => Promise<unknown>,
    words: { readonly done: string; readonly failed: string },
  ) => {
    setBusy(true)
    try {
      for (const row of rows) await act(row)
      openAlert(words.done, { severity: 'success' })
      onDone()
    } catch (thrown) {
      alertProblem(asApiProblem(thrown), words.failed)
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    resend: (rows: readonly ContractorRow[]) =>
      each(rows, row => resend.mutateAsync({ params: { contractor_email: row.invitation_uuid } }), {
        done: t('sent'),
        failed: t('notSent'),
      }),
    remove: (rows: readonly ContractorRow[]) =>
      each(
        rows,
        row =>
          remove.mutateAsync({
            params: { contractor_email: contractorId(row) },
            query: { seen: seenOf(row) },
          }),
        { done: t('deleted'), failed: t('notDeleted') },
      ),
    /** Ends the relation with one person, by their `sub`. */
    offboard: (contractor_sub: string) =>
      each(
        [contractor_sub],
        contractor_email =>
          remove.mutateAsync({ params: { contractor_email }, query: { seen: 'ACCEPTED' } }),
        { done: t('offboarded'), failed: t('notDeleted') },
      ),
  }
}
