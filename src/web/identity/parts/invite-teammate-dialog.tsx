import { useRef } from 'react'
import { Controller } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { TEAM_LINK_DAYS, type TeamKind, type TeamRole } from '#domain/identity/team.ts'
import type { ApiProblem } from '#web/kernel/api-problem.ts'
import { showProblem, useForm } from '#web/parts/form.ts'
import { useEmailProblem } from '#web/parts/use-email-problem.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import { roleCards } from './role-words.ts'

/** What is said at the field of the address, and not on top of the page. */
export function isAboutAddress({ code }: ApiProblem): boolean {
  return code === 'ALREADY_INVITED' || code === 'ALREADY_MEMBER'
}

/** Invites somebody into the team; `onInvite` hears the failures back. */
export function InviteTeammateDialog<R extends TeamRole>({
  kind,
  roles,
  usual,
  loading,
  onInvite,
  onClose,
}: {
  kind: TeamKind
  roles: readonly R[]
  /** The role that is chosen at first. */
  usual: R
  loading: boolean
  onInvite: (
    entry: { email: string; role: R },
    onError: { onError: (problem: ApiProblem) => void },
  ) => void
  onClose: () => void
}) {
  const t = useTranslations('identity.invite')
  const tRoles = useTranslations('identity.roles')
  const tNames = useTranslations('identity.roleNames')
  const first = useRef<HTMLInputElement>(null)
  const { register, control, handleSubmit, setError, formState } = useForm<{
    email: string
    role: string
  }>({ dialog: 'invite' }, { mode: 'onTouched', defaultValues: { email: '', role: usual } })
  const emailProblem = useEmailProblem()
  const email = register('email', { validate: emailProblem })
  const submit = handleSubmit(entry =>
    onInvite(
      { email: entry.email.trim(), role: roles.find(role => role === entry.role) ?? usual },
      {
        onError: problem => {
          if (isAboutAddress(problem))
            setError('email', { message: problem.detail }, { shouldFocus: true })
          else showProblem(setError, problem)
        },
      },
    ),
  )
  return (
    <FormDialog
      onClose={onClose}
      title={t(`titles.${kind}`)}
      initialFocus={first}
      submit={t(`submit.${kind}`)}
      pending={loading}
      onSubmit={submit}
    >
      <TextField
        id="teammate_email"
        label={t('email')}
        required
        type="email"
        autoComplete="off"
        help={t(`help.${kind}`, { days: TEAM_LINK_DAYS[kind] })}
        error={formState.errors.email}
        {...email}
        ref={node => {
          email.ref(node)
          first.current = node
        }}
      />
      <Controller
        control={control}
        name="role"
        render={({ field }) => (
          <RadioCards
            legend={t('role')}
            name="teammate_role"
            cards={roleCards<TeamRole>(tRoles, tNames, kind, roles)}
            value={roles.find(role => role === field.value)}
            onChange={field.onChange}
          />
        )}
      />
    </FormDialog>
  )
}
