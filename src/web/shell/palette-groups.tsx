import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FOUND_OF_A_KIND } from '#domain/kernel/found.ts'
import { formatDateLong } from '#domain/kernel/plain-date.ts'
import { ContractStatusChip } from '#web/contracts/shared.tsx'
import { useAppConfig, useMe } from '#web/kernel/me.ts'
import { signOut } from '#web/kernel/session.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { MoneyAmount, MoneyStack } from '#web/parts/money.tsx'
import { PaymentStatusChip } from '#web/payments/shared.tsx'
import { PayChip } from '#web/payroll/shared.tsx'
import { chooseMode, type ModeChoice } from '#web/theme/mode.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { ranked } from '#web/ui/ranked.ts'
import { commandsFor, openPages } from './commands.ts'
import { useBegin, useWaiting } from './use-waiting.ts'

type Found = ClientOutput<'search'>

/** One line of the palette: what it is, and the address that choosing it opens, or what it does here. */
export interface PaletteOption {
  readonly key: string
  readonly lead: ReactNode
  readonly title: string
  readonly text?: string | undefined
  readonly end?: ReactNode
  readonly href: string
  /** Other words by which people look for it. */
  readonly also?: readonly string[]
  /** Done in place of opening the address. */
  readonly run?: (() => void) | undefined
}

export type PaletteKind = 'actions' | 'pages' | 'people' | 'cycles' | 'payments' | 'contracts'

/** Lines of one kind, under its word in `shell.palette.kinds`. */
export interface PaletteGroup {
  readonly kind: PaletteKind
  readonly options: readonly PaletteOption[]
  /** How many were found, and whether there may be more; undefined of what is offered before a text is typed. */
  readonly count?: { readonly shown: number; readonly more: boolean }
}

/** How many actions and pages are shown beside what was found. */
const FEW = 5

function tile(icon: IconName): ReactNode {
  return (
    <span className="tile">
      <Icon name={icon} />
    </span>
  )
}

/** How much waits where an action or a page leads. */
function waits(count: number | undefined): ReactNode {
  return count ? <Waits count={count} /> : undefined
}

function Waits({ count }: { count: number }) {
  const t = useTranslations('shell.palette')
  return <span className="meta t2">{t('waits', { count })}</span>
}

/** What a text asks for: after `>` actions alone, of whatever is typed behind it. */
export function askedIn(text: string): { readonly typed: string; readonly only?: PaletteKind } {
  const typed = text.trim()
  return typed.startsWith('>') ? { typed: typed.slice(1).trim(), only: 'actions' } : { typed }
}

/** The words beside its title by which a page or an action is looked for, of the catalogue, where commas stand between them; none where it has none. */
export function useSearchWords() {
  const t = useTranslations('shell.searchWords')
  return (key: `actions.${string}` | `pages.${string}`): readonly string[] =>
    t.has(key as never) ? t(key as never).split(/\s*,\s*/) : []
}

/** The groups for a typed text, kinds without any left out: what one may do first, then what the server found, then pages. */
export function useGroups(typed: string, found: Found | undefined): readonly PaletteGroup[] {
  const me = useMe()
  const router = useRouter()
  const tPage = useTranslations('pages')
  const tAction = useTranslations('shell.actions')
  const also = useSearchWords()
  const ofServer = useFound()
  const choose = (options: readonly PaletteOption[]) => {
    const fitting = ranked(
      options.map(({ key, title, also }) => ({ value: key, label: title, also })),
      typed,
    )
    return fitting.flatMap(({ value }) => options.find(({ key }) => key === value) ?? [])
  }
  const waiting = useWaiting(me).counts ?? {}
  const actions = commandsFor(router, me, useBegin(me)).map(({ word, href, icon }) => ({
    key: `action ${word}`,
    title: tAction(word),
    also: also(`actions.${word}`),
    lead: tile(icon),
    end: waits(waiting[href]),
    href,
  }))
  const account = useAccount()
  const pages = openPages(router, me).map(({ title, href, icon }) => ({
    key: `page ${href}`,
    title: tPage(title),
    also: also(`pages.${title}`),
    lead: tile(icon),
    end: waits(waiting[href]),
    href,
  }))
  const few = (kind: PaletteKind, options: readonly PaletteOption[]): PaletteGroup => ({
    ...{ kind, options: options.slice(0, FEW) },
    count: { shown: Math.min(options.length, FEW), more: options.length > FEW },
  })
  const groups: PaletteGroup[] = [
    few('actions', choose([...actions, ...(typed === '' ? [] : account)])),
    ...(found ? ofServer(found) : []),
    typed === '' ? { kind: 'pages', options: pages } : few('pages', choose(pages)),
  ]
  return groups.filter(({ options }) => options.length > 0)
}

