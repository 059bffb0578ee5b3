import { useMe } from '#web/kernel/me.ts'
import type { ClientOutput } from '#web/kernel/types.ts'

export type FirstPay = ClientOutput<'getFirstPay'>
export type FirstPayStep = FirstPay['steps'][number]

/** Who reads it: the words of a step are theirs. */
export type Reader = 'employer' | 'contractor'

/** The type of the reader, who is no operator. */
export function useReader(): Reader {
  return useMe().type === 'contractor' ? 'contractor' : 'employer'
}

/** Whether a step is the reader's to take. */
export function isMine({ who }: Pick<FirstPayStep, 'who'>, reader: Reader): boolean {
  return who === (reader === 'employer' ? 'EMPLOYER' : 'CONTRACTOR')
}

/** The first step that the reader can take now. */
export function nextStep({ steps }: FirstPay, reader: Reader): FirstPayStep | undefined {
  return steps.find(step => step.state === 'OPEN' && step.link !== null && isMine(step, reader))
}
