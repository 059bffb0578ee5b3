import type { Ctx } from '../kernel/unit-of-work.ts'

/** Writes into the company's chain what became of a conversion. */
export function auditConversion(
  ctx: Ctx,
  action: string,
  of: {
    readonly conversion_uuid: string
    readonly employer_uuid: string
    readonly status: string
    readonly reason?: string
  },
): void {
  const { conversion_uuid, employer_uuid, ...after } = of
  ctx.audit({
    action,
    entity: 'conversion',
    entity_uuids: [conversion_uuid],
    employer_uuid,
    after,
  })
}
