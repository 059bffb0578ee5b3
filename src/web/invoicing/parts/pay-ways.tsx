import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { epcText, walletText } from '#domain/invoicing/pay-qr.ts'
import { countryOfWay, endsOfWays } from '#domain/invoicing/way-names.ts'
import { networkName } from '#domain/kernel/network.ts'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { shortRate } from '#domain/kernel/rate.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { decimalOf, MoneyAmount } from '#web/parts/money.tsx'
import { countryName } from '#web/parts/places.ts'
import { QrCode } from '#web/parts/qr-code.tsx'
import { Segmented } from '#web/ui/segmented.tsx'

type Shown = ClientOutput<'openInvoice'>
type Way = Shown['ways'][number]
type Bank = NonNullable<Way['bank']>

/** The ways to pay, one at a time: what to type or copy, and a code to scan. */
export function PayWays({ shown: { ways, number } }: { shown: Shown }) {
  const t = useTranslations('invoicing.pay')
  const [chosen, setChosen] = useState('0')
  const way = ways[Number(chosen)] ?? ways[0]
  const ends = endsOfWays(ways)
  const nameOf = (of: Way, at: number) => {
    const { kind, currency, network } = of
    if (kind === 'wallet')
      return [t('ways.wallet', { currency, network: networkName(network) }), ends[at]]
        .join(' ')
        .trim()
    const country = ends[at] ? countryOfWay(of) : undefined
    return [t('ways.bank'), country && countryName(country), ends[at]].filter(Boolean).join(' ')
  }
  if (!way) return null
  return (
    <>
      {ways.length > 1 && (
        <div className="row">
          <Segmented
            label={t('how')}
            value={chosen}
            onChange={setChosen}
            segments={ways.map((one, at) => ({ value: `${at}`, label: nameOf(one, at) }))}
          />
        </div>
      )}
      {way.bank ? (
        <BankWay way={way} bank={way.bank} reference={number} />
      ) : (
        <WalletWay way={way} reference={number} />
      )}
    </>
  )
}

const BANK_FIELDS = [
  'account_name',
  'iban',
  'account_number',
  'swift_code',
  'transit_number',
  'institution_number',
  'bank_code',
  'interac_email',
] as const

function BankWay({ way, bank, reference }: { way: Way; bank: Bank; reference: string }) {
  const t = useTranslations('invoicing.pay')
  const { amount } = way
  const minor = BigInt(amount.amount_in_smallest_unit)
  const scanned = epcText({
    ...bank,
    amount: { currency: amount.currency, minor },
    reference,
  })
  const fields = BANK_FIELDS.filter(field => field !== 'account_number' || !bank.iban).flatMap(
    field => (bank[field] ? [{ field, value: bank[field] }] : []),
  )
  return (
    <div className="pay-way">
      <dl className="pay-fields">
        {fields.map(({ field, value }) => (
          <Copied
            key={field}
            term={t(`fields.${field}`)}
            text={value}
            shown={field === 'iban' ? grouped(value) : value}
          />
        ))}
        <AmountField way={way} />
        <Copied term={t('fields.reference')} text={reference} />
      </dl>
      {scanned && (
        <div className="pay-qr">
          <QrCode text={scanned} label={t('scanLabel')} />
          <p className="meta t2 mt8">{t.rich('scan', { b: words => <b>{words}</b> })}</p>
        </div>
      )}
    </div>
  )
}

function WalletWay({ way, reference }: { way: Way; reference: string }) {
  const t = useTranslations('invoicing.pay')
  const { address, currency, amount } = way
  const network = networkName(way.network)
  if (!address) return null
  const minor = BigInt(amount.amount_in_smallest_unit)
  return (
    <>
      <div className="pay-only">
        <div>
          <div className="h3">{t('only', { network })}</div>
          <p className="meta t2">{t('onlyText', { currency })}</p>
        </div>
      </div>
      <div className="pay-way">
        <dl className="pay-fields">
          <AmountField way={way} />
          <Copied
            term={t('addressOn', { network })}
            text={address}
            shown={<Address of={address} />}
            note={t('compare')}
          />
          <Copied term={t('fields.reference')} text={reference} />
        </dl>
        <div className="pay-qr">
          <QrCode
            text={walletText(way.network, address, { currency, minor })}
            label={t('addressLabel', { network })}
          />
        </div>
      </div>
    </>
  )
}

function AmountField({ way: { amount, rate } }: { way: Way }) {
  const t = useTranslations('invoicing.pay')
  return (
    <Copied
      term={t('fields.amount')}
      text={decimalOf(amount)}
      shown={<MoneyAmount of={amount} />}
      note={
        rate && rate.rate !== '1'
          ? t('rate', {
              rate: shortRate(rate.rate),
              source: rate.source,
              date: formatDate(rate.as_of.slice(0, 10)),
            })
          : undefined
      }
    />
  )
}

function Copied({
  term,
  text,
  shown = text,
  note,
}: {
  term: string
  text: string
  shown?: React.ReactNode
  note?: string | undefined
}) {
  return (
    <div>
      <dt className="meta t3">{term}</dt>
      <dd>{shown}</dd>
      {note && <dd className="meta t3">{note}</dd>}
      <dd className="copy">
        <CopyButton text={text} of={term} />
      </dd>
    </div>
  )
}

/** An address in fours, with both ends tinted: what people compare. */
function Address({ of }: { of: string }) {
  const fours = of.match(/.{1,4}/g) ?? []
  return (
    <span className="pay-address" dir="ltr">
      {fours.map((four, at) => (
        <span
          // Fours have no identity but their place.
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity.
          key={at}
          className={at === 0 || at === fours.length - 1 ? 'edge' : undefined}
        >
          {four}
        </span>
      ))}
    </span>
  )
}

function grouped(iban: string): string {
  return iban.replace(/\s/g, '').replace(/.{4}(?=.)/g, '$& ')
}
