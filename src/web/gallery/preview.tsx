import { useState } from 'react'
import { Shell, type ShellUser } from '#web/shell/shell.tsx'
import { type LinkProps, LinkProvider } from '#web/ui/link.tsx'
import { Gallery } from './gallery.tsx'

const users: Readonly<Record<string, ShellUser>> = {
  employer: {
    type: 'employer',
    is_partner: false,
    first_name: 'Sample',
    last_name: 'Employer',
    email: 'employer@example.test',
    allowed_calls: [],
    organisation: 'Northwind Robotics',
  },
  partner: {
    type: 'employer',
    is_partner: true,
    first_name: 'Sample',
    last_name: 'Partner',
    email: 'partner@example.test',
    allowed_calls: [],
    organisation: 'Harbour Payouts',
  },
  contractor: {
    type: 'contractor',
    is_partner: false,
    first_name: 'Sample',
    last_name: 'Contractor',
    email: 'contractor@example.test',
    allowed_calls: [],
  },
  operator: {
    type: 'operator',
    is_partner: false,
    first_name: 'Sample',
    last_name: 'Operator',
    email: 'operator@example.test',
    allowed_calls: ['listOperators', 'bulkExecute'],
  },
}

const fallback: ShellUser = {
  type: 'employer',
  is_partner: false,
  first_name: 'Sample',
  last_name: 'Person',
  email: 'person@example.test',
  allowed_calls: [],
}

// Links of the sample go nowhere, so that the gallery stays where it is.
function StillLink({ href, onClick, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={href}
      onClick={event => {
        if (href.startsWith('/')) event.preventDefault()
        onClick?.(event)
      }}
    />
  )
}

/** The gallery inside a sample shell; `?as=` picks the role and `?path=` the page that the menu marks. */
export function Preview() {
  const query = new URLSearchParams(window.location.search)
  const [path, setPath] = useState(query.get('path') ?? '/employer/payroll-run')
  const [user] = useState(() => users[query.get('as') ?? 'employer'] ?? fallback)
  return (
    <LinkProvider component={StillLink}>
      <Shell
        user={user}
        path={path}
        counts={{ '/employer/contractors': 24 }}
        onNavigate={setPath}
        onSearch={() => {}}
        onLogOut={() => setPath('/auth/login')}
      >
        <Gallery />
      </Shell>
    </LinkProvider>
  )
}
