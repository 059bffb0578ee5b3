import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { Words } from '#web/words/words.tsx'
import { NotInvited } from './invite-done.tsx'

afterEach(cleanup)

const typed = { email: '', name: '', role: '', country: '', pay_policy: '' }
const row = {
  ...{ typed, email: 'ada@example.com', name: 'Ada', role: 'Engineer', state: 'READY' as const },
  ...{ country_code: null, pay_policy_uuid: null, contractor: null, reason: null },
  ...{ field: null, said: null, suggestions: [], more: [] },
}

it('says why somebody was not invited in the words of the server where the page has none', () => {
  const reason = 'Behind “Ada” is a sign that nobody sees.'
  const said = { text: 'kernel.problems.unseenSigns', params: { code: '200B', after: 'Ada' } }
  render(
    <Words of={ALL_WORDS}>
      <NotInvited left={[{ row, said, reason }]} />
    </Words>,
  )
  expect(screen.getByText(reason)).toBeTruthy()
})
