/** A process of our own for what may take all memory or never end: it does not take the server with it. */
import { type ChildProcess, fork } from 'node:child_process'

/** What became of a question: its answer, or that the process broke or did not come to an end. */
export type Asked<Answer> = { readonly answer: Answer } | { readonly broken: 'slow' | 'ended' }

export type Child<Question, Answer> = {
  /** Asks one question at a time. */
  ask(question: Question, timeout_ms: number): Promise<Asked<Answer>>
  /** Ends the process at once, and gives back what it took. */
  end(): void
}

/** Starts the process of a module that answers each message by one. While nobody asks it does not keep the server from ending. */
export function startChild<Question extends object, Answer>(
  modulePath: string,
  most_megabytes: number,
): Child<Question, Answer> {
  const child = fork(modulePath, [], {
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
  // One that breaks is noticed by whoever asks it.
  child.on('error', () => undefined)
  rest(child)
  return {
    ask: (question, timeout_ms) => ask(child, question, timeout_ms),
    end: () => void child.kill('SIGKILL'),
  }
}

/** Lets the server end while nobody asks. */
function rest(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
}

function ask<Answer>(
  child: ChildProcess,
  question: object,
  timeout_ms: number,
): Promise<Asked<Answer>> {
  return new Promise(resolve => {
    child.ref()
    child.channel?.ref()
    const finish = (asked: Asked<Answer>) => {
      clearTimeout(timer)
      child.off('message', answered).off('error', ended).off('exit', ended)
      rest(child)
      resolve(asked)
    }
    const answered = (answer: unknown) => finish({ answer: answer as Answer })
    const ended = () => finish({ broken: 'ended' })
    const timer = setTimeout(() => finish({ broken: 'slow' }), timeout_ms)
    child.once('message', answered).once('error', ended).once('exit', ended)
    if (child.exitCode !== null || child.signalCode !== null) ended()
    else child.send(question, error => error && ended())
  })
}
