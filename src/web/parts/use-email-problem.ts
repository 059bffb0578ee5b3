import { useTranslations } from 'use-intl'
import { emailProblem } from '#domain/identity/email.ts'
import { said } from '#web/words/said.ts'

/** Says what is wrong with an e-mail address, in the specification's words; undefined when nothing is. */
export function useEmailProblem(): (typed: string) => string | undefined {
  const t = useTranslations('identity.emails')
  return typed => {
    const problem = emailProblem(typed)
    return problem && said(t, problem)
  }
}
