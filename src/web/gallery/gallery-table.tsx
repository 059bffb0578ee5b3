import { useState } from 'react'
import { Amount } from '#web/ui/amount.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardHead } from '#web/ui/card.tsx'
import { StatusChip, type Tone } from '#web/ui/chip.tsx'
import { Place } from '#web/ui/flag.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Identity } from '#web/ui/identity.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Say } from '#web/ui/say.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Row, type SortDirection, TableCard, Th } from '#web/ui/table.tsx'

interface Person {
  readonly name: string
  readonly country: string
  readonly place: string
  readonly minor: number
  readonly currency: string
  readonly word: string
  readonly tone: Tone
  readonly blocked?: string
}

const people: readonly Person[] = [
  {
    name: 'Mateus Carvalho',
    country: 'BR',
    place: 'Brazil',
    minor: 248000,
    currency: 'USD',
    word: 'Unnapproved pay',
    tone: 'hollow',
  },
  {
    name: '김지우',
    country: 'KR',
    place: 'South Korea',
    minor: 352000,
    currency: 'USD',
    word: 'Unnapproved pay',
    tone: 'hollow',
  },
  {
    name: 'Łukasz Wiśniewski',
    country: 'PL',
    place: 'Poland',
    minor: 340000,
    currency: 'EUR',
    word: 'Approved pay',
    tone: 'run',
  },
  {
    name: 'فاطمة الزهراء بنعلي',
    country: 'MA',
    place: 'Morocco',
    minor: 217600,
    currency: 'EUR',
    word: 'Paid',
    tone: 'ok',
  },
  {
    name: 'प्रिया राघवन',
    country: 'IN',
    place: 'India',
    minor: 268000,
    currency: 'USD',
    word: 'Paid',
    tone: 'ok',
  },
  {
    name: 'Diego Fernández',
    country: 'AR',
    place: 'Argentina',
    minor: 232000,
    currency: 'USD',
    word: 'Held',
    tone: 'warn',
    blocked: 'Identity document in review since November 20.',
  },
]

/** A selectable table with a note under a row, an opened row, and its skeleton. */
export function Tables() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(['Łukasz Wiśniewski']))
  const [opened, setOpened] = useState<string>()
  const [sort, setSort] = useState<SortDirection>('ascending')
  const toggle = (name: string, on: boolean) =>
    setChosen(
      before => new Set(on ? [...before, name] : [...before].filter(other => other !== name)),
    )
  return (
    <>
      <SectionHead title="Rows" />
      <TableCard
        label="Contractors"
        columns={4}
        minWidth={640}
        selection={{
          count: chosen.size,
          total: people.length,
          onAll: on => setChosen(new Set(on ? people.map(person => person.name) : [])),
          actions: (
            <>
              <Button variant="secondary" size="sm" icon="mail">
                Resend invitation
              </Button>
              <Button variant="danger" size="sm">
                Delete invitation
              </Button>
            </>
          ),
        }}
        head={
          <>
            <Th
              sort={sort}
              onSort={() => setSort(sort === 'ascending' ? 'descending' : 'ascending')}
            >
              Contractor
            </Th>
            <Th end>Amount</Th>
            <Th>Status</Th>
            <Th hidden>Actions</Th>
          </>
        }
      >
        {people.map(person => (
          <Row
            key={person.name}
            name={person.name}
            selected={chosen.has(person.name)}
            onSelect={on => toggle(person.name, on)}
            onOpen={() => setOpened(opened === person.name ? undefined : person.name)}
            note={
              person.blocked && (
                <Say kind="blocked" word="Blocked.">
                  {person.blocked}
                </Say>
              )
            }
            detail={
              opened === person.name && (
                <p className="meta t2">Opened by Enter, a press, or the arrow.</p>
              )
            }
          >
            <td>
              <Identity
                name={person.name}
                second={<Place country={person.country}>{person.place}</Place>}
              />
            </td>
            <td className="r">
              <Amount minor={person.minor} exponent={2} currency={person.currency} strong />
            </td>
            <td>
              <StatusChip tone={person.tone}>{person.word}</StatusChip>
            </td>
            <td className="r">
              <IconButton
                icon={opened === person.name ? 'chevron-up' : 'chevron-down'}
                size="sm"
                label={`Details of ${person.name}`}
                aria-expanded={opened === person.name}
                onClick={() => setOpened(opened === person.name ? undefined : person.name)}
              />
            </td>
          </Row>
        ))}
      </TableCard>
      <Pager onNext={() => {}}>1 – 6 of 24</Pager>
      <SectionHead title="Loading, at final height" />
      <TableCard
        label="Loading"
        columns={3}
        busy
        top={<CardHead>Payments</CardHead>}
        head={
          <>
            <Th>Contractor</Th>
            <Th>Amount</Th>
            <Th>Status</Th>
          </>
        }
      >
        <SkeletonRows columns={3} rows={3} />
      </TableCard>
    </>
  )
}
