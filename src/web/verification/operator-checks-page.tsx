import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { LoadingBlock, LoadProblem } from '#web/parts/loaded.tsx'
import { Card } from '#web/ui/card.tsx'
import { StatusChip } from '#web/ui/chip.tsx'
import { Page, PageHead, SectionHead } from '#web/ui/page.tsx'
import { FailingWork, useFailingWork } from './parts/failing-work.tsx'
import { ChecksCard } from './shared.tsx'

type Law = ClientOutput<'getChecks'>['laws'][number]

const TONES = { open: 'off', yes: 'ok', no: 'err' } as const

/** Everything that must always be true of the books and whether it was when it was last looked at, and what fails behind the screens. */
export function OperatorChecksPage() {
  const t = useTranslations('verification.page')
  const { data, error, refetch } = useQuery({ ...query('getChecks', {}), staleTime: 0 })
  const failing = useFailingWork()
  // What stands above the laws comes with them, and moves nothing.
  const isReady = data && (failing.data || failing.errorUpdateCount > 0)
  return (
    <Page>
      <PageHead
        crumbs={[{ label: t('crumb'), href: '/dashboard' }, { label: t('title') }]}
        title={t('title')}
        lead={t('lead')}
      />
      {error && !data && <LoadProblem problem={error} onRetry={() => void refetch()} />}
      {!isReady && !error && <LoadingBlock height={480} />}
      {isReady && (
        <>
          <ChecksCard linked={false} />
          <FailingWork list={failing} />
          <SectionHead title={t('laws')} />
          <Card clip>
            <ul className="rows">
              {data.laws.map(law => (
                <LawRow key={law.name} law={law} />
              ))}
            </ul>
          </Card>
        </>
      )}
    </Page>
  )
}

function LawRow({ law: { name, text, holds, violations } }: { law: Law }) {
  const t = useTranslations('verification.page')
  const word = holds === null ? 'open' : holds ? 'yes' : 'no'
  return (
    <li className="row between g16">
      <div className="grow">
        <p className="w5">{text}</p>
        <p className="meta t3">{name}</p>
        {violations.length > 0 && (
          <ul className="stack g4 mt8 meta err">
            {violations.map(one => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        )}
      </div>
      <StatusChip tone={TONES[word]}>{t(word)}</StatusChip>
    </li>
  )
}
