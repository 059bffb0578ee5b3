/**
 * An employer's home as HTML: what the server sends in the page, beside the answers that it is of (decision 0139). It is what the page
 * then draws itself, in the same place, once its scripts are there. Nothing of it can be used before, and narrow windows do not show it.
 */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { prerender } from 'react-dom/static'
import { EmployerHome } from '#web/dashboard/employer-home.tsx'
import { answerTo, type FirstAnswers } from '#web/kernel/first-answers.ts'
import { admit } from '#web/kernel/gate.ts'
import { useMe } from '#web/kernel/me.ts'
import { Shell } from '#web/shell/shell.tsx'
import { shellUserOf } from '#web/shell/shell-user.ts'
import { useWaiting } from '#web/shell/use-waiting.ts'
import { UiProvider } from '#web/ui/ui-provider.tsx'
import { LEARNED } from '#web/words/learned.ts'
import { Words } from '#web/words/words.tsx'

/** What the home waits for. */
const NEEDED = [
  'listCycles',
  'getWaysToFund',
  'getPeopleNeeds',
  'listUnpaidPeriods',
  'listFailedOffers',
] as const

/**
 * The home of whose answers these are. Empty for other types of people and before the first pay has settled, whose homes name times of
 * the reader's own zone; for whom the gate does not let in; and for who acts for no employer any more.
 */
export async function homeAsHtml(answers: FirstAnswers): Promise<string> {
  const me = answerTo('getMe', answers)
  if (me?.type !== 'employer' || me.member_role === null) return ''
  if (admit(me, { roles: ['employer'] }) !== 'page') return ''
  if (!answerTo('getFirstPay', answers)?.settled) return ''
  if (NEEDED.some(name => answerTo(name, answers) === undefined)) return ''
  const client = new QueryClient()
  for (const [name, input, answer] of answers) client.setQueryData([name, input], answer)
  const { prelude } = await prerender(
    <Words of={LEARNED}>
      <QueryClientProvider client={client}>
        <UiProvider>
          <div className="served" data-theme={me.type} inert>
            <Frame>
              <EmployerHome />
            </Frame>
          </div>
        </UiProvider>
      </QueryClientProvider>
    </Words>,
  )
  return new Response(prelude).text()
}

function Frame({ children }: { children: ReactNode }) {
  const me = useMe()
  return (
    <Shell
      user={shellUserOf(me, 'employer')}
      path="/dashboard"
      {...useWaiting(me)}
      onSearch={nothing}
      onLogOut={nothing}
    >
      <Suspense>{children}</Suspense>
    </Shell>
  )
}

function nothing() {}
