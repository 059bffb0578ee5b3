import { useAppConfig } from '#web/kernel/me.ts'

/** The quiet line on every page that shows payments while the rail is the simulated one; nothing otherwise. */
export function SimulatedNote() {
  if (!useAppConfig()?.simulated_payments) return null
  return <p className="meta t3 mt16">Simulated payments: no money moves</p>
}
