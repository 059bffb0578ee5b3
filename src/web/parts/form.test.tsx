import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode, useLayoutEffect } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { apiProblem } from '#web/kernel/api-problem.ts'
import { draftsBelongTo, handedOver } from '#web/kernel/drafts.ts'
import { type DraftName, useDraft } from './draft.ts'
import { showProblem, useForm } from './form.ts'

function Company({ name }: { name: DraftName }) {
  const { register, handleSubmit } = useForm(name, {
    defaultValues: { title: 'Acme', home: { city: '' }, password: '' },
  })
  const [note, setNote, sent] = useDraft(typeof name === 'string' ? 'note' : { dialog: 'note' }, '')
  return (
    <form onSubmit={event => void handleSubmit(() => {})(event)}>
      <input aria-label="title" {...register('title')} />
      <input aria-label="city" {...register('home.city')} />
      <input aria-label="password" {...register('password')} />
      <input aria-label="note" value={note} onChange={event => setNote(event.target.value)} />
      <button type="submit">Save</button>
      <button type="button" onClick={() => sent()}>
        Arrived
      </button>
    </form>
  )
}

type Entry = { title: string; owners: string[] }

function Refused({ send }: { send: () => Promise<void> }) {
  const { register, handleSubmit, setError, formState } = useForm<Entry>('refused', {
    defaultValues: { title: 'Acme', owners: [] },
  })
  const { title, owners } = formState.errors
  return (
    <form
      onSubmit={event =>
        void handleSubmit(() => send().catch(thrown => showProblem(setError, thrown)))(event)
      }
    >
      <input aria-label="title" {...register('title')} />
      <output>{title?.message ?? owners?.message}</output>
      <button type="submit">Save</button>
    </form>
  )
}

const refusal = (name: string) =>
  apiProblem(422, 'VALIDATION', 'Too many', [{ loc: ['body', name], msg: 'Too many' }])

const open = (name: DraftName = 'company') =>
  render(
    <StrictMode>
      <Company name={name} />
    </StrictMode>,
  )
const values = (tab: Pick<typeof screen, 'getByLabelText'> = screen) =>
  ['title', 'city', 'password', 'note'].map(
    label => tab.getByLabelText<HTMLInputElement>(label).value,
  )
async function type() {
  await userEvent.type(screen.getByLabelText('city'), 'Bonn')
  await userEvent.type(screen.getByLabelText('password'), 'secret')
  await userEvent.type(screen.getByLabelText('note'), 'Hello')
}

beforeEach(() => draftsBelongTo('ana'))
afterEach(() => {
  cleanup()
  localStorage.clear()
})

it('a form that is opened again has what was typed, but for secrets', async () => {
  open()
  await type()
  cleanup()
  open()
  expect(values()).toEqual(['Acme', 'Bonn', '', 'Hello'])
  expect(JSON.stringify({ ...localStorage })).not.toContain('secret')
})

/** The same page in two tabs, which share what is kept and nothing else. */
function twoTabs() {
  const tabs = [open(), open()] as const
  const [first, second] = tabs.map(({ container }) => within(container))
  return [first as Tab, second as Tab] as const
}
type Tab = ReturnType<typeof within>

it('what two tabs type is kept of both, and what one gives back is gone', async () => {
  const [first, second] = twoTabs()
  await userEvent.type(second.getByLabelText('city'), 'Bonn')
  await userEvent.type(first.getByLabelText('title'), ' AG')
  await userEvent.type(first.getByLabelText('city'), 'x')
  await userEvent.type(second.getByLabelText('city'), '!')
  cleanup()
  const [again, other] = twoTabs()
  expect(values(again)).toEqual(['Acme AG', 'Bonn!', '', ''])
  await userEvent.clear(again.getByLabelText('city'))
  await userEvent.type(other.getByLabelText('note'), 'Hello')
  cleanup()
  open()
  expect(values()).toEqual(['Acme AG', '', '', 'Hello'])
})

it('what one tab sends leaves what another typed, and what is discarded there comes back by no key', async () => {
  const [first, second] = twoTabs()
  await userEvent.type(second.getByLabelText('city'), 'Bonn')
  await userEvent.type(first.getByLabelText('title'), ' AG')
  await userEvent.click(first.getByText('Save'))
  handedOver(true)
  cleanup()
  const [again, other] = twoTabs()
  expect(values(again)).toEqual(['Acme', 'Bonn', '', ''])
  localStorage.clear()
  await userEvent.type(other.getByLabelText('title'), '!')
  cleanup()
  open()
  expect(values()).toEqual(['Acme!', '', '', ''])
})

