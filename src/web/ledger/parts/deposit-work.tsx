import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Blockchain, DEPOSIT_BLOCKCHAINS, networkName } from '#domain/kernel/network.ts'
import { query, useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { CursorPager, useOwnPaging } from '#web/parts/cursor-pager.tsx'
import { useDraft } from '#web/parts/draft.ts'
import { NotLoaded } from '#web/parts/loaded.tsx'
import { MoneyAmount } from '#web/parts/money.tsx'
import { Reference } from '#web/parts/reference.tsx'
import { atTime } from '#web/parts/times.ts'
import { Transaction } from '#web/payments/shared.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import './funds.css'

type Work = ClientOutput<'listDepositWork'>['items'][number]
type Deposit = ClientOutput<'listDeposits'>['items'][number]
type Doing = { readonly work: Work; readonly how: 'reverse' | 'close' }

/** Blocks come every ten minutes or so. */
const LOOKS_AGAIN_MS = 60_000

/** What came in by a chain, and what of that somebody has to look at; nothing while nothing ever did. */
export function ChainReceipts() {
  return (
    <>
      <DepositWorkList />
      {DEPOSIT_BLOCKCHAINS.map(network => (
        <DepositTable key={network} network={network} />
      ))}
    </>
  )
}

function DepositWorkList() {
  const t = useTranslations('ledger.depositWork')
  const paging = useOwnPaging('')
  const [doing, setDoing] = useState<Doing>()
  const list = useQuery({
    ...query('listDepositWork', { query: paging.query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: LOOKS_AGAIN_MS,
  })
  const { data, isPlaceholderData } = list
  if (!data) return <NotLoaded of={list} />
  if (data.items.length === 0) return null
  return (
    <>
      <SectionHead title={t('title')} />
      <ul className="card clip rows first funds-rows">
        {data.items.map(work => (
          <li key={work.doubt_uuid} className="stack g12">
            <div className="row g16 between wrap top">
              <div className="grow">
                <div className="w5">{work.title}</div>
                <p className="meta t2">{work.text}</p>
                <div className="meta t3">
                  <bdi>{work.company_name}</bdi>{' '}
                  <span className="mono">
                    <Reference of={work.reference} />
                  </span>{' '}
                  {t('since', { at: atTime(work.noted_at) })}
                </div>
              </div>
              {work.amount && <MoneyAmount of={work.amount} strong />}
            </div>
            {work.allowed_actions.map(how => (
              <div key={how}>
                <Button size="sm" variant="secondary" onClick={() => setDoing({ work, how })}>
                  {t(`${how}.verb`)}
                </Button>
              </div>
            ))}
          </li>
        ))}
      </ul>
      <CursorPager
        paging={paging}
        cursor={data.next_cursor}
        shown={data.items.length}
        name={t('title')}
        loading={isPlaceholderData}
      />
      {doing && <WorkDialog {...doing} onClose={() => setDoing(undefined)} />}
    </>
  )
}

const SHOWING = ['listDepositWork', 'listDeposits', 'getBalances', 'listApprovalSteps'] as const

function WorkDialog({ work, how, onClose }: Doing & { readonly onClose: () => void }) {
  const t = useTranslations('ledger.depositWork')
  const [words, setWords, sent] = useDraft(`deposit-work ${how} ${work.doubt_uuid}`, '')
  const [tried, setTried] = useState(false)
  const over = (text: string) => {
    sent()
    openAlert(text, { severity: 'success' })
    onClose()
  }
  const close = useCall('closeDepositWork', {
    refresh: SHOWING,
    onSuccess: () => over(t('closed')),
  })
  const reverse = useCall('reverseFunding', {
    refresh: SHOWING,
    onSuccess: ({ waiting }) => over(waiting?.reason ?? t('reversed')),
  })
  return (
    <FormDialog
      title={t(`${how}.title`)}
      lead={work.title}
      submit={t(`${how}.verb`)}
      pending={close.isPending || reverse.isPending}
      onClose={onClose}
      onSubmit={event => {
        event.preventDefault()
        setTried(true)
        if (!words.trim()) return
        if (how === 'close')
          close.mutate({ params: { id: work.doubt_uuid }, body: { words: words.trim() } })
        else if (work.transfer_uuid)
          reverse.mutate({ params: { id: work.transfer_uuid }, body: { reason: words.trim() } })
      }}
    >
      <TextField
        id="deposit-words"
        label={t('words')}
        help={t(`${how}.help`)}
        required
        value={words}
        error={tried && !words.trim() ? t('sayWhat') : undefined}
        onChange={event => setWords(event.target.value)}
      />
    </FormDialog>
  )
}

function DepositTable({ network }: { network: Blockchain }) {
  const t = useTranslations('ledger.depositWork')
  const paging = useOwnPaging(`deposits ${network}`)
  const list = useQuery({
    ...query('listDeposits', { query: { ...paging.query, blockchain: network } }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOKS_AGAIN_MS,
  })
  const { data, isPlaceholderData } = list
  if (!data) return <NotLoaded of={list} />
  if (data.items.length === 0) return null
  const title = t('deposits', { network: networkName(network) })
  return (
    <>
      <SectionHead title={title} />
      <TableCard
        label={title}
        columns={3}
        head={
          <>
            <Th>{t('columns.company')}</Th>
            <Th>{t('columns.status')}</Th>
            <Th end>{t('columns.amount')}</Th>
          </>
        }
      >
        {data.items.map(one => (
          <DepositRow key={one.reference} of={one} />
        ))}
      </TableCard>
      <CursorPager
        paging={paging}
        cursor={data.next_cursor}
        shown={data.items.length}
        name={title}
        loading={isPlaceholderData}
      />
    </>
  )
}

function DepositRow({ of }: { of: Deposit }) {
  const t = useTranslations('ledger.depositWork')
  const { company_name, status, confirmations, needed, amount, memo } = of
  return (
    <Row>
      <td>
        <bdi>{company_name || t('nobody')}</bdi>
        <div className="meta t3">
          <Transaction of={of} /> {memo && <bdi>{t('memo', { memo })}</bdi>}
        </div>
      </td>
      <td>{t(`status.${status}`, { confirmations, needed })}</td>
      <td className="r">
        <MoneyAmount of={amount} strong />
      </td>
    </Row>
  )
}
