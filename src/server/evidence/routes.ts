import type { evidence } from '#contract/evidence.ts'
import type { Handlers } from '../kernel/http.ts'
import { evidencePack } from './evidence-pack.ts'

/** Handlers of what proves a pay cycle. */
export const evidenceHandlers: Handlers<typeof evidence> = {
  getEvidencePack: ({ params }, ctx) => evidencePack(ctx, params.cycle_uuid),
}
