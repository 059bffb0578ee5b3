import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import type { Reading } from './use-reading.ts'

/** The bar at the foot of a contract: what is still to be read with a link to it, and, once all was, the button that signs. */
export function SignBar({
  reading: { read, of, next },
  form,
  verb,
  pending,
  blocked = false,
  other,
}: {
  reading: Reading
  /** The form that the button sends. */
  form: string
  verb: string
  pending: boolean
  /** Whether something else than the reading is in the way, which is said above. */
  blocked?: boolean
  /** What may be done instead. */
  other?: ReactNode
}) {
  const t = useTranslations('contracts.signBar')
  return (
    <div className="sign-bar">
      <div className="prog">
        <span style={{ width: `${(100 * read) / of}%` }} />
      </div>
      <div className="to">
        <span role="status" className="row g4 w5">
          {next ? (
            t('toRead')
          ) : (
            <>
              <Icon name="done" size={16} /> {t('read')}
            </>
          )}
        </span>
        {next && <Link href={`#${next.id}`}>{t('goTo', { part: next.title })}</Link>}
      </div>
      <div className="btns">
        {other ?? <span />}
        <Button
          type="submit"
          form={form}
          size="lg"
          disabled={blocked || next !== undefined}
          loading={pending}
        >
          {verb}
        </Button>
      </div>
    </div>
  )
}
