import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Token } from '#domain/kernel/currency.ts'
import { asksOwnerFirst, type Blockchain, networkName } from '#domain/kernel/network.ts'
import type { Text } from '#domain/kernel/words.ts'
import { type ApiProblem, detailOf } from '#web/kernel/api-problem.ts'
import { query } from '#web/kernel/queries.ts'
import type { ClientInput } from '#web/kernel/types.ts'
import { type DraftName, useDraft } from '#web/parts/draft.ts'
import { optionsOf } from '#web/parts/options-of.ts'
import { Say } from '#web/ui/say.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import { said } from '#web/words/said.ts'

type WalletInput = ClientInput<'putCryptoWallet'>['body']

interface Wallet {
  readonly currency: Token | ''
  readonly blockchain: Blockchain | ''
  readonly address: string
}
const NO_WALLET: Wallet = { currency: '', blockchain: '', address: '' }
interface Verdict {
  readonly of: Wallet
  readonly ok: boolean
  readonly problem: Text | undefined
  /** How its network writes it, where it was typed without its checksum. */
  readonly written: string | undefined
}

/** Checks the address by the rules that the server uses too; they are loaded with the first character. */
function useAddressCheck(wallet: Wallet): Verdict | undefined {
  const [verdict, setVerdict] = useState<Verdict>()
  const { currency, blockchain, address } = wallet
  useEffect(() => {
    if (currency === '' || blockchain === '' || address.trim() === '') return
    let live = true
    void import('#domain/destinations/addresses.ts').then(({ checkAddress, withChecksum }) => {
      const answer = checkAddress({ asset: currency, blockchain, address })
      const of = { currency, blockchain, address }
      const problem = answer.ok ? undefined : answer.problem
      if (live)
        setVerdict({ of, ok: answer.ok, problem, written: withChecksum(blockchain, address) })
    })
    return () => {
      live = false
    }
  }, [currency, blockchain, address])
  const current =
    verdict?.of.address === address &&
    verdict.of.blockchain === blockchain &&
    verdict.of.currency === currency
  return current ? verdict : undefined
}

/** The tokens and their networks as choices; one that has a single network brings it along. */
function useTokens(asset: string) {
  const found = useQuery(query('listSupportedTokens', {}))
  const { data = [] } = found
  const networks = data.find(token => token.asset === asset)?.networks ?? []
  return {
    missing: optionsOf(found).missing,
    assets: data.map(token => ({ value: token.asset, label: token.asset })),
    networks: networks.map(({ blockchain, label }) => ({ value: blockchain, label })),
    only: (chosen: string) => {
      const offered = data.find(token => token.asset === chosen)?.networks ?? []
      return offered.length === 1 ? (offered[0]?.blockchain ?? '') : ''
    },
  }
}

/** A wallet that is typed: what is wrong with it, and what is sent once nothing is. The address is checked while it is typed and again by the server. */
export function useWalletForm(name: DraftName) {
  const t = useTranslations('payments.wallet')
  const tAddresses = useTranslations('payments.addresses')
  const [wallet, onChange, sent] = useDraft<Wallet>(name, NO_WALLET)
  const [refused, setRefused] = useState<{ address: string; msg: string }>()
  const [touched, setTouched] = useState(false)
  const verdict = useAddressCheck(wallet)
  const serverSaid = refused?.address === wallet.address.trim() ? refused.msg : undefined
  const wrong = verdict?.problem && said(tAddresses, verdict.problem)
  const missing = touched && wallet.address.trim() === '' ? t('missing.address') : undefined
  return {
    fields: {
      ...{ wallet, onChange, touched },
      addressError: serverSaid ?? wrong ?? missing,
      fits: verdict?.ok === true && !serverSaid,
      written: verdict?.written,
    },
    /** What is sent; undefined, and what is missing is said, while it cannot be. */
    input(): WalletInput | undefined {
      setTouched(true)
      const { currency, blockchain, address } = wallet
      // Whoever is quicker than the check that the page loads is judged by the server.
      if (currency === '' || blockchain === '' || address.trim() === '') return undefined
      return verdict?.ok === false ? undefined : { currency, blockchain, address: address.trim() }
    },
    refuse: (problem: ApiProblem, { address }: WalletInput) =>
      setRefused({ address, msg: detailOf(problem) }),
    sent,
  }
}

/** The fields of a wallet, and a word once its address can be one. */
export function WalletFields({
  wallet,
  onChange,
  touched,
  addressError,
  fits,
  written,
  isPaid = false,
}: ReturnType<typeof useWalletForm>['fields'] & {
  /** Whether it is to be paid, and does not pay. */
  isPaid?: boolean
}) {
  const t = useTranslations('payments.wallet')
  const tokens = useTokens(wallet.currency)
  return (
    <>
      <SelectField
        id="wallet-currency"
        label={t('currency')}
        required
        value={wallet.currency}
        options={tokens.assets}
        missing={tokens.missing}
        error={touched && wallet.currency === '' ? t('missing.currency') : undefined}
        onChange={value =>
          onChange({
            ...wallet,
            currency: value as Token,
            blockchain: tokens.only(value) as Blockchain | '',
          })
        }
      />
      <SelectField
        id="wallet-network"
        label={t('network')}
        required
        value={wallet.blockchain}
        options={tokens.networks}
        disabled={wallet.currency === ''}
        help={
          isPaid && asksOwnerFirst(wallet.blockchain)
            ? t('ownerFirst', {
                currency: wallet.currency,
                network: networkName(wallet.blockchain),
              })
            : undefined
        }
        error={touched && wallet.blockchain === '' ? t('missing.network') : undefined}
        onChange={value => onChange({ ...wallet, blockchain: value as Blockchain })}
      />
      <TextField
        id="wallet-address"
        label={t('address')}
        required
        className="mono"
        autoComplete="off"
        spellCheck={false}
        value={wallet.address}
        error={addressError}
        onChange={event => onChange({ ...wallet, address: event.target.value })}
      />
      {fits && (
        <div role="status">
          <Say kind="done">
            {written
              ? t.rich('compare', { address: () => <bdi className="mono">{written}</bdi> })
              : t('ok')}
          </Say>
        </div>
      )}
    </>
  )
}
