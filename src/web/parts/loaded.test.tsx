import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { apiProblem } from '#web/kernel/api-problem.ts'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { Words } from '#web/words/words.tsx'
import { LoadProblem } from './loaded.tsx'

afterEach(cleanup)

const UNKNOWN = /Unknown error occurred.*nothing of yours is lost/

it.each<[string, unknown, string | undefined, string, RegExp]>([
  ['is not known', new Error('broken'), undefined, 'This part of the page could not be', UNKNOWN],
  ['is not known, of a part with a name', new Error('broken'), 'No pays', 'No pays', UNKNOWN],
  ['the server says', apiProblem(500, 'X', 'Books rest.'), 'No pays', 'No pays', /^Books rest\.$/],
])(
  'a failure of which the cause %s is said in words that help',
  (_what, problem, failed, headline, beneath) => {
    render(
      <Words of={ALL_WORDS}>
        <LoadProblem problem={problem} failed={failed} onRetry={() => {}} />
      </Words>,
    )
    expect(screen.getByRole('alert').textContent).toContain(headline)
    expect(screen.getByText(beneath)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  },
)
