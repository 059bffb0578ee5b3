/** Where exchange rates come from. */
import type { Rate } from '#domain/kernel/rate.ts'
import { GatewayError } from '../gateway-error.ts'

export type FxSource = {
  readonly name: string
  /** The newest rates, each from or into one base currency; a GatewayError when the source does not answer. */
  latest(): Promise<Rate[]>
}

const TIMEOUT_MS = 10_000

/** What a bank publishes under an address, as text; FX_UNAVAILABLE where it does not answer in ten seconds. */
export async function readPublished(name: string, url: string): Promise<string> {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    })
    if (response.ok) return await response.text()
    throw new GatewayError('FX_UNAVAILABLE', `the ${name} answered ${response.status}`, {
      retriable: true,
    })
  } catch (cause) {
    if (cause instanceof GatewayError) throw cause
    throw new GatewayError('FX_UNAVAILABLE', `the ${name} did not answer`, {
      retriable: true,
      cause,
    })
  }
}
