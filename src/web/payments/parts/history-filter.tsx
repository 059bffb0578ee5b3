import { useTranslations } from 'use-intl'
import { NETWORK_NAMES, networkName } from '#domain/kernel/network.ts'
import { isPlainDate } from '#domain/kernel/plain-date.ts'
import { useAddress } from '#web/kernel/navigation.tsx'
import type { ClientInput } from '#web/kernel/types.ts'
import { ListTools } from '#web/parts/search-box.tsx'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import './history-filter.css'

type Filter = NonNullable<ClientInput<'getPaymentHistoryCsv'>['query']>

const STATUSES = ['SETTLED', 'CANCELLED'] as const
const NAMES = ['search', 'status', 'network', 'from', 'to'] as const
const NOTHING = { ...Object.fromEntries(NAMES.map(name => [name, undefined])), cursor: undefined }

/** How the address narrows the history; what is no date and no known word is left out. */
export function useHistoryFilter(): Filter {
  const { get } = useAddress()
  const status = STATUSES.find(one => one === get('status'))
  const network = NETWORK_NAMES.find(one => one === get('network'))
  const dates = (['from', 'to'] as const).filter(name => isPlainDate(get(name)))
  return {
    ...(get('search') ? { search: get('search') } : {}),
    ...(status ? { status } : {}),
    ...(network ? { network } : {}),
    ...Object.fromEntries(dates.map(name => [name, get(name)])),
  }
}

/** The search and the filters of the history, kept in the address. */
export function HistoryFilter() {
  const t = useTranslations('payments.history.filter')
  const tStatus = useTranslations('payments.status')
  const { get, set } = useAddress()
  const change = (name: (typeof NAMES)[number]) => (value: string) =>
    set({ [name]: value, cursor: undefined })
  const narrowed = NAMES.some(name => get(name) !== '')
  return (
    <>
      <ListTools search={t('search')} placeholder={t('placeholder')}>
        <Segmented
          label={t('status')}
          segments={[
            { value: '', label: t('all') },
            ...STATUSES.map(value => ({ value, label: tStatus(value) })),
          ]}
          value={get('status')}
          onChange={change('status')}
        />
      </ListTools>
      <div className="history-filter">
        <SelectField
          id="network"
          size="md"
          label={t('network')}
          value={get('network')}
          placeholder={t('all')}
          options={[
            { value: '', label: t('all') },
            ...NETWORK_NAMES.map(value => ({ value, label: networkName(value) })),
          ]}
          onChange={change('network')}
        />
        <DateField id="from" label={t('from')} value={get('from')} onChange={change('from')} />
        <DateField id="to" label={t('to')} value={get('to')} onChange={change('to')} />
        <Button variant="quiet" disabled={!narrowed} onClick={() => set(NOTHING)}>
          {t('clear')}
        </Button>
      </div>
    </>
  )
}
