/** Where exchange rates come from. */
import type { Rate } from '#domain/kernel/rate.ts'

export type FxSource = {
  readonly name: string
  /** The newest rates, all from one base currency; a GatewayError when the source does not answer. */
  latest(): Promise<Rate[]>
}
