import type { MailTemplates } from './mail-templates.ts'

const url = 'https://corridor.test/open?a=1&token=abc'

/** One filled mail of each kind, with invented people and figures. */
export const sampleMails: { readonly [K in keyof MailTemplates]: MailTemplates[K] } = {
  'verify-email': { name: 'Chloé', url, expires_hours: 24 },
  'reset-password': { url, expires_minutes: 20 },
  'log-in-link': { url, expires_minutes: 15 },
  'account-exists': {
    login_url: url,
    reset_url: 'https://corridor.test/auth/login#forgotPassword',
  },
  'email-change': { old_email: 'chloe@tremblay.test', new_email: 'chloe@atelier.test', url },
  'security-notice': {
    text: 'A passkey was added as a second factor.',
    at: '2026-11-21T09:30:00Z',
    url,
  },
  invitation: {
    employer_name: 'Northwind Robotics, Inc.',
    role: 'Product designer',
    url,
    stop_url: 'https://corridor.test/stop-invitations?token=def',
    expires_on: '2026-12-13',
    inviter_name: 'Dana Whitfield',
  },
  'team-invitation': {
    organisation: 'Northwind Robotics, Inc.',
    inviter_name: 'Dana Whitfield',
    role: 'approver',
    url,
    stop_url: 'https://corridor.test/stop-invitations?token=def',
    expires_on: '2026-12-13',
  },
  'team-notice': {
    organisation: 'Northwind Robotics, Inc.',
    notice: 'You are an approver of the team now.',
    url,
  },
  'invitation-answered': {
    contractor_name: 'Chloé Tremblay',
    email: 'chloe@tremblay.test',
    answer: 'ACCEPTED',
    url,
  },
  'contract-to-sign': { employer_name: 'Northwind Robotics, Inc.', role: 'Product designer', url },
  'contract-shared': {
    employer_name: 'Northwind Robotics, Inc.',
    sharer_name: 'Dana Whitfield',
    role: 'Product designer',
    url: 'https://corridor.test/contracts/shared#abc',
    stop_url: 'https://corridor.test/stop-invitations?token=def',
    expires_on: '2026-12-05',
  },
  'contract-signed': {
    employer_name: 'Northwind Robotics, Inc.',
    contractor_name: 'Chloé Tremblay',
    role: 'Product designer',
    url,
  },
  'contract-declined': {
    contractor_name: 'Chloé Tremblay',
    role: 'Product designer',
    reason: 'The hours are more than we spoke of.',
    url,
  },
  'contract-closed': {
    employer_name: 'Northwind Robotics, Inc.',
    role: 'Product designer',
    last_day_on: '2026-12-31',
    reason: 'The project is finished.',
    url,
  },
  'cycle-open': {
    policy_label: 'Biweekly, engineering',
    period: 'October 26 – November 8, 2026',
    pay_date: '2026-11-13',
    contractors: 12,
    total: '36648.85',
    currency: 'USD',
    url,
  },
  'approval-void': {
    contractor_name: 'Amara Okafor',
    amount: '3400.00',
    currency: 'USD',
    pay_date: '2026-11-27',
    url,
  },
  'payment-failed': {
    employer_name: 'Northwind Robotics, Inc.',
    destination_label: 'Banque du Fleuve •• 0912',
    amount: '4176.00',
    currency: 'CAD',
    reason: 'The bank does not know the account number.',
    url,
  },
  'employer-payment-failed': {
    contractor_name: 'Amara Okafor',
    amount: '4176.00',
    currency: 'CAD',
    pay_date: '2026-11-27',
    url,
  },
  paid: {
    employer_name: 'Northwind Robotics, Inc.',
    amount: '4640.00',
    currency: 'CAD',
    parts: [
      { label: 'Banque du Fleuve •• 0912', amount: '4176.00', currency: 'CAD' },
      { label: 'bc1qm…4tz8, Bitcoin', amount: '0.00335210', currency: 'BTC' },
    ],
    url,
  },
  'destination-changed': {
    what: 'Bank account added',
    destination_label: 'Banque du Fleuve •• 0912',
    at: '2026-11-12T09:30:00.000Z',
    held_until: '2026-11-13T09:30:00.000Z',
    url,
  },
  'verification-result': { verified: false, reason: 'The passport is cut off at the edge.', url },
}
