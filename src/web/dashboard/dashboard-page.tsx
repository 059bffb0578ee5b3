import { useEffect } from 'react'
import { useMe } from '#web/kernel/me.ts'
import { useGo } from '#web/kernel/navigation.tsx'
import { ContractorHome } from './contractor-home.tsx'
import { EmployerHome } from './employer-home.tsx'

/** Everyone's home; operators have none of their own and start with who waits for review. */
export function DashboardPage() {
  const { type } = useMe()
  if (type === 'operator') return <ToOperations />
  return type === 'contractor' ? <ContractorHome /> : <EmployerHome />
}

function ToOperations() {
  const go = useGo()
  useEffect(() => go('/operations/employers', { replace: true }), [go])
  return null
}
