/** A list of people to invite: which of its columns says what, in the languages of those who keep such lists, and that this is said. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '../kernel/actor.ts'
import { type SmallWorld, smallWorld } from './small-world.test-data.ts'

let world: SmallWorld
let employer: Actor & { employer_uuid: string }
beforeAll(async () => {
  world = await smallWorld()
  employer = await world.employer('dana@northwind.test', 'Dana Whitfield')
})
afterAll(() => world?.end())

const preview = (text: string) =>
  world.call('previewInvitations', employer, { body: { text, defaults: {} } })

describe('a list', () => {
  it.each<[string, string, object]>([
    [
      'commas and heads of another language',
      'E-Mail,Funktion,Land\nada@example.test,Engineer,Kanada',
      { email: 'ada@example.test', role: 'Engineer', country_code: 'CA' },
    ],
    [
      'semicolons, a mark before them and quotes',
      '\uFEFFRole;Email\r\n"Engineer; senior";ADA@example.test\r\n',
      { email: 'ada@example.test', role: 'Engineer; senior' },
    ],
    [
      'cells of a spreadsheet without heads',
      'Ada Lovelace\tada@example.test\tPL\n',
      { email: 'ada@example.test', country_code: 'PL', name: 'Ada Lovelace', role: '' },
    ],
    [
      'first and last names in columns of theirs',
      'First name,Last name,Email,Role\nAda,Lovelace,ada@example.test,Engineer',
      { email: 'ada@example.test', role: 'Engineer', name: 'Ada Lovelace' },
    ],
    [
      'heads of German',
      'Vorname;Nachname;E-Mail-Adresse;T\u00e4tigkeit;Land\nAda;Lovelace;ada@example.test;Engineer;Deutschland',
      { email: 'ada@example.test', role: 'Engineer', name: 'Ada Lovelace', country_code: 'DE' },
    ],
    [
      'heads of French, the family name first',
      'Nom;Pr\u00e9nom;Adresse e-mail;Intitul\u00e9 du poste;Pays\nLovelace;Ada;ada@example.test;Engineer;France',
      { email: 'ada@example.test', role: 'Engineer', name: 'Ada Lovelace', country_code: 'FR' },
    ],
    [
      'heads of an office',
      'Full name,Work email,Position,Country\nAda Lovelace,ada@example.test,Engineer,Poland',
      { email: 'ada@example.test', role: 'Engineer', name: 'Ada Lovelace', country_code: 'PL' },
    ],
    [
      'a column of addresses that is called otherwise',
      'Name;Kontakt;Rolle\nAda Lovelace;ada@example.test;Engineer',
      { email: 'ada@example.test', role: 'Engineer', name: 'Ada Lovelace' },
    ],
    [
      'names before addresses in a column of theirs, and nothing else',
      'Ada Lovelace, ada@example.test',
      { email: 'ada@example.test', name: 'Ada Lovelace', role: '' },
    ],
    [
      'names behind the addresses that they are made of',
      'ada.lovelace@example.test, Ada Lovelace',
      { name: 'Ada Lovelace', role: '' },
    ],
    ['roles behind addresses', 'ada@example.test, Engineer', { name: '', role: 'Engineer' }],
    [
      'a character that nobody types',
      'email,role\nada@example.test,Engi\u0000neer',
      { role: 'Engi neer' },
    ],
    [
      'names before addresses',
      'Ada <ada@example.test>, Engineer',
      { email: 'ada@example.test', role: 'Engineer', name: 'Ada' },
    ],
    [
      'names in a column of theirs',
      'Name;Mail;Role\nLovelace, Ada;ada@example.test;Engineer',
      { email: 'ada@example.test', role: 'Engineer', name: 'Lovelace, Ada' },
    ],
    [
      'names, without heads',
      'Ada Lovelace\tada@example.test\tEngineer\tPL\n',
      { name: 'Ada Lovelace', role: 'Engineer', country_code: 'PL' },
    ],
  ])('is read with %s', async (_, text, expected) => {
    const { rows } = await preview(text)
    expect(rows).toHaveLength(1)
    const ready = 'role' in expected && expected.role === '' ? {} : { state: 'READY', said: null }
    expect(rows[0]).toMatchObject({ ...expected, ...ready })
  })

  it('says of each column what it was taken for, and whether its head said so', async () => {
    const read = async (text: string) =>
      (await preview(text)).columns.map(({ head, field, told_by }) => [head, field, told_by])
    expect(await read('Vorname;Nachname;Kontakt;Abteilung\nAda;L;ada@example.test;4')).toEqual([
      ['Vorname + Nachname', 'name', 'head'],
      ['Kontakt', 'email', 'content'],
      ['Abteilung', null, 'head'],
    ])
    expect(await read('Ada Lovelace, ada@example.test')).toEqual([
      ['Ada Lovelace', 'name', 'content'],
      ['ada@example.test', 'email', 'content'],
    ])
    const chosen = { text: 'Engineer, ada@example.test', columns: ['role', 'email'] as const }
    const { columns, rows } = await world.call('previewInvitations', employer, {
      body: { ...chosen, columns: [...chosen.columns], defaults: {} },
    })
    expect(columns.map(({ told_by }) => told_by)).toEqual(['chosen', 'chosen'])
    expect(rows[0]).toMatchObject({ role: 'Engineer', name: '' })
  })

  it('has roles where what stands before addresses is said of several', async () => {
    const { rows } = await preview('Rater, a@example.test\nRater, b@example.test')
    expect(rows.map(({ role, name }) => [role, name])).toEqual([
      ['Rater', ''],
      ['Rater', ''],
    ])
  })
})
