import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { AuthFrame } from '#web/auth-frame/auth-frame.tsx'
import { problemText } from '#web/kernel/api-problem.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { VerifyPayslip } from '#web/payroll/verify/shared.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { FileField, type FileValue } from '#web/ui/file-field.tsx'
import { Say } from '#web/ui/say.tsx'
import './parts/verify.css'

/**
 * Whether a paper is one of ours, for whoever holds it: a contract by its file, which never leaves the browser, and a payslip by its code.
 * A link with a code behind its # is of a payslip, which then stands first.
 */
export function VerifyPage() {
  const t = useTranslations('contracts.verify')
  const [withCode] = useState(() => window.location.hash.length > 1)
  return (
    <AuthFrame>
      <h1 className="h1">{t('title')}</h1>
      <p className="body t2 mt4">{t('lead')}</p>
      <div className={withCode ? 'verify code-first' : 'verify'}>
        <VerifyContract />
        <VerifyPayslip />
      </div>
    </AuthFrame>
  )
}

type Checked = { readonly sha256: string } | 'hashing' | 'no-crypto' | undefined

function VerifyContract() {
  const t = useTranslations('contracts.verify.contract')
  const [file, setFile] = useState<FileValue | null>(null)
  const [checked, setChecked] = useState<Checked>()
  const verify = useCall('verifyContract', { onProblem: () => true })
  const latest = useRef<FileValue>(null)
  const choose = async (chosen: FileValue | null) => {
    latest.current = chosen
    setFile(chosen)
    verify.reset()
    setChecked(chosen ? 'hashing' : undefined)
    if (!chosen) return
    const sha256 = await digestOf(chosen)
    // What is said stands beside the file that was chosen last, whose digest may be worked out before that of a larger one.
    if (latest.current !== chosen) return
    setChecked(sha256 ? { sha256 } : 'no-crypto')
    if (sha256) verify.mutate({ body: { sha256 } })
  }
  const failure = problemText(verify.error)
  const sha256 = typeof checked === 'object' ? checked.sha256 : undefined
  return (
    <section aria-labelledby="contract-head">
      <h2 className="h2" id="contract-head">
        {t('title')}
      </h2>
      <div className="mt16">
        <FileField
          id="paper"
          label={t('file')}
          required
          help={t('help')}
          types={PAPERS}
          largest={LARGEST}
          value={file}
          onChange={chosen => void choose(chosen)}
        />
      </div>
      <div className="mt16 stack g12" role="status">
        {checked === 'hashing' && <p className="t3">{t('hashing')}</p>}
        {checked === 'no-crypto' && <ErrorBox>{t('noCrypto')}</ErrorBox>}
        {failure && <ErrorBox>{failure}</ErrorBox>}
        {verify.data?.contract && <Found contract={verify.data.contract} />}
        {verify.data && !verify.data.contract && <ErrorBox>{t('unknown')}</ErrorBox>}
        {sha256 && (
          <p className="meta t3">
            {t('sha')} <code className="digest">{sha256}</code>
          </p>
        )}
      </div>
    </section>
  )
}

const PAPERS = ['application/pdf'] as const
/** What a browser hashes at once without trouble; a contract of ours has a few hundred kilobytes. */
const LARGEST = 50 * 1024 * 1024

/** The SHA-256 of a file, worked out here; undefined where the browser does not let this page. */
async function digestOf({ content }: FileValue): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined
  const bytes = Uint8Array.from(atob(content), letter => letter.charCodeAt(0))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('')
}

type Paper = NonNullable<ClientOutput<'verifyContract'>['contract']>

function Found({ contract }: { contract: Paper }) {
  const t = useTranslations('contracts.verify.contract')
  const { state, start_date, end_date } = contract
  const from = formatDate(start_date)
  const until = end_date ? formatDate(end_date) : 'none'
  const holds = state === 'IN_FORCE' || state === 'COMING'
  return (
    <>
      <Say kind={holds ? 'done' : 'unusual'} word={t(`words.${state}`)}>
        {t('genuine', { kind: contract.kind })} {t(`states.${state}`, { from, until })}
      </Say>
      <DefinitionRows
        rows={[
          {
            id: 'agreement',
            term: t('agreement'),
            value: t('revision', { reference: contract.reference, revision: contract.revision }),
          },
          ...contract.signatures.map(({ party, of, name, earlier_name, signed_at }) => ({
            id: party,
            term: t(party),
            value: (
              <>
                <bdi className="w5">{of}</bdi>
                <div className="meta t3">
                  {t.rich('signedBy', {
                    name: () => <bdi>{earlier_name ? `${name}, ${earlier_name}` : name}</bdi>,
                    date: formatDate(signed_at.slice(0, 10)),
                    time: signed_at.slice(11, 16),
                  })}
                </div>
              </>
            ),
          })),
          {
            id: 'holds',
            term: t('holds'),
            value: end_date ? t('range', { from, until }) : t('from', { from }),
          },
        ]}
      />
    </>
  )
}
