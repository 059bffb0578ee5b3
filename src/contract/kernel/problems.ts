import type { ProblemCode } from '#domain/kernel/problem.ts'

type Entry = { readonly status: number; readonly meaning: string; readonly remedy: string }

/** What each problem code means on the wire. A code without an entry does not compile; docs/api/problems.md is made of it. */
export const problems = {
  VALIDATION: {
    status: 422,
    meaning: 'A part of the input is not valid.',
    remedy: 'Mend the fields that `detail` lists.',
  },
  UNAUTHENTICATED: {
    status: 401,
    meaning: 'The token is missing, expired or not ours.',
    remedy: 'Sign in again, or refresh the token.',
  },
  FORBIDDEN: { status: 403, meaning: 'Your role may not do this.', remedy: 'Ask someone who may.' },
  NOT_FOUND: {
    status: 404,
    meaning: 'It does not exist, or it belongs to someone else.',
    remedy: 'Check the address.',
  },
  CONFLICT: {
    status: 409,
    meaning: 'It changed while you worked on it.',
    remedy: 'Load it again and repeat.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    meaning: 'The idempotency key was used for another input.',
    remedy: 'Send a new key.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    meaning: 'The request is too large.',
    remedy: 'Send a shorter list, or one document at a time. A document has at most 10 MB.',
  },
  BODY_TOO_SLOW: {
    status: 408,
    meaning: 'The body of the request did not arrive in time.',
    remedy: 'Check the connection and send it again.',
  },
  NOT_HTTP: {
    status: 400,
    meaning: 'What was sent is no HTTP request that can be read.',
    remedy: 'Send it by an HTTP client that keeps to RFC 9112.',
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    meaning: 'Too many requests in a short time.',
    remedy: 'Wait as long as Retry-After says.',
  },
  EMAIL_NOT_VERIFIED: {
    status: 403,
    meaning: 'Your e-mail address is not verified.',
    remedy: 'Open the link in the mail.',
  },
  DETAILS_MISSING: {
    status: 403,
    meaning: 'The sign-up details are missing.',
    remedy: 'Complete the sign-up.',
  },
  ONBOARDING_INCOMPLETE: {
    status: 403,
    meaning: 'A step of the onboarding comes first.',
    remedy: 'Complete onboarding.',
  },
  SUSPENDED: { status: 403, meaning: 'This account is suspended.', remedy: 'Write to support.' },
  STEP_UP_REQUIRED: {
    status: 403,
    meaning: 'This needs a fresh proof that it is you.',
    remedy: 'Confirm with a second factor, or with your password where none is set, then repeat.',
  },
  SECOND_FACTOR_REQUIRED: {
    status: 403,
    meaning: 'Operators work with a second factor, and this session has none.',
    remedy: 'Set up an authenticator app or a passkey on the security page.',
  },
  LINK_NOT_VALID: {
    status: 410,
    meaning: 'There is no such link: it never was, was withdrawn or was replaced.',
    remedy: 'Open the newest mail, or ask for a new one.',
  },
  LINK_USED: {
    status: 410,
    meaning: 'The link was used, and works once.',
    remedy: 'Ask for a new one.',
  },
  LINK_REPLACED: {
    status: 410,
    meaning: 'A newer link was sent, which works.',
    remedy: 'Open the newest mail, or have it sent again.',
  },
  LINK_EXPIRED: { status: 410, meaning: 'The link expired.', remedy: 'Ask for a new one.' },
  ALREADY_MEMBER: {
    status: 409,
    meaning: 'The person belongs to a team already.',
    remedy: 'Change the role of the member, or use another e-mail.',
  },
  LAST_OWNER: {
    status: 409,
    meaning: 'At least one must stay: an owner of an employer, an admin among the operators.',
    remedy: 'Give the role to somebody else first.',
  },
  AGREEMENT_ALREADY_ACCEPTED: {
    status: 409,
    meaning: 'This version was accepted before.',
    remedy: 'Nothing: it is no error.',
  },
  TRANSITION_NOT_ALLOWED: {
    status: 409,
    meaning: 'The thing is in a state that does not allow this.',
    remedy: 'See what it allows in `allowed_actions`.',
  },
  INVITATION_NOT_VALID: {
    status: 410,
    meaning: 'The invitation expired, was used or was replaced.',
    remedy: 'Ask for a new invitation.',
  },
  INVITATION_TOO_SOON: {
    status: 429,
    meaning: 'An invitation was sent less than a minute ago.',
    remedy: 'Wait a minute.',
  },
  ALREADY_INVITED: {
    status: 409,
    meaning: 'This address has a live invitation.',
    remedy: 'Resend the invitation instead.',
  },
  ADDRESS_STOPPED: {
    status: 409,
    meaning: 'Whoever has this address wants no invitations by mail.',
    remedy: 'Reach the person in another way, or use another address of theirs.',
  },
  DOCUMENT_NOT_READABLE: {
    status: 422,
    meaning: 'The document is not what its type says.',
    remedy: 'Export it again as PDF, PNG or JPEG.',
  },
  DOCUMENT_REFUSED: {
    status: 422,
    meaning:
      'The document holds what no document needs (a script, an action that starts a program, another file, encryption, a virus), or unfolds to far more than it looks.',
    remedy: 'Print it to PDF, or take a picture of it, and send that.',
  },
  STORAGE_FULL: {
    status: 409,
    meaning: 'The person or company keeps as many documents, or as large ones, as one may.',
    remedy: 'Send fewer or smaller ones, or wait: what was replaced makes room after a while.',
  },
  WALLET_ALREADY_EXISTS: {
    status: 409,
    meaning: 'This wallet already exists.',
    remedy: 'Use the one that is there, or reactivate it.',
  },
  DESTINATION_NOT_VALID: {
    status: 422,
    meaning: 'The account or address cannot be paid.',
    remedy: 'Correct it as `detail` says.',
  },
  PERCENTAGES_NOT_100: {
    status: 422,
    meaning: 'The percentages do not add up to 100.',
    remedy: 'Change them so that they do.',
  },
  CONTRACT_CHANGED: {
    status: 409,
    meaning: 'The contract changed since its PDF was made, or its draft since it was read.',
    remedy: 'Read the new PDF and sign that; or read the draft, then change that.',
  },
  NAME_DIFFERS: {
    status: 409,
    meaning: 'The name that was typed to sign is not that of the account.',
    remedy:
      'Type the name of the account, or confirm with `name_is_mine` that both are yours: both are recorded.',
  },
  POLICY_IN_USE: {
    status: 409,
    meaning: 'Pay cycles of this policy exist.',
    remedy: 'Create another policy.',
  },
  APPROVAL_STALE: {
    status: 409,
    meaning: 'The pay cycle changed since you saw it.',
    remedy: 'Look at what changed, then approve again.',
  },
  NOTHING_TO_APPROVE: {
    status: 409,
    meaning: 'No line item waits for approval.',
    remedy: 'Nothing to do.',
  },
  FUNDS_SHORT: {
    status: 409,
    meaning: 'The balance does not cover this.',
    remedy: 'Add funds, or choose to approve ahead of funding.',
  },
  AMOUNT_MISMATCH: {
    status: 409,
    meaning: 'The amount is not what is owed in that currency.',
    remedy: 'Send exactly what is owed.',
  },
  FUNDING_FILE_NOT_VALID: {
    status: 422,
    meaning: 'A row of the funding file is wrong; nothing was booked.',
    remedy: 'Mend every row that `detail` lists and send the file again.',
  },
  EXECUTION_STALE: {
    status: 409,
    meaning: 'Other payments are ready, or wait, than those that you saw.',
    remedy: 'Look again, then execute or settle.',
  },
  EXECUTION_HALTED: {
    status: 409,
    meaning: 'Execution is halted because an invariant does not hold.',
    remedy: 'Run the verification and mend what it names.',
  },
  SECOND_PERSON_NEEDED: {
    status: 403,
    meaning: 'Two people do this, and you are the one who asked for it.',
    remedy: 'Let another operator answer, or withdraw it.',
  },
  STEP_CLOSED: {
    status: 409,
    meaning: 'It waits for no answer any more: it was answered, withdrawn, or expired.',
    remedy: 'See how it ended. What is still needed is asked for again.',
  },
  STEP_STALE: {
    status: 409,
    meaning: 'What was asked for is not what would be done now.',
    remedy: 'Look again; reject it, and let it be asked for anew.',
  },
  TRANSFER_REUSED: {
    status: 409,
    meaning: 'A transfer id was used for another content.',
    remedy: 'Mint a new id.',
  },
  QUOTE_EXPIRED: {
    status: 409,
    meaning: 'The rate was promised for a while that is over; nothing was exchanged.',
    remedy: 'Ask for a new quote.',
  },
  RATE_MISSING: {
    status: 409,
    meaning: 'No exchange rate is known for this pair.',
    remedy: 'Wait for the next rates.',
  },
  UNAVAILABLE: {
    status: 503,
    meaning:
      'The service is starting, busy or stopping, or its database or its disk does not answer.',
    remedy:
      'Wait as long as Retry-After says, then send the same again under the same Idempotency-Key.',
  },
} as const satisfies Record<ProblemCode, Entry>
