/** A bank pays a file on a day on which it books and the banks of the currency do. */
import { expect, it } from 'vitest'
import type { BankChannel } from '../gateways/rails/bank-channel.ts'
import { SWIFT } from './bank-files.test-data.ts'
import { firstDayOf } from './channel-days.ts'

const AT_TORONTO = { time: '16:00', zone: 'America/Toronto' }

const swift = (currency: string, iban: string | null, swift_code = 'ROYCCAT2') =>
  ({
    ...SWIFT,
    currency,
    setup: {
      ...SWIFT.setup,
      debtor: {
        ...(SWIFT.format === 'PAIN_001_SWIFT' && SWIFT.setup.debtor),
        iban,
        bank: { swift_code, country_code: null, bank_code: null },
      },
    },
  }) as BankChannel
const of = (format: string, currency: string) =>
  ({ format, currency, setup: {}, cut_off: AT_TORONTO, answers: null }) as unknown as BankChannel

it.each([
  ['Thanksgiving of the United States, by ACH', of('NACHA', 'USD'), '2026-11-26', '2026-11-27'],
  ['Thanksgiving of Canada, by EFT', of('CPA_005', 'CAD'), '2026-10-12', '2026-10-13'],
  ['the same for Interac', of('INTERAC_CSV', 'CAD'), '2026-10-12', '2026-10-13'],
  ['dollars from Canada on Canada Day', of('CPA_005', 'USD'), '2026-07-01', '2026-07-02'],
  ['and on Juneteenth', of('CPA_005', 'USD'), '2026-06-19', '2026-06-22'],
  ['May Day of TARGET', of('PAIN_001_SEPA', 'EUR'), '2026-05-01', '2026-05-04'],
  [
    'a day of France, which TARGET is open on',
    of('PAIN_001_SEPA', 'EUR'),
    '2026-07-14',
    '2026-07-14',
  ],
  [
    'the same by SWIFT from France',
    swift('USD', 'FR1420041010050500013M02606'),
    '2026-07-14',
    '2026-07-15',
  ],
  ['by SWIFT from Canada, by the code of its bank', swift('USD', null), '2026-07-01', '2026-07-02'],
  ['pounds on a bank holiday', swift('GBP', null, 'BARCGB22'), '2026-08-31', '2026-09-01'],
  ['a weekend of Friday and Saturday', swift('SAR', null, 'RJHISARI'), '2026-11-20', '2026-11-22'],
])('%s', (_what, channel, on, day) => {
  const now = new Date(`${on}T14:00:00Z`)
  expect(firstDayOf({ now }, { ...channel, cut_off: AT_TORONTO })).toBe(day)
})
