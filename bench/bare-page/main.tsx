/** The least that shows what came from a server: React, one request, a table of fifty rows. What pages are measured against. */
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

type Row = { readonly id: number; readonly name: string; readonly amount: string }

function Bare() {
  const [rows, setRows] = useState<readonly Row[]>([])
  useEffect(() => {
    void fetch('/rows')
      .then(answer => answer.json())
      .then(setRows)
  }, [])
  return (
    <main>
      <h1>Payments</h1>
      <table>
        <tbody>
          {rows.map(row => (
            <tr key={row.id}>
              <td>{row.name}</td>
              <td>{row.amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </main>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Bare />)
