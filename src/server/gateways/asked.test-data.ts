/** A process for the tests of `createChild`: it does as it is asked. */
import { answerParent } from './answer-parent.ts'

export type TestQuestion = { readonly name: string; readonly does?: 'waits' | 'exits' | 'hangs' }
export type TestAnswer = { readonly name: string; readonly pid: number }

answerParent<TestQuestion, TestAnswer>(async ({ name, does }) => {
  if (does === 'waits') await new Promise(resolve => setTimeout(resolve, 50))
  if (does === 'exits') process.exit(1)
  if (does === 'hangs') await new Promise(() => undefined)
  return { name, pid: process.pid }
})
