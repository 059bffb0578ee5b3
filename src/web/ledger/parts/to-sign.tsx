import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { networkName } from '#domain/kernel/network.ts'
import { alertProblem, query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { fetchFile, SaveButton } from '#web/parts/download.tsx'
import { MoneyAmount, MoneyList } from '#web/parts/money.tsx'
import { QueryView } from '#web/parts/query-view.tsx'
import { atTime } from '#web/parts/times.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import { Say } from '#web/ui/say.tsx'
import { BringSignedDialog } from './bring-signed-dialog.tsx'

type Asked = ClientOutput<'listToSign'>['to_sign'][number]

/** Others sign and bring back meanwhile. */
const LOOKS_AGAIN_MS = 30_000
const SHORT = 8

/** What people are to sign for wallets whose keys are in no process, the oldest first; nothing where nothing waits. */
export function ToSign() {
  const t = useTranslations('ledger.toSign')
  return (
    <QueryView of={{ ...query('listToSign', {}), refetchInterval: LOOKS_AGAIN_MS }} skeleton={null}>
      {({ to_sign }) =>
        to_sign.length > 0 && (
          <>
            <SectionHead title={t('title')} />
            <p className="meta t2 mb12">{t('lead')}</p>
            <div className="stack g16">
              {to_sign.map(of => (
                <AskedCard key={of.id} of={of} />
              ))}
            </div>
          </>
        )
      }
    </QueryView>
  )
}

/** One transaction: what it pays, and how its file is saved, copied and brought back. */
function AskedCard({ of }: { of: Asked }) {
  const t = useTranslations('ledger.toSign')
  const client = useQueryClient()
  const onSaved = () => void client.invalidateQueries({ queryKey: ['listToSign'] })
  const [bringing, setBringing] = useState(false)
  const { network, id, shown = id, payments, payee, amount, fee, totals, since } = of
  const { exported_at, signatures, needed } = of
  const input = { params: { network, id } }
  const short = shortOf(of)
  return (
    <Card title={t('card', { network: networkName(network), count: payments, id: short })} pad>
      <Beside of={of} />
      <DefinitionRows
        facts
        rows={[
          { id: 'pays', term: t('pays'), value: <MoneyAmount of={amount} /> },
          ...(payee
            ? [{ id: 'payee', term: t('payee'), value: <span className="mono">{payee}</span> }]
            : []),
          { id: 'fee', term: t('fee'), value: <MoneyAmount of={fee} /> },
          { id: 'total', term: t('total'), value: <MoneyList of={totals} strong /> },
          { id: 'since', term: t('since'), value: atTime(since) },
          { id: 'until', term: t('until'), value: <Until of={of} /> },
          { id: 'signatures', term: t('signatures'), value: t('keys', { signatures, needed }) },
          {
            id: 'exported',
            term: t('exported'),
            value: exported_at ? atTime(exported_at) : t('never'),
          },
          {
            id: 'transaction',
            term: t('transaction'),
            value: (
              <>
                <span className="mono">{shown}</span>{' '}
                <CopyButton text={shown} of={t('transaction')} />
                <p className="help">{t('transactionHelp')}</p>
              </>
            ),
          },
        ]}
      />
      <div className="row g8 wrap mt12">
        {of.allowed_actions.includes('export') && (
          <>
            <SaveButton
              file="exportToSign"
              input={input}
              label={t('saveOf', { id: short })}
              onSaved={onSaved}
            >
              {t('save')}
            </SaveButton>
            <CopyFile of={of} onCopied={onSaved} />
          </>
        )}
        {of.allowed_actions.includes('import') && (
          <Button aria-label={t('bringOf', { id: short })} onClick={() => setBringing(true)}>
            {t('bring')}
          </Button>
        )}
      </div>
      {bringing && <BringSignedDialog of={of} onClose={() => setBringing(false)} />}
    </Card>
  )
}

function shortOf({ id, shown = id }: Asked): string {
  return shown.slice(0, SHORT)
}

/** Until when it can be signed, where that ends. */
function Until({ of: { until, over } }: { of: Asked }) {
  const t = useTranslations('ledger.toSign')
  if (!until) return t('noEnd')
  return t(over ? 'over' : 'by', { at: atTime(until) })
}

/** What else has to be signed, or what it replaces. */
function Beside({ of: { after, replaces } }: { of: Asked }) {
  const t = useTranslations('ledger.toSign')
  const [key, id] = after ? (['after', after] as const) : (['replaces', replaces] as const)
  if (!id) return null
  return (
    <div className="mb12">
      <Say kind="note">{t(key, { id: id.slice(0, SHORT) })}</Say>
    </div>
  )
}

/** The file as text, or in base64 where it is none, which wallets take as well. */
function CopyFile({ of, onCopied }: { of: Asked; onCopied: () => void }) {
  const { network, id } = of
  const t = useTranslations('ledger.toSign')
  const [state, setState] = useState<'loading' | 'copied'>()
  const copy = async () => {
    setState('loading')
    try {
      const { blob } = await fetchFile('exportToSign', { params: { network, id } })
      const text = blob.type.startsWith('text/')
        ? await blob.text()
        : new Uint8Array(await blob.arrayBuffer()).toBase64()
      await navigator.clipboard.writeText(text)
      setState('copied')
      onCopied()
    } catch (thrown) {
      setState(undefined)
      alertProblem(thrown)
    }
  }
  const words = t(state === 'copied' ? 'copied' : 'copy')
  return (
    <Button
      variant="text"
      icon={state === 'copied' ? 'check' : 'copy'}
      loading={state === 'loading'}
      aria-label={t('copyOf', { copy: words, id: shortOf(of) })}
      onClick={() => void copy()}
    >
      {words}
    </Button>
  )
}
