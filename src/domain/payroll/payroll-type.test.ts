import { describe, expect, it } from 'vitest'
import { payrollTypeOf } from './payroll-type.ts'

const on = (status: string, pay_date: string) => payrollTypeOf({ status, pay_date }, '2026-11-27')

describe('the type of a payroll', () => {
  it('is current as long as something of it is to be paid, however late', () => {
    expect(on('APPROVED', '2026-01-02')).toBe('current')
    expect(on('PENDING_APPROVAL', '2026-01-02')).toBe('current')
    expect(on('EMPTY', '2026-11-27')).toBe('current')
  })
  it('is historical once all of it is paid, or it paid nobody and is over', () => {
    expect(on('PAID', '2026-12-11')).toBe('historical')
    expect(on('EMPTY', '2026-11-26')).toBe('historical')
    expect(on('ARCHIVED', '2026-11-26')).toBe('historical')
  })
})
