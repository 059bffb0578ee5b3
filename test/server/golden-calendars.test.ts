/** The calendars of 2024 to 2032, as they were checked by hand, by another way of reckoning, and in every zone of the world. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { isBusinessDay, payPeriods } from '#domain/payroll/pay-dates.ts'
import { PAY_DATE_RULES } from '#domain/payroll/pay-policy.ts'
import { isHolidayIn } from '#server/reference/holidays.ts'
import { nominalDates } from '#test/golden/reckoned-otherwise.ts'
import { FIRST_DAY, GOLDEN_TERMS, HOMES, LAST_DAY } from '#test/golden/terms.ts'
import { heavy } from '#test/harness/heavy.ts'

const SAMPLE = new URL('../golden/checked-by-hand.txt', import.meta.url)
const PRINTER = new URL('../golden/print-calendars.ts', import.meta.url).pathname

/** Both ends of the world's clocks, and zones whose clocks are changed at midnight or stand between hours; the rest of the whole hours between. */
const ZONES = [
  ...['Etc/GMT+12', 'Etc/GMT-14', 'Africa/Cairo', 'Asia/Kathmandu'],
  ...['America/Santiago', 'America/St_Johns', 'Pacific/Apia'],
  ...Array.from({ length: 11 }, (_, at) => `Etc/GMT+${at + 1}`),
  ...Array.from({ length: 13 }, (_, at) => `Etc/GMT-${at + 1}`),
].slice(0, heavy(4, 31))

const run = promisify(execFile)
const printed = async (zone: string) => {
  const options = { env: { ...process.env, TZ: zone }, maxBuffer: 1 << 24 }
  return (await run(process.execPath, [PRINTER], options)).stdout
}

describe('golden calendars', () => {
  it('are the same in every time zone that is looked at, and have each date that was checked by hand', async () => {
    const utc = await printed('UTC')
    const lines = new Set(utc.split('\n').map(line => line.trim()))
    const checked = readFileSync(SAMPLE, 'utf8')
      .split('\n')
      .filter(line => line && !line.startsWith('#'))
    expect(checked.length).toBeGreaterThan(40)
    expect(checked.filter(line => !lines.has(line))).toEqual([])
    for (const rule of PAY_DATE_RULES)
      for (const way of ['before', 'after'])
        expect(
          checked.some(line => line.includes(` ${rule} ${way} `)),
          `${rule} ${way}`,
        ).toBe(true)
    const others: string[] = []
    // Two at a time: more would only stand in each other's way.
    for (let at = 0; at < ZONES.length; at += 2) {
      const zones = ZONES.slice(at, at + 2)
      const answers = await Promise.all(zones.map(printed))
      others.push(...zones.filter((_, of) => answers[of] !== utc))
    }
    expect(others).toEqual([])
  })

  it.each(Object.entries(HOMES))('keep the laws, reckoned day by day, for %s', (_, home) => {
    const isHoliday = isHolidayIn(home)
    for (const terms of GOLDEN_TERMS) {
      const periods = payPeriods(terms, isHoliday, { from: FIRST_DAY, count: 480 }).filter(
        ({ end_date }) => end_date <= LAST_DAY,
      )
      const nominal = nominalDates(terms, date => isBusinessDay(date, isHoliday))
      const name = `${terms.period_type} ${terms.pay_date_rule}`
      expect(
        periods.map(of => [of.start_date, of.end_date, of.nominal_pay_date]),
        name,
      ).toEqual(nominal.slice(0, periods.length))
      let previous = ''
      for (const { nominal_pay_date, pay_date } of periods) {
        expect(isBusinessDay(pay_date, isHoliday), `${name} ${pay_date}`).toBe(true)
        expect(pay_date > previous, `${name} ${pay_date}`).toBe(true)
        if (pay_date !== nominal_pay_date) {
          expect(isBusinessDay(nominal_pay_date, isHoliday)).toBe(false)
          expect(pay_date > nominal_pay_date, `${name} ${pay_date}`).toBe(
            terms.after_holiday || !hasRoom(nominal_pay_date, previous, isHoliday),
          )
        }
        previous = pay_date
      }
    }
  })
})

/** Whether a business day lies between the pay before and a nominal date. */
function hasRoom(nominal: string, previous: string, isHoliday: (date: string) => boolean): boolean {
  if (previous === '') return true
  for (let at = Date.parse(nominal) - DAY; at > Date.parse(previous); at -= DAY)
    if (isBusinessDay(new Date(at).toISOString().slice(0, 10), isHoliday)) return true
  return false
}

const DAY = 86_400_000
