import { api } from '#web/kernel/api.ts'
import type { ClientInput, FileName } from '#web/kernel/types.ts'

/** Hears the data of server-sent events (WHATWG HTML, 9.2), each as it comes; over when the stream ends. An ApiProblem where it cannot begin. */
export async function hearEvents<N extends FileName>(
  name: N,
  input: ClientInput<N>,
  hear: (data: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  const onFile = (answer: Response) =>
    new Response(answer.body?.pipeThrough(new TextDecoderStream()).pipeThrough(dataHeard(hear)))
  await api(name, input, { signal, onFile })
}

/** Takes events in and lets nothing out. */
function dataHeard(hear: (data: unknown) => void): TransformStream<string, Uint8Array> {
  let rest = ''
  return new TransformStream({
    transform(text) {
      const events = (rest + text).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events)
        if (event.startsWith('data: ')) hear(JSON.parse(event.slice('data: '.length)))
    },
  })
}
