import { useTranslations } from 'use-intl'
import { useMay } from '#web/kernel/me.ts'
import { useGo } from '#web/kernel/navigation.tsx'
import { useCall } from '#web/kernel/queries.ts'
import { NotForRole } from '#web/parts/not-for-role.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { useWalletForm, WalletFields } from './parts/wallet-form.tsx'
import { COMPANY_ACCOUNTS } from './queries.ts'

/** Adds a wallet that the company funds from and is refunded to. */
export function EmployerWalletPage() {
  const t = useTranslations('payments.company')
  const may = useMay()('putEmployerCryptoInfo')
  return (
    <Page>
      <PageHead
        crumbs={[{ label: t('crumb'), href: COMPANY_ACCOUNTS }, { label: t('wallet.crumb') }]}
        title={t('wallet.title')}
        lead={t('wallet.lead')}
      />
      {may ? <WalletForm /> : <NotForRole />}
    </Page>
  )
}

function WalletForm() {
  const t = useTranslations('payments.company.wallet')
  const go = useGo()
  const form = useWalletForm('wallet')
  const add = useCall('putEmployerCryptoInfo', {
    refresh: ['getEmployer', 'getMe', 'getFirstPay'],
    onSuccess: () => {
      form.sent()
      openAlert(t('done'), { severity: 'success' })
      go(COMPANY_ACCOUNTS)
    },
    onProblem: (problem, { body }) => {
      form.refuse(problem, body)
      return problem.status !== 0
    },
  })
  return (
    <form
      noValidate
      className="form-column"
      onSubmit={event => {
        event.preventDefault()
        const body = form.input()
        if (body) add.mutate({ body })
      }}
    >
      <WalletFields {...form.fields} />
      <div className="row g8 mt8">
        <LinkButton variant="secondary" size="lg" href={COMPANY_ACCOUNTS}>
          {t('cancel')}
        </LinkButton>
        <Button type="submit" size="lg" loading={add.isPending}>
          {t('add')}
        </Button>
      </div>
    </form>
  )
}
