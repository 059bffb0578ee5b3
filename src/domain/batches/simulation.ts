/**
 * The sandbox: nobody is invited by a batch of it and nothing is paid, so that its rows move by steps that are asked for, through the
 * states of a real one (decision 0190). What becomes of a row that should not go well is said by its address.
 */
import { ROW_STATES, type RowState } from './batch.ts'

/** Where a row of the sandbox may stand: nobody of it is a stranger to be invited. */
export const SIMULATED_STATES = ROW_STATES.filter(state => state !== 'UNINVITED')

/** In the order in which a batch takes them; the last two mend what did not arrive. */
export const SIMULATED_STEPS = [
  'join',
  'approve',
  'fund',
  'send',
  'settle',
  'unsettle',
  'mend',
  'give_back',
] as const
export type SimulatedStep = (typeof SIMULATED_STEPS)[number]

/** What an address ends with, before its @, whose person says no, or whose payment does not arrive. */
export const DECLINES = '+declines'
export const FAILS = '+fails'
/** The same of a payment that is told as arrived, and had not after all. */
export const RETURNS = '+returns'

const ends = (email: string, tag: string) => (email.split('@')[0] ?? '').endsWith(tag)

const STEPS: Readonly<
  Record<
    SimulatedStep,
    { readonly from: RowState; readonly to: (email: string) => RowState | undefined }
  >
> = {
  join: { from: 'INVITED', to: email => (ends(email, DECLINES) ? 'DECLINED' : 'WAITING') },
  approve: { from: 'WAITING', to: () => 'HELD' },
  fund: { from: 'HELD', to: () => 'APPROVED' },
  send: { from: 'APPROVED', to: () => 'SENT' },
  settle: { from: 'SENT', to: email => (ends(email, FAILS) ? 'FAILED' : 'SETTLED') },
  unsettle: {
    from: 'SETTLED',
    to: email => (ends(email, RETURNS) ? 'APPROVED' : undefined),
  },
  mend: { from: 'FAILED', to: () => 'SETTLED' },
  give_back: { from: 'FAILED', to: () => 'CANCELLED' },
}

/** What a step makes of a row that stands so; undefined of one that it leaves alone. */
export function simulated(step: SimulatedStep, state: RowState, email: string) {
  const { from, to } = STEPS[step]
  return state === from ? to(email) : undefined
}

/** The steps that would move something of rows that stand so, in their order. */
export function simulatedSteps(
  rows: readonly { readonly state: RowState; readonly email: string }[],
): readonly SimulatedStep[] {
  return SIMULATED_STEPS.filter(step =>
    rows.some(({ state, email }) => simulated(step, state, email) !== undefined),
  )
}

/** Whether a step comes before another. */
export function isBefore(step: SimulatedStep, other: SimulatedStep): boolean {
  return SIMULATED_STEPS.indexOf(step) < SIMULATED_STEPS.indexOf(other)
}

/** Of what is taken back when a batch of the sandbox is cancelled: what nobody approved. */
export const SIMULATED_UNAPPROVED: readonly RowState[] = ['INVITED', 'DECLINED', 'WAITING']