it('a form whose content arrived begins anew, one whose sending failed does not', async () => {
  open()
  await type()
  await userEvent.click(screen.getByText('Save'))
  handedOver(false)
  handedOver(true)
  expect(Object.keys(localStorage)).toHaveLength(2)
  await userEvent.click(screen.getByText('Save'))
  handedOver(true)
  cleanup()
  open()
  expect(values().slice(0, 3)).toEqual(['Acme', '', ''])
})

it('what a component holds by itself is forgotten once it was sent, until it is typed into again', async () => {
  open()
  await userEvent.type(screen.getByLabelText('note'), 'Hello')
  await userEvent.click(screen.getByText('Arrived'))
  expect(values()[3]).toBe('Hello')
  expect(Object.keys(localStorage)).toEqual([])
  await userEvent.type(screen.getByLabelText('note'), ' again')
  cleanup()
  open()
  expect(values()[3]).toBe('Hello again')
})

it.each(['title', 'owners'])(
  'what the server says of %s is of what was sent: the form is sent again',
  async name => {
    const sent = vi.fn(() => Promise.reject(refusal(name)))
    render(<Refused send={sent} />)
    await userEvent.click(screen.getByText('Save'))
    await screen.findByText('Too many')
    await userEvent.click(screen.getByText('Save'))
    expect(sent).toHaveBeenCalledTimes(2)
    await screen.findByText('Too many')
  },
)
/** A share as the server has it, which is sent written out. */
function Share({ saved }: { saved: string }) {
  const [share, setShare, sent] = useDraft('share', saved)
  return (
    <>
      <input aria-label="share" value={share} onChange={event => setShare(event.target.value)} />
      <button type="button" onClick={() => setShare(Number(share).toFixed(2))}>
        Tidy
      </button>
      <button type="button" onClick={() => sent('50.00')}>
        Arrived
      </button>
    </>
  )
}

async function typeShare(text: string) {
  await userEvent.clear(screen.getByLabelText('share'))
  await userEvent.type(screen.getByLabelText('share'), text)
}
const kept = () => Object.keys(localStorage).length

it('what arrived is kept by nothing that happens before the page knows it', async () => {
  const { rerender } = render(<Share saved="70.00" />)
  await typeShare('50')
  await userEvent.click(screen.getByText('Tidy'))
  expect(kept()).toBe(1)
  await userEvent.click(screen.getByText('Arrived'))
  expect(kept()).toBe(0)
  // A field is left, and what is in it stays what was sent.
  await typeShare('50')
  await userEvent.click(screen.getByText('Tidy'))
  expect(kept()).toBe(0)
  rerender(<Share saved="50.00" />)
  expect(kept()).toBe(0)
})

it('what was typed while it was sent is kept, also where that is what the server had before', async () => {
  const { unmount } = render(<Share saved="70.00" />)
  await typeShare('60.00')
  await userEvent.click(screen.getByText('Arrived'))
  expect(kept()).toBe(1)
  await typeShare('70.00')
  unmount()
  render(<Share saved="50.00" />)
  expect(screen.getByLabelText<HTMLInputElement>('share').value).toBe('70.00')
})

it('what was typed into the page that came after is not forgotten by what arrives late', async () => {
  const first = render(<Share saved="70.00" />)
  await typeShare('50.00')
  const arrived = screen.getByText('Arrived')
  const click = Object.entries(arrived).find(([key]) => key.startsWith('__reactProps'))?.[1] as {
    onClick: () => void
  }
  first.unmount()
  render(<Share saved="70.00" />)
  await typeShare('40.00')
  click.onClick()
  expect(kept()).toBe(1)
})

it('a dialog that is closed forgets what was typed', async () => {
  open({ dialog: 'company' })
  await type()
  expect(Object.keys(localStorage)).toHaveLength(2)
  cleanup()
  await waitFor(() => expect(Object.keys(localStorage)).toHaveLength(0))
})

it('keeps what was typed at the moment in which the form came, also where nothing is typed after it', () => {
  // A press that waited while the page was drawn is told as soon as its fields are there.
  function Hasty() {
    useLayoutEffect(() => {
      fireEvent.change(screen.getByLabelText('city'), { target: { value: 'Bonn' } })
    }, [])
    return <Company name="company" />
  }
  render(<Hasty />)
  cleanup()
  open()
  expect(values()).toEqual(['Acme', 'Bonn', '', ''])
})

it('what the page as a whole answers is said by no form: a proof that was not given, for one', () => {
  const said: unknown[] = []
  const setError = (...of: unknown[]) => void said.push(of)
  showProblem(setError, apiProblem(403, 'STEP_UP_REQUIRED', 'Prove that it is you.'))
  expect(said).toEqual([])
  showProblem(setError, apiProblem(403, 'FORBIDDEN', 'Not for you.'))
  expect(said).toHaveLength(1)
})
