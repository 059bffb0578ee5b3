/** A list of people to invite: how it is read, what is wrong with a row, and that nobody is invited twice. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stopInvitations } from '../identity/invitation-mails.ts'
import { type Actor, SYSTEM_ACTOR } from '../kernel/actor.ts'
import { type SmallWorld, smallWorld } from './small-world.test-data.ts'

let world: SmallWorld
let employer: Actor & { employer_uuid: string }
let other: Actor & { employer_uuid: string }
beforeAll(async () => {
  world = await smallWorld()
  employer = await world.employer('dana@northwind.test', 'Dana Whitfield')
  other = await world.employer('sam@contoso.test', 'Sam Ortega')
})
afterAll(() => world?.end())

let mailbox = 0
const address = () => `listed${++mailbox}@example.test`
const preview = (text: string, by: Actor = employer) =>
  world.call('previewInvitations', by, { body: { text, defaults: {} } })
const invite = (emails: readonly string[], by: Actor = employer) =>
  world.call('inviteMany', by, {
    body: { invitations: emails.map(email => ({ email, role: 'Data labeller' })) },
  })
const said = (row: { said: { text: string } | null } | undefined) =>
  row?.said?.text.replace('people.inviteMany.said.', '')

describe('a list', () => {
  it('has its roles where most rows have them, whatever one row says besides', async () => {
    const { rows } = await preview(
      'a@example.test\tEngineer\nb@example.test\tRater\tsince May\nc@example.test\tRater\n',
    )
    expect(rows.map(({ role, name }) => [role, name])).toEqual([
      ['Engineer', ''],
      ['Rater', ''],
      ['Rater', ''],
    ])
  })

  it('is read row by row where its rows have separators of their own, or several', async () => {
    const { rows, counts } = await preview(
      [
        'a@example.test,Engineer,CA',
        'b@example.test;Engineer;CA',
        'c@example.test\tEngineer\tCA',
        'd@example.test;Engineer,CA',
        '"e@example.test","Engineer; senior",CA',
        'Fay <f@example.test>;Engineer;CA',
      ].join('\n'),
    )
    expect(counts).toMatchObject({ READY: 6, MEND: 0 })
    expect(rows.map(row => [row.email, row.role, row.country_code])).toEqual([
      ['a@example.test', 'Engineer', 'CA'],
      ['b@example.test', 'Engineer', 'CA'],
      ['c@example.test', 'Engineer', 'CA'],
      ['d@example.test', 'Engineer', 'CA'],
      ['e@example.test', 'Engineer; senior', 'CA'],
      ['f@example.test', 'Engineer', 'CA'],
    ])
  })

  it.each<[string, string, string[]]>([
    ['commas', 'a@x.test, b@x.test,c@x.test', ['a', 'b', 'c']],
    ['semicolons, the last one after the last', 'a@x.test; b@x.test;', ['a', 'b']],
    ['spaces', 'a@x.test b@x.test  c@x.test', ['a', 'b', 'c']],
    ['tabs', 'a@x.test\tb@x.test', ['a', 'b']],
    [
      'several of them',
      'a@x.test, b@x.test; c@x.test d@x.test\ne@x.test',
      ['a', 'b', 'c', 'd', 'e'],
    ],
    ['names', 'Ada <a@x.test>; Bob <b@x.test>', ['a Ada', 'b Bob']],
    ['names and commas', 'Ada <a@x.test>, Bob King <b@x.test>', ['a Ada', 'b Bob King']],
    ['names and nothing', 'Ada <a@x.test> Bob <b@x.test>', ['a Ada', 'b Bob']],
    [
      'surnames first',
      '"Lovelace, Ada" <a@x.test>; King, Bob <b@x.test>',
      ['a Lovelace, Ada', 'b King, Bob'],
    ],
    [
      'surnames first and commas',
      '"Lovelace, Ada" <a@x.test>, "King, Bob" <b@x.test>',
      ['a Lovelace, Ada', 'b King, Bob'],
    ],
    ['a name in brackets after', 'a@x.test (Ada Lovelace)', ['a Ada Lovelace']],
    ['a role for all', 'a@x.test, b@x.test, Engineer', ['a  Engineer', 'b  Engineer']],
    ['a role for all beside', 'a@x.test, b@x.test; Engineer', ['a  Engineer', 'b  Engineer']],
    ['roles of their own', 'a@x.test, Engineer; b@x.test, Rater', ['a  Engineer', 'b  Rater']],
    [
      'records without ends',
      'Ada, a@x.test, Rater, Bob, b@x.test, Rater',
      ['a Ada Rater', 'b Bob Rater'],
    ],
    ['a head', 'Email,Role\n"a@x.test, Ada <b@x.test>",Rater', ['a  Rater', 'b Ada Rater']],
    [
      'a title and a word that is no address',
      'Please invite\na@x.test, tomasz@kowal',
      ['- ', 'a', '-'],
    ],
    ['names after', 'Email\n"a@x.test (Ada), b@x.test (Bob King)"', ['a Ada', 'b Bob King']],
    ['one address twice', 'a@x.test; A@x.test', ['a', 'a']],
  ])('of several on one line is read with %s, and loses none', async (_, text, expected) => {
    const { rows } = await preview(text)
    const short = rows.map(({ email, name, role }) =>
      `${email.endsWith('@x.test') ? email.slice(0, -7) : '-'} ${name} ${role}`.trim(),
    )
    expect(short).toEqual(expected.map(one => one.trim()))
  })

  it.each<[string, string, string[][]]>([
    ['a space', 'john smith@x.test', [['johnsmith@x.test', 'smith@x.test']]],
    ['a name without brackets', 'Ada Lovelace a@x.test', [['a@x.test']]],
    ['words after', 'a@x.test or so', [['a@x.test']]],
    ['a bracket alone', '<Ada a@x.test', [['a@x.test']]],
    ['in a column of its own', 'Email\njohn smith@x.test', [['johnsmith@x.test', 'smith@x.test']]],
    [
      'in a column, of several',
      'Email\n"john smith@x.test, a@x.test"',
      [['johnsmith@x.test', 'smith@x.test'], []],
    ],
    [
      'on a line, of several',
      'john smith@x.test, a@x.test',
      [['johnsmith@x.test', 'smith@x.test'], []],
    ],
    [
      'on a line, between spaces',
      'john smith@x.test a@x.test',
      [['johnsmith@x.test', 'smith@x.test'], []],
    ],
    [
      'after a name in brackets',
      'Ada <a@x.test> john smith@x.test',
      [[], ['johnsmith@x.test', 'smith@x.test']],
    ],
  ])(
    'leaves nobody to be guessed at: an address with more beside it, %s, is to be mended',
    async (_, text, mends) => {
      const { rows } = await preview(`${text}`)
      expect(
        rows.map(row => (said(row) === 'beside' ? row.suggestions.map(({ value }) => value) : [])),
      ).toEqual(mends)
      for (const row of rows)
        if (said(row) === 'beside') expect(row).toMatchObject({ state: 'MEND', field: 'email' })
    },
  )

  it('reads no second address of a table as a person, and loses none of many in one cell', async () => {
    const { rows } = await preview('Email,Manager\na@x.test,boss@x.test')
    expect(rows.map(({ email }) => email)).toEqual(['a@x.test'])
    const many = Array.from({ length: 60 }, (_, n) => `somebody.of.a.long.name${n}@x.test`)
    expect((await preview(`Email\n"${many.join('; ')}"`)).rows).toHaveLength(60)
    expect((await preview(many.join(' '))).rows).toHaveLength(60)
    const most = Array.from({ length: 1001 }, (_, n) => `a${n}@x.test`)
    await expect(preview(most.join(', '))).rejects.toMatchObject({ code: 'VALIDATION' })
  })

  it.each<[string, string, string, string[]]>([
    ['a comma in the address', 'tomasz@kowal,test;Engineer;', 'comma', ['tomasz@kowal.test']],
    ['no role', 'ada@example.test;;', 'noRole', []],
    ['a role that is a link', 'ada@example.test;see www.evil.example;', 'linkRole', []],
    [
      'a role in two alphabets',
      'ada@example.test;\u0410ccountant;',
      'kernel.problems.oneAlphabet',
      [],
    ],
    [
      'a country of two',
      'ada@example.test;Engineer;Congo',
      'countries',
      ['Congo - Kinshasa', 'Congo - Brazzaville'],
    ],
    ['a country that is none', 'ada@example.test;Engineer;Atlantis', 'country', []],
    ['the own address', 'DANA@northwind.test;Engineer;', 'own', []],
  ])('says what is wrong with %s, and what would mend it', async (_, row, why, mends) => {
    const { rows, counts } = await preview(`email;role;country\n${row}`)
    expect(counts).toMatchObject({ READY: 0, MEND: 1 })
    expect(said(rows[0])).toBe(why)
    expect(rows[0]?.suggestions.map(({ value }) => value)).toEqual(mends)
  })

  it('offers the roles that most of its rows have to one that has none', async () => {
    const people = ['a@x.test,Ada,Rater', 'b@x.test,Bo,', 'c@x.test,Cy,Lead', 'd@x.test,Di,Lead']
    const { rows } = await preview(`email,name,role\n${people.join('\n')}\ne@x.test,Ed,Aide`)
    expect(rows.map(row => row.suggestions.map(({ value }) => value))).toEqual([
      ...[[], ['Lead', 'Rater'], [], [], []],
    ])
  })

  it('names what else is wrong with a row while the first is not mended', async () => {
    const { rows } = await preview(
      'email;role;country;policy\nada@example,test;Engineer;Atlantis;Every full moon',
    )
    expect(said(rows[0])).toBe('comma')
    expect(rows[0]?.more.map(also => [also.field, said(also)])).toEqual([
      ['country', 'country'],
      ['pay_policy', 'noPolicy'],
    ])
  })

  it('invites the first of two rows with one address, and nobody who is invited or takes no invitations', async () => {
    const [twice, invited, stopped] = [address(), address(), address()]
    await invite([invited])
    const nobody = { ...SYSTEM_ACTOR, role: 'anonymous' as const, sub: '' }
    const token = world.kernel.gateways.stopLinks.tokenOf(stopped)
    await world.unit(nobody, ctx => stopInvitations(ctx, { token, stopped: true }))
    const lines = [twice, twice.toUpperCase(), invited, stopped].map(email => `${email},Engineer`)
    const { rows } = await preview(`email,role\n${lines.join('\n')}`)
    expect(rows.map(row => [row.state, said(row)])).toEqual([
      ['READY', undefined],
      ['LEFT_OUT', 'sameRow'],
      ['LEFT_OUT', 'invited'],
      ['LEFT_OUT', 'stopped'],
    ])
    expect(rows[2]?.contractor).not.toBeNull()
  })

  it.each(["'", '"', '.', '<', 'a@', '\u0301'])(
    'is read once, however long one word of it is: %j',
    async sign => {
      const whole = sign.repeat(290_000 / sign.length)
      for (const text of [`${whole}x`, `a@b.test,${whole}x`]) {
        const rows = await preview(text).then(
          answer => answer.rows,
          error => {
            expect(error).toMatchObject({ code: 'VALIDATION' })
            return []
          },
        )
        expect(rows.length).toBeLessThanOrEqual(2)
        expect(JSON.stringify(rows).length).toBeLessThan(6_000)
      }
    },
  )

  it('of more people than a list may have in one cell, or of more cells than a line may have, is refused', async () => {
    const many = Array.from({ length: 1001 }, (_, n) => `a${n}@x.test`).join(' ')
    for (const text of [`Email\n"${many}"`, `Email\n${many} Engineer`, 'a,'.repeat(2001)])
      await expect(preview(text)).rejects.toMatchObject({ code: 'VALIDATION' })
  })

  it('of nobody, of too many, or that ends within quotes, is refused', async () => {
    for (const text of [
      '',
      'email,role\n"ada@example.test,Engineer\n',
      '\n \n',
      `email\n${'a@b.test\n'.repeat(1001)}`,
    ])
      await expect(preview(text)).rejects.toMatchObject({ code: 'VALIDATION' })
  })
})

describe('inviting many', () => {
  it('invites each once, also when two send one list at once', async () => {
    const emails = Array.from({ length: 8 }, address)
    const answers = await Promise.all([invite(emails), invite([...emails].reverse())])
    expect(answers.map(({ invited }) => invited).sort()).toEqual([0, 8])
    const again = await invite([...emails, emails[0] as string])
    expect(again).toMatchObject({ invited: 0 })
    expect(again.left_out).toHaveLength(9)
    const { counts } = await world.call('listContractors', other, { query: { limit: 50 } })
    expect(counts.INVITED ?? 0).toBe(0)
  })

  it('leaves out who is above the day’s share, and says so', async () => {
    const fresh = await world.employer('new@fresh.test', 'Nora Fresh')
    const answer = await invite(Array.from({ length: 25 }, address), fresh)
    expect(answer.invited).toBe(20)
    expect(answer.left_out).toHaveLength(5)
    expect(new Set(answer.left_out.map(row => row.said.text))).toEqual(
      new Set(['people.inviteMany.said.tomorrowUnverified']),
    )
  })

  it('says in a sentence what is wrong with the signs of a name, for which its page has no words', async () => {
    const hidden = { email: address(), role: 'Engineer', name: 'Ada\u200bLovelace' }
    const sentence = expect.stringContaining('is a sign that nobody sees')
    const typed = { ...hidden, country: '', pay_policy: '' }
    const shown = await world.call('previewInvitations', employer, { body: { rows: [typed] } })
    expect(shown.rows).toMatchObject([{ state: 'MEND', field: 'name', reason: sentence }])
    const sent = await world.call('inviteMany', employer, { body: { invitations: [hidden] } })
    expect(sent).toMatchObject({ invited: 0, left_out: [{ row: 0, reason: sentence }] })
  })

  it('answers each row for itself: what is wrong with one keeps nobody else from being invited', async () => {
    const [first, second] = [address(), address()]
    const row = { email: first, role: 'Engineer' }
    const policy = '01a206bd-859e-77e0-a17a-6546f85f2a57'
    const invitations = [
      { email: employer.email.toUpperCase(), role: 'Engineer' },
      row,
      { email: 'ada@list,test', role: 'Engineer' },
      { email: address(), role: ' ' },
      { email: address(), role: 'Engineer', name: 'www.evil.example' },
      { email: address(), role: 'Engineer', country_code: 'XX' },
      { email: address(), role: 'Engineer', pay_policy_uuid: policy },
      { email: address(), role: 'Engineer', pay_policy_uuid: 'mine' },
      { ...row, role: 'Rater' },
      { email: second, role: 'Engineer', country_code: 'CA' },
    ]
    const answer = await world.call('inviteMany', employer, { body: { invitations } })
    expect(answer.invited).toBe(2)
    const why = answer.left_out.map(one => [one.row, one.said.text.split('.').at(-1)])
    expect(why).toEqual([
      [0, 'own'],
      [2, 'comma'],
      [3, 'noRole'],
      [4, 'name'],
      [5, 'country'],
      [6, 'notYours'],
      [7, 'notYours'],
      [8, 'sameRow'],
    ])
    for (const email of [first, second]) {
      const list = await world.call('listContractors', employer, { query: { search: email } })
      expect(list.items).toMatchObject([{ contractor_email: email, role: 'Engineer' }])
    }
    const nobody = await world.call('inviteMany', employer, { body: { invitations } })
    expect(nobody).toMatchObject({ invited: 0 })
    expect(nobody.left_out).toHaveLength(invitations.length)
  })
})

describe('a name in a list', () => {
  it('is shown and found until its owner entered their own, and begins their sign-up', async () => {
    const email = address()
    const { rows } = await preview(`Ada Lovelace;${email};Data labeller`)
    expect(rows).toMatchObject([{ name: 'Ada Lovelace', role: 'Data labeller', email }])
    const named = { email, name: 'Ada Lovelace', role: 'Data labeller' }
    await world.call('inviteMany', employer, { body: { invitations: [named] } })
    const found = async (search: string, by: Actor = employer) =>
      (await world.call('listContractors', by, { query: { search } })).items
    const [invited] = await found('lovela')
    expect(invited).toMatchObject({ first_name: 'Ada Lovelace', last_name: '', status: 'INVITED' })
    expect(await found('lovela', other)).toEqual([])
    const link = await world.call('findInvitation', SYSTEM_ACTOR, {
      params: { token: world.lastToken() },
    })
    expect(link).toMatchObject({ email, name: 'Ada Lovelace' })
    const person = await world.contractor(email, 'Augusta King')
    const params = { id: invited?.invitation_uuid ?? '' }
    await world.call('acceptInvitation', person, { params })
    expect(await found('lovela')).toEqual([])
    expect(await found('augusta')).toMatchObject([{ first_name: 'Augusta', last_name: 'King' }])
  })

  it('that looks like a link, or is too long, is to be mended and never kept', async () => {
    for (const name of ['www.evil.example', 'a'.repeat(201)]) {
      const email = address()
      const { rows } = await preview(`name,email,role\n${name},${email},Engineer`)
      expect(rows).toMatchObject([{ state: 'MEND', field: 'name' }])
      expect(said(rows[0])).toBe('name')
      const invitations = [{ email, name, role: 'Engineer' }]
      const answer = await world.call('inviteMany', employer, { body: { invitations } })
      expect(answer).toMatchObject({ invited: 0, left_out: [{ row: 0, email }] })
    }
  })
})
