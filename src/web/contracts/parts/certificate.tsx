import type { ClientOutput } from '#web/kernel/types.ts'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'

type ContractText = NonNullable<ClientOutput<'getContractText'>['text']>

/** The last page of a signed contract: who did what, when and from where, and how the file is told from another. */
export function Certificate({ of }: { of: NonNullable<ContractText['certificate']> }) {
  return (
    <Card title={of.title}>
      <p className="hold t2">{of.lead}</p>
      <ol className="steps-done">
        {of.steps.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps stand in the order in which they were done.
          <li className="hold" key={at}>
            <div className="meta t3">{step.what}</div>
            <div className="w5">
              <bdi>{step.name}</bdi>
            </div>
            <dl className="meta pairs">
              {step.rows.map(row => (
                <div key={row.term}>
                  <dt className="t3">{row.term}</dt>
                  <dd className={cx(/^[0-9a-f]{64}$/.test(row.value) && 'fp')}>
                    <bdi>{row.value}</bdi>
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ol>
      <div className="hold stack g8">
        <h3 className="h3">{of.seal_title}</h3>
        {of.seal.map(line => (
          <p className="t2" key={line}>
            {line}
          </p>
        ))}
        <p className="t2">
          {of.page_lead} <a href={of.page}>{of.page}</a>
        </p>
      </div>
    </Card>
  )
}
