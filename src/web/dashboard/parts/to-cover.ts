import type { ClientOutput } from '#web/kernel/types.ts'

type CycleRow = ClientOutput<'listCycles'>['items'][number]

/**
 * What is to be sent for a cycle, late ones included, as the page of funds asks for it: nothing where the list of what is wrong asks for it
 * already.
 */
export function toCover({
  to_send,
  pay_states,
}: Pick<CycleRow, 'to_send' | 'pay_states'>): CycleRow['to_send'] {
  const asked = pay_states.some(({ tone, says }) => tone === 'WRONG' && says.next?.step === 'FUND')
  return asked ? [] : to_send
}
