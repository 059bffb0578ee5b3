import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ClientOutput } from '#web/kernel/types.ts'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { instantDay } from '#web/parts/times.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'

/** A key that was just made, the only time that it is shown; it goes when its reader says that they have it. */
export function MadeKey({
  made: { key, secret },
  onDone,
}: {
  made: ClientOutput<'makeApiKey'>
  onDone: () => void
}) {
  const t = useTranslations('integrations.made')
  const tScopes = useTranslations('integrations.scopes')
  const [stored, setStored] = useState(false)
  return (
    <Card title={t('title')} pad className="made-key">
      <div className="stack g16">
        <p className="t2">{t('once')}</p>
        <div className="key-text">
          <code>{secret}</code>
          <CopyButton text={secret} of={t('key')} />
        </div>
        <DefinitionRows
          rows={[
            { id: 'name', term: t('name'), value: key.name },
            {
              id: 'may',
              term: t('may'),
              value: key.scopes.map(scope => tScopes(scope)).join(', '),
            },
            { id: 'ends', term: t('ends'), value: instantDay(key.expires_at) },
            {
              id: 'from',
              term: t('from'),
              value: key.addresses.length > 0 ? key.addresses.join(', ') : t('anywhere'),
            },
          ]}
        />
        <Checkbox
          label={t('stored')}
          checked={stored}
          onChange={({ target }) => setStored(target.checked)}
        />
        <Button disabled={!stored} onClick={onDone}>
          {t('done')}
        </Button>
      </div>
    </Card>
  )
}
