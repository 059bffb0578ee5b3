import { Deliveries } from './deliveries.tsx'
import { Webhooks } from './webhooks.tsx'

/** Where events are sent, and what was: one part, since either would move the other where they came apart. */
export function Receivers({ sandbox }: { sandbox: boolean }) {
  return (
    <>
      <Webhooks sandbox={sandbox} />
      <Deliveries sandbox={sandbox} />
    </>
  )
}
