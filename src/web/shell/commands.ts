import type { AnyRouter } from '@tanstack/react-router'
import { admit } from '#web/kernel/gate.ts'
import { matchesPath, type PageTitle } from '#web/kernel/page-entry.ts'
import type { ApiName, Me } from '#web/kernel/types.ts'
import type { IconName } from '#web/ui/icon.tsx'
import type { ALL_WORDS } from '#web/words/all-words.ts'
import { menuRole, menus } from './menus.ts'

/** Something that a person may begin: its word in `shell.actions`, where it is done, and the call that it comes to. */
export interface Command {
  readonly word: keyof (typeof ALL_WORDS)['shell']['actions']
  readonly href: string
  readonly icon: IconName
  readonly call: ApiName
}

const COMMANDS: readonly Command[] = [
  {
    word: 'inviteContractor',
    href: '/employer/contractors/invite',
    icon: 'plus',
    call: 'inviteContractor',
  },
  { word: 'approvePay', href: '/employer/payroll-run', icon: 'check', call: 'approveCycle' },
  { word: 'addFunds', href: '/employer/fund-payroll', icon: 'funds', call: 'announceFunding' },
  {
    word: 'addPolicy',
    href: '/employer/payroll-setup/addPayrollPolicy',
    icon: 'calendar',
    call: 'putPolicy',
  },
  { word: 'inviteTeammate', href: '/employer/team', icon: 'user', call: 'inviteMember' },
  {
    word: 'addBank',
    href: '/contractor/payment-methods/banking-information',
    icon: 'bank',
    call: 'putBankingInformation',
  },
  { word: 'sign', href: '/contractor/contracts', icon: 'edit', call: 'signContract' },
  {
    word: 'execute',
    href: '/operations/transactions/checklist',
    icon: 'send',
    call: 'bulkExecute',
  },
  { word: 'bookFunding', href: '/operations/funds', icon: 'funds', call: 'putBalances' },
  { word: 'inviteOperator', href: '/operations/operators', icon: 'user', call: 'inviteOperator' },
]

/** A page that a person may open by itself, by its title in `pages`. */
export interface OpenPage {
  readonly title: PageTitle
  readonly href: string
  readonly icon: IconName
}

/** The pages that stand on no row and let this person in, in the order of the routes; a title once. */
export function openPages(router: AnyRouter, me: Me): OpenPage[] {
  const entries = me.type
    ? menus[menuRole({ type: me.type, is_partner: me.is_partner })]
    : undefined
  const lines = (entries?.entries ?? []).flatMap(entry => [
    entry,
    ...(entry.pages ?? []).map(page => ({ icon: entry.icon, ...page })),
  ])
  const found = new Map<string, OpenPage>()
  for (const { href, title } of routesFor(router, me)) {
    // A page of one thing is found by that thing, and is nowhere without it.
    if (href.includes('$')) continue
    const line = lines.find(one => one.href === href)
    if (line?.call && !me.allowed_calls.includes(line.call)) continue
    if (!found.has(title)) found.set(title, { title, href, icon: line?.icon ?? 'file' })
  }
  return [...found.values()]
}

/** What this person may begin now, as the server says (`getWaiting`), on pages that let them in. */
export function commandsFor(router: AnyRouter, me: Me, begin: readonly ApiName[]): Command[] {
  const open = routesFor(router, me)
  return COMMANDS.filter(
    ({ call, href }) => begin.includes(call) && open.some(page => matchesPath(page.pattern, href)),
  ).map(command => {
    const held = me.held_calls.find(({ name }) => name === command.call)
    return held ? { ...command, href: held.link } : command
  })
}

type Open = { readonly pattern: string; readonly href: string; readonly title: PageTitle }

function routesFor(router: AnyRouter, me: Me): Open[] {
  return Object.entries<AnyRouter['routesByPath'][string]>(router.routesByPath).flatMap(
    ([pattern, route]) => {
      const demand = route.options.staticData
      const { title } = demand ?? {}
      if (!demand?.roles || !title || admit(me, demand) !== 'page') return []
      return [{ pattern, href: pattern, title }]
    },
  )
}
