import { useLocation } from '@tanstack/react-router'
import { ConfigurePayroll } from './parts/configure-payroll-form.tsx'
import { PayrollTerms } from './parts/payroll-terms.tsx'

/** How a contractor is paid: the terms as they are, or the form that writes others. */
export function ConfigurePayrollPage() {
  const reads = useLocation().pathname.endsWith('/read')
  return reads ? <PayrollTerms /> : <ConfigurePayroll />
}
