import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type ContractText, linesOf } from '#domain/contracts/contract-text.ts'
import { createQueryClient } from '#web/kernel/queries.ts'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { Words } from '#web/words/words.tsx'
import { ContractPages, partsOf } from './parts/contract-pages.tsx'
import { SignBar } from './parts/sign-bar.tsx'
import { useReading } from './parts/use-reading.ts'

afterEach(() => {
  sessionStorage.clear()
  cleanup()
  vi.restoreAllMocks()
})

const text: ContractText = {
  title: 'Contractor services agreement NW-C-0031',
  reference: 'Agreement NW-C-0031, revision 3',
  heading: 'Contractor services agreement',
  between: [
    { as: 'text', text: 'Between ' },
    { as: 'name', text: 'Northwind Robotics, Inc.' },
    { as: 'text', text: ' and ' },
    { as: 'name', text: 'محمد الهاشمي' },
  ],
  signed: 'employer',
  state: 'Signed by the Client, waiting for the Contractor',
  parties: [
    { label: 'Client', name: 'Northwind Robotics, Inc.', lines: ['410 Harbor Avenue', 'Seattle'] },
    { label: 'Contractor', name: '张伟', lines: ['上海市'] },
  ],
  terms_title: 'Terms',
  terms: [
    { id: 'rate', term: 'Rate', value: '35.00 USD an hour', note: '' },
    { id: 'paid', term: 'Paid', value: 'Biweekly', note: 'The pay date is the Friday after.' },
    { id: 'ends', term: 'Ends', value: 'December 19, 2026', note: '' },
  ],
  sections: [
    {
      number: '1',
      title: 'Fee',
      clauses: [
        {
          number: '1.1',
          text: [
            { as: 'text', text: 'The Client pays ' },
            { as: 'amount', text: '35.00 USD' },
            { as: 'text', text: ' for each hour as ' },
            { as: 'strong', text: 'controls engineer' },
          ],
        },
      ],
    },
    { number: '2', title: 'Law', clauses: [{ number: '2.1', text: [{ as: 'text', text: 'x' }] }] },
  ],
  signatures: [
    {
      party: 'employer',
      title: 'For the Client',
      name: 'Northwind Robotics, Inc.',
      rows: [
        { term: 'Name', value: 'Ingrid Solberg' },
        { term: 'Typed as', value: 'Ingrid S.' },
        { term: 'SHA-256', value: 'ab'.repeat(32) },
      ],
      missing: '',
    },
    {
      party: 'contractor',
      title: 'The Contractor',
      name: '张伟',
      rows: [],
      missing: 'Not signed yet',
    },
  ],
  exhibit: { title: 'Exhibit A: the Services', paragraphs: [['<b>Task</b> 1', '- a'], ['تصميم']] },
}

function Screen() {
  const reading = useReading(partsOf(text), 'a text')
  return (
    <ContractPages
      pages={{
        pdf_sha256: 'cd'.repeat(32),
        pages: 3,
        size_bytes: 4096,
        text,
        reads: [],
        blocked: null,
        waits: true,
        sign_by: null,
        since: {
          revision: 2,
          changed: [
            { id: 'rate', was: '33.50 USD an hour' },
            { id: 'ends', was: null },
          ],
          gone: [{ term: 'Bonus', was: '5.00 USD' }],
          effective_date: '2026-12-01',
          exhibit: [
            { kind: 'same', text: 'Shows the work each ' },
            { kind: 'gone', text: 'second' },
            { kind: 'new', text: 'third' },
            { kind: 'same', text: ' week.' },
          ],
          ends: null,
          same_clauses: true,
          same_exhibit: false,
        },
      }}
      document={null}
    >
      <SignBar reading={reading} form="sign" verb="Sign contract" pending={false} />
    </ContractPages>
  )
}

function draw() {
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <Words of={ALL_WORDS}>
        <Screen />
      </Words>
    </QueryClientProvider>,
  )
}

const bare = (said: string | null) => (said ?? '').replace(/\s+/g, '')

describe('a contract on the screen', () => {
  it('has every line that the PDF has', () => {
    const shown = bare(draw().container.textContent)
    expect(linesOf(text).filter(line => !shown.includes(bare(line)))).toEqual([])
  })

  it('marks the terms that are new, with what they were', () => {
    draw()
    expect(screen.getByText('In revision 2: 33.50 USD an hour')).toBeDefined()
    expect(screen.getByText('Not in revision 2')).toBeDefined()
    expect(screen.getAllByText('New')).toHaveLength(2)
    expect(screen.getByText('2 changed, from December 1, 2026')).toBeDefined()
    expect(screen.getByText('Bonus')).toBeDefined()
    expect(screen.getByText('In revision 2: 5.00 USD')).toBeDefined()
  })

  it('shows word by word what the exhibit said before', () => {
    const { container } = draw()
    expect(container.querySelector('del')?.textContent).toContain('second')
    expect(container.querySelector('ins')?.textContent).toContain('third')
  })

  it('is signed once its last part was on screen, and says until then which one is next', () => {
    let seen = 150
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function of(
      this: Element,
    ) {
      const at = partsOf(text).findIndex(part => part.id === this.id)
      return { bottom: window.innerHeight + 200 * at - seen } as DOMRect
    })
    draw()
    const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Sign contract' })
    expect(button().disabled).toBe(true)
    expect(screen.getByRole('link', { name: 'Go to Exhibit A: the Services' })).toBeDefined()
    seen = 900
    fireEvent.scroll(window)
    expect(button().disabled).toBe(false)
    expect(screen.getByText('All read')).toBeDefined()
    seen = 0
    fireEvent.scroll(window)
    expect(button().disabled).toBe(false)
  })
})
