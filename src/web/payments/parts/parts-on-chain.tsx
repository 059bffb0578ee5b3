import type { PaymentPart } from '../queries.ts'
import { heightOnChain } from './may-be-on-chain.ts'
import { Confirmations, Transaction, useOnChain } from './on-chain.tsx'
import { partId } from './part-words.ts'

/** The parts of a pay that are on their chains: by which transaction, and how far each has come, as long as somebody looks. */
export function PartsOnChain({ parts }: { parts: readonly PaymentPart[] }) {
  const onChain = useOnChain(parts)
  return (
    <ul className="stack g8 mt8" style={{ minHeight: heightOnChain(parts.length) }}>
      {parts.map(part => {
        const of = onChain(part.payment_uuid)
        return of ? (
          <li key={partId(part)}>
            <div className="row g8 wrap meta">
              <bdi>{part.label}</bdi> <Transaction of={of} />
            </div>
            <Confirmations of={of} />
          </li>
        ) : null
      })}
    </ul>
  )
}
