/** Work that nobody waits for at a screen, and that fails: jobs, and reactions to events. */

export const WORK_KINDS = ['JOB', 'EVENT'] as const
export type WorkKind = (typeof WORK_KINDS)[number]

export const WORK_ACTIONS = ['try_again', 'let_go'] as const
export type WorkAction = (typeof WORK_ACTIONS)[number]

/** A job that failed so often fails for a reason: what lasts a moment is over by then. */
export const FAILS_AFTER_TRIES = 3

/** Jobs that do nothing but write to somebody. */
const TELLING = ['send_mail', 'send_mails', 'send_link', 'send_verification_link', 'mail_receipt']

/**
 * What may be done with work of a name: all of it may be tried again, since it is safe to run twice. Let go is only what does nothing but
 * write to somebody, and only once it is tried no more: what moves money or keeps a rule is mended, and never given up.
 */
export function workActions(
  { kind, name }: { readonly kind: WorkKind; readonly name: string },
  over: number,
): WorkAction[] {
  const tells =
    kind === 'JOB' ? TELLING.includes(name) : /^mail[A-Z]/.test(name.split(' ')[1] ?? '')
  return tells && over > 0 ? ['try_again', 'let_go'] : ['try_again']
}
