import { createHash } from 'node:crypto'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import type { WorkKind } from '#domain/approvals/approval-step.ts'
import type { Money } from '#domain/kernel/money.ts'
import { type Ctx, toJson } from '../kernel/unit-of-work.ts'

/** One line of what is asked for, as the second person reads it. */
export type StepLine = {
  readonly line_id: string
  readonly employer_name: string
  readonly employer_domain: string
  /** Who is paid, where anybody is. */
  readonly contractor_name: string | null
  /** The receipt's reference, or the account that is paid. */
  readonly label: string
  readonly date: string
  readonly amount: Money
  /** What the line is, down to amount and account, and without names that may change. */
  readonly facts: readonly unknown[]
}

export type Slices = AsyncIterable<readonly StepLine[]>

/** What a step that was done left behind. */
export type StepOutcome = {
  readonly execution_uuid: string | null
  readonly done: number
  readonly refused: number
}

/**
 * Work that may take a second person. `Content` is everything that it is done with, as JSON, so that what is done later is what
 * was asked now.
 */
export type Work<Content, Answer> = {
  readonly kind: WorkKind
  /** The call by which it is asked for: who may make it may answer. */
  readonly entry: Endpoint
  /** What it is, in a few words, such as the name of a file. */
  title(content: Content): string
  /** Whether it takes two whatever it comes to. */
  always?(content: Content): boolean
  /** What would move now, held until it is done: nothing where all of it was done before. Throws what is wrong with the content. */
  totals(ctx: Ctx, content: Content): Promise<readonly Money[]>
  /** Keeps what the content only describes, before it is asked of another person. */
  keep?(ctx: Ctx, content: Content): Promise<void>
  /** All of it, slice by slice in an order of its own. `held` keeps what it says from changing until the transaction ends. */
  lines(ctx: Ctx, content: Content, held: boolean): Slices
  /** Until when it can be done at all, where that is sooner than a step waits; asked once it is known to be doable now. */
  until?(ctx: Ctx, content: Content): Promise<Date | undefined>
  /** Does it; safe to do twice. */
  run(ctx: Ctx, content: Content): Promise<Answer>
  outcomeOf(answer: Answer): StepOutcome
}

/** Work whose content comes out of the database: what it was made of went in there as it is. */
export type KeptWork = {
  lines(ctx: Ctx, content: unknown, held: boolean): Slices
  finish(ctx: Ctx, content: unknown): Promise<StepOutcome>
}

/** Every kind of kept work, by its kind. */
export type Works = Readonly<Record<WorkKind, KeptWork>>

/** Work as it is taken up again when a second person answered. */
export function keptWork<C, A>({ lines, run, outcomeOf }: Work<C, A>): KeptWork {
  return {
    lines: (ctx, content, held) => lines(ctx, content as C, held),
    finish: async (ctx, content) => outcomeOf(await run(ctx, content as C)),
  }
}

/** Reads lines to their end: how many there are, and the digest that a yes is to, which is of every line's facts. */
export async function digestOf(
  kind: WorkKind,
  slices: Slices,
  seen: (line: StepLine, at: number) => void = () => {},
): Promise<{ readonly digest: string; readonly lines: number }> {
  const hash = createHash('sha256').update(`[${toJson(kind)},[`)
  let lines = 0
  for await (const slice of slices)
    for (const line of slice) {
      hash.update(`${lines > 0 ? ',' : ''}${toJson(line.facts)}`)
      seen(line, lines)
      lines += 1
    }
  return { digest: hash.update(']]').digest('hex'), lines }
}
