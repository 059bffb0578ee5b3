/** A process of our own for what may take all memory or never end: it does not take the server with it. */
import { type ChildProcess, fork } from 'node:child_process'

/** What became of a question: its answer, or why there is none. Only the question over which the process broke is `slow` or `ended`. */
export type Asked<Answer> =
  | { readonly answer: Answer }
  | { readonly broken: 'slow' | 'ended' | 'closed' }

export type Child<Question, Answer> = {
  /** Asks, in turn; one question is worked at at a time, and has `timeout_ms` from when the one before it was answered. */
  ask(question: Question, timeout_ms: number): Promise<Asked<Answer>>
  /** Gives back what the process took. What waits begins in a new one. */
  renew(): void
  /** Ends it for good. */
  close(): void
}

/** So many are sent: the process has the next one when it has answered, and what waits behind them takes no memory of it. */
const SENT_AHEAD = 2

type Waiting<Question, Answer> = {
  readonly question: Question
  readonly timeout_ms: number
  readonly finish: (asked: Asked<Answer>) => void
}

/**
 * A process of a module that answers each message by one, in order (`answerParent`). It starts with the first question, and is replaced when a
 * question breaks it. While nobody asks it does not keep the server from ending.
 */
export function createChild<Question extends object, Answer>(
  modulePath: string,
  most_megabytes: number,
): Child<Question, Answer> {
  const waiting: Waiting<Question, Answer>[] = []
  let sent = 0
  let process: OneProcess | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  /** Another one is the first. */
  function goOn(): void {
    clearTimeout(timer)
    const [first] = waiting
    if (first) {
      timer = setTimeout(() => breakOver('slow'), first.timeout_ms)
      sendAhead()
    } else process?.rest()
  }

  function sendAhead(): void {
    process ??= startProcess(modulePath, most_megabytes, {
      answered,
      ended: () => breakOver('ended'),
    })
    for (const { question } of waiting.slice(sent, SENT_AHEAD)) {
      sent += 1
      process.send(question)
    }
  }

  function answered(answer: unknown): void {
    sent -= 1
    const first = waiting.shift()
    goOn()
    first?.finish({ answer: answer as Answer })
  }

  function breakOver(why: 'slow' | 'ended'): void {
    const first = waiting.shift()
    renew()
    first?.finish({ broken: why })
  }

  function renew(): void {
    process?.end()
    process = undefined
    sent = 0
    goOn()
  }

  return {
    ask: (question, timeout_ms) =>
      new Promise(finish => {
        if (closed) return finish({ broken: 'closed' })
        waiting.push({ question, timeout_ms, finish })
        if (waiting.length === 1) goOn()
        else sendAhead()
      }),
    renew,
    close() {
      closed = true
      const left = waiting.splice(0)
      renew()
      for (const { finish } of left) finish({ broken: 'closed' })
    },
  }
}

type OneProcess = { send(question: object): void; rest(): void; end(): void }

/** Tells of answers and of its end, until it is ended by its owner. */
function startProcess(
  modulePath: string,
  most_megabytes: number,
  tell: { readonly answered: (answer: unknown) => void; readonly ended: () => void },
): OneProcess {
  const child = forked(modulePath, most_megabytes)
  let over = false
  const ended = () => {
    if (!over) tell.ended()
  }
  child
    .on('error', ended)
    .on('exit', ended)
    .on('message', answer => !over && tell.answered(answer))
  return {
    send(question) {
      child.ref()
      child.channel?.ref()
      child.send(question, failure => failure && ended())
    },
    /** Lets the server end. */
    rest() {
      child.unref()
      child.channel?.unref()
    },
    end() {
      over = true
      child.kill('SIGKILL')
    },
  }
}

function forked(modulePath: string, most_megabytes: number): ChildProcess {
  return fork(modulePath, [], {
    execArgv: [
      `--max-old-space-size=${most_megabytes}`,
      // What native code made is given back with the small object that stands for it, and few of those make no garbage worth collecting.
      '--max-semi-space-size=1',
      '--disable-warning=ExperimentalWarning',
    ],
    // It needs nothing of what the server knows, and what it says of a document is not for the log.
    env: { SystemRoot: process.env.SystemRoot },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}