const MODES: readonly ModeChoice[] = ['light', 'dark', 'system']

/** What the account's menu has and no page: light or dark, help, and the way out. */
function useAccount(): PaletteOption[] {
  const t = useTranslations('shell.actions')
  const also = useSearchWords()
  const support = useAppConfig()?.support_email
  return [
    ...MODES.map(mode => ({
      ...{ key: `mode ${mode}`, title: t(mode), lead: tile('edit'), href: '' },
      also: also(`actions.${mode}`),
      run: () => chooseMode(mode),
    })),
    ...(support
      ? [
          {
            ...{ key: 'help', title: t('help'), text: support, lead: tile('mail'), href: '' },
            also: also('actions.help'),
            run: () => location.assign(`mailto:${support}`),
          },
        ]
      : []),
    {
      ...{ key: 'log out', title: t('logOut'), lead: tile('logout'), href: '' },
      also: also('actions.logOut'),
      run: () => void signOut(),
    },
  ]
}

/** The best of the people who were found, and where all of them stand if these are not all. */
function usePeople(): (found: Found) => PaletteOption[] {
  const t = useTranslations('shell.palette')
  return ({ people, more = [] }) => [
    ...people.map(({ kind, id, name, role, email, link }) => ({
      key: id,
      lead: <Avatar name={name} square={kind === 'employer'} />,
      title: name,
      text: [role, email === name ? '' : email].filter(part => part !== '').join(', '),
      href: link,
    })),
    ...more.map(({ list, link }) => ({
      ...{ key: `more ${list}`, title: t(`more.${list}`), href: link },
      lead: tile(list === 'employers' ? 'building' : 'users'),
    })),
  ]
}

/** The server answers the best of a kind: of as many as it answers at most there may be more. */
function countOf({ length: shown }: readonly unknown[]): NonNullable<PaletteGroup['count']> {
  return { shown, more: shown >= FOUND_OF_A_KIND }
}

function useFound(): (found: Found) => PaletteGroup[] {
  const t = useTranslations('shell.palette')
  const peopleIn = usePeople()
  return found => [
    { kind: 'people', options: peopleIn(found), count: countOf(found.people) },
    {
      kind: 'cycles',
      count: countOf(found.cycles),
      options: found.cycles.map(cycle => ({
        key: cycle.cycle_uuid,
        lead: tile('calendar'),
        title: t('cycle', { label: cycle.label, date: formatDateLong(cycle.pay_date) }),
        text: [cycle.company_name, t('contractors', { count: cycle.contractors })]
          .filter(Boolean)
          .join(', '),
        end: (
          <>
            <span className="money">
              <MoneyStack of={cycle.totals} />
            </span>
            <PayChip status={cycle.status} />
          </>
        ),
        href: cycle.link,
      })),
    },
    {
      kind: 'payments',
      count: countOf(found.payments),
      options: found.payments.map(payment => ({
        key: payment.payment_uuid,
        lead: tile('send'),
        title: payment.contractor_name,
        text: t('payment', {
          company: payment.company_name,
          date: formatDateLong(payment.pay_date),
        }),
        end: (
          <>
            <MoneyAmount of={payment.amount} />
            <PaymentStatusChip status={payment.status} />
          </>
        ),
        href: payment.link,
      })),
    },
    {
      kind: 'contracts',
      count: countOf(found.contracts),
      options: found.contracts.map(({ contract_uuid, role, name, link, ...of }) => ({
        key: contract_uuid,
        lead: tile('file'),
        title: t('contract', { role, name }),
        text: of.start_date ? t('from', { date: formatDateLong(of.start_date) }) : undefined,
        end: <ContractStatusChip of={of} />,
        href: link,
      })),
    },
  ]
}
