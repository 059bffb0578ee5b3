import { PDF } from '@libpdf/core'
import { afterAll, describe, expect, it } from 'vitest'
import { sniffDocument } from '#server/gateways/files/sniff-document.ts'
import {
  crowdedPayslip,
  sampleInvoice,
  samplePayslip,
  sampleReceipt,
  sampleReport,
  sampleStatement,
  sampleTaxForm,
} from './pdf-samples.test-data.ts'
import type { PdfTemplates } from './pdf-templates.ts'
import { readTags, type Tags } from './read-tags.test-data.ts'
import { readText } from './read-text.test-data.ts'
import { createTypstRenderer } from './typst-renderer.ts'

const renderer = createTypstRenderer()
afterAll(() => renderer.close())

async function textOf(bytes: Uint8Array): Promise<{ text: string; pages: number }> {
  const pages = await readText(bytes)
  return { text: pages.join(' '), pages: pages.length }
}

async function rendered<K extends keyof PdfTemplates>(template: K, data: PdfTemplates[K]) {
  return textOf(await renderer.render(template, data))
}

it('leaves a letter that no font has out of what is only read', async () => {
  const contractor = { name: 'Amara \u{10fffd} Okafor', address_lines: [] }
  const { text } = await rendered('payslip', { ...samplePayslip, contractor })
  expect(text).toContain('Okafor was paid 4640.00 CAD')
})

describe('payslip', () => {
  it('shows every figure as plain digits with its code', async () => {
    const { text, pages } = await rendered('payslip', samplePayslip)
    expect(pages).toBe(1)
    for (const part of [
      'Payslip NW-2026-0417',
      'Chloé Tremblay was paid 4640.00 CAD',
      'October 26 – November 8, 2026',
      'Friday, November 13',
      'Montréal, Québec H2X 0A0',
      'Revision 1 of January 5, 2026',
      '80.00',
      '58.00 CAD',
      '4176.00 CAD',
      '1 BTC = 138420.50 CAD',
      'Median of 3 exchanges',
      '0.00335648 BTC',
      '0.00335210 BTC',
      '0.00000438 BTC less than promised',
      '102080.00 CAD',
      'https://corridor.test/verify',
      'K7QD-3MVX-91PA-0ZTB-77RC-2M4K',
      'Sealed November 16, 2026, 18:20 UTC',
      'Page 1 of 1',
    ]) {
      expect(text).toContain(part)
    }
    expect(text).not.toContain('Simulated')
  })

  it('says that payments were simulated, keeps long and foreign names, and flows over pages', async () => {
    const { text, pages } = await rendered('payslip', crowdedPayslip)
    expect(text).toContain('Simulated payments: no money moved')
    expect(text).toMatch(/\p{Script=Arabic}{3}/u)
    expect(text).toContain('北京市朝阳区')
    expect(text).toContain('Тбилиси')
    expect(text).toContain('Θεσσαλονίκη')
    expect(text).toContain('prorated: 7 of 10 business days')
    expect(text).toContain('Not sealed yet')
    expect(text.match(/Not yet/g)).toHaveLength(14)
    expect(pages).toBeGreaterThan(1)
    expect(text).toContain(`Page ${pages} of ${pages}`)
  })

  it('prints text that looks like markup as it is, and any character at all', async () => {
    const name = '#panic("x") *b* $x$ @ref [#sys] </script> \\u{41} "quoted" 🙂 ไทย עברית'
    const { text } = await rendered('payslip', {
      ...samplePayslip,
      contractor: { name, address_lines: ['#include "/etc/passwd"', ''] },
      parts: [],
    })
    expect(text).toContain('#panic("x") *b* $x$ @ref [#sys] </script>')
    expect(text).toContain('#include "/etc/passwd"')
  })
})

describe('cycle-report', () => {
  it('shows each contractor with destinations, and the totals', async () => {
    const { text } = await rendered('cycle-report', sampleReport(5))
    for (const part of [
      '5 contractors',
      'Иван Петров',
      '王小明',
      '3040.00 USD',
      '2520.12 CAD',
      '15200.00 USD',
    ]) {
      expect(text).toContain(part)
    }
    expect(text).toContain('Simulated payments: no money moved')
    expect(text).toContain('1216.00 USDC')
    expect(text).toContain('CR 884124')
  })

  it('carries 300 contractors and none at all', async () => {
    const { text } = await rendered('cycle-report', sampleReport(300))
    expect(text).toContain('Engineer 300')
    expect(text).toContain('912000.00 USD')
    const empty = { ...sampleReport(0), totals: [] }
    expect((await rendered('cycle-report', empty)).text).toContain('0 contractors')
  })
})

it('an invoice says who owes whom how much for what, by when and how', async () => {
  const { text, pages } = await rendered('invoice', sampleInvoice)
  expect(pages).toBe(1)
  for (const part of [
    'Invoice LW-2026-014',
    '3143.40 EUR by Tuesday, December 8',
    'For November 9 – November 22, issued on November 24, 2026',
    'Latarnia Optics Sp. z o.o.',
    'From PL 000 123 45 67',
    'Tax, 23% of 2400.00',
    'PL09 0000 1234 0000 5678 0000 9012',
  ])
    expect(text).toContain(part)
  const draft = { ...sampleInvoice, number: null, to: null, due_date: null, period: null }
  expect((await rendered('invoice', { ...draft, items: [], ways: [] })).text).toContain(
    'No client yet',
  )
})

it('the picture of an invoice has the pages of its PDF, says where each item begins, and runs nothing', async () => {
  for (const length of [0, 3, 50]) {
    const items = Array.from({ length }, (_, at) => ({
      ...{ description: `</svg><script>${at}</script>`, tax: at % 2 ? '23%' : null },
      amount: { amount: '1.00', currency: 'EUR' },
    }))
    const data = { ...sampleInvoice, items }
    const svg = Buffer.from(await renderer.picture('invoice', data)).toString()
    const { pages } = await rendered('invoice', data)
    const [, told, rows = ''] = /^<svg data-pages="(\d+)" data-rows="([^"]*)"/.exec(svg) ?? []
    expect(Number(told)).toBe(pages)
    const [, height] = /viewBox="0 0 [\d.]+ ([\d.]+)"/.exec(svg) ?? []
    expect(Number(height)).toBeCloseTo(841.89 * pages, 1)
    const begins = JSON.parse(rows) as [page: number, top: number][]
    expect(begins).toHaveLength(length + 1)
    const down = begins.map(([page, top]) => page * 1000 + top)
    expect(down).toEqual(down.toSorted((a, b) => a - b))
    expect(svg).not.toMatch(/<script|<foreignObject|href="(?!#|data:)|\son\w+=/)
  }
})

it('a receipt says what was charged, taken and is still to be taken', async () => {
  const { text } = await rendered('receipt', sampleReceipt)
  for (const part of [
    'Receipt 2026-0007',
    'Corridor charged 78.42 USD',
    'For November 2026, receipt of December 1, 2026',
    'Northwind Robotics, Inc.',
    '2880.00 USD',
    'Tax, 13.00%',
    '75.60 USD',
    '2.82 USD',
  ])
    expect(text).toContain(part)
  expect((await rendered('receipt', { ...sampleReceipt, rest: null })).text).not.toContain('2.82')
})

it('a statement says what its owner chose, and nothing of the rest', async () => {
  const { text } = await rendered('income-statement', sampleStatement)
  for (const part of [
    'What Chloé Tremblay was paid',
    '102080.00 CAD',
    '900.00 USD',
    'November 2026',
    samplePayslip.verification.code,
    'Issued December 16, 2026, 18:20 UTC',
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('By company')
})

/** What of the tags would lead somebody astray. */
function astray({ language, marked, all, marksOfPages }: Tags): string[] {
  const ids = all.flatMap(({ id }) => id ?? [])
  const types = all.map(({ type }) => type)
  const levels = types.flatMap(type => (/^H\d$/.test(type) ? [Number(type[1])] : []))
  const marks = all.reduce((sum, tag) => sum + tag.marks, 0)
  return [
    ...(language === 'en' && marked ? [] : ['no language, or not marked']),
    ...(levels[0] === 1 && levels.filter(level => level === 1).length === 1 ? [] : ['titles']),
    ...(levels.every((level, at) => level <= (levels[at - 1] ?? 0) + 1) ? [] : ['levels']),
    ...all.filter(({ type, alt }) => type === 'Figure' && !alt).map(() => 'a picture of nothing'),
    ...all.filter(({ type, scope }) => type === 'TH' && !scope).map(() => 'a head of nothing'),
    ...(new Set(ids).size === ids.length ? [] : ['two heads have one name']),
    ...all.flatMap(({ heads }) => heads.filter(head => !ids.includes(head))),
    ...(marks > 0 && marks === marksOfPages.reduce((sum, of) => sum + of, 0) ? [] : ['marks']),
    ...(marksOfPages.every(of => of > 0) ? [] : ['a page without tags']),
  ]
}

describe('for who listens to it', () => {
  it.each([
    ['payslip', samplePayslip, 'Payslip NW-2026-0417', 'Where it went'],
    ['cycle-report', sampleReport(5), 'Pay cycle report 2026-10-26', 'Contractors'],
    ['receipt', sampleReceipt, 'Receipt 2026-0007', 'Fees'],
    ['income-statement', sampleStatement, 'Statement of 2026', 'By month'],
    ['invoice', sampleInvoice, 'Invoice LW-2026-014', null],
    ['tax-form', sampleTaxForm, 'Form W-8BEN', null],
  ] as const)(
    'a %s says its language, its title, its headings and what is what',
    async (name, data, title, heading) => {
      const bytes = await renderer.render(name, data as never)
      const pdf = await PDF.load(bytes)
      expect(pdf.getTitle()).toBe(title)
      expect(pdf.getCatalog().has('Outlines')).toBe(true)
      if (heading) expect(Buffer.from(bytes).toString('latin1')).toContain(`/Title (${heading})`)
      const tags = await readTags(bytes)
      expect(astray(tags)).toEqual([])
      expect(tags.ua).toBe('1')
    },
  )

  it('a table says which head each figure stands under, and a picture what it shows', async () => {
    const { all } = await readTags(await renderer.render('payslip', samplePayslip))
    const heads = all.filter(({ type }) => type === 'TH')
    expect(heads.map(({ scope }) => scope)).toEqual(Array(9).fill('Column'))
    const cells = all.filter(({ type }) => type === 'TD')
    expect(cells.length).toBeGreaterThan(20)
    for (const { heads: named } of cells) expect(named).not.toEqual([])
    expect(all.filter(({ type }) => type === 'Figure').map(({ alt }) => alt)).toEqual(
      expect.arrayContaining(['Corridor']),
    )
  })

  it('a payslip with a gap in it is tagged as well, and claims no standard', async () => {
    const contractor = { name: 'Amara \u{10fffd} Okafor', address_lines: [] }
    const tags = await readTags(await renderer.render('payslip', { ...samplePayslip, contractor }))
    expect(astray(tags)).toEqual([])
    expect(tags.ua).toBeNull()
  })
})

describe('a report in parts', () => {
  it('has a summary, then rows whose pages are numbered on, and its totals at the end', async () => {
    const whole = sampleReport(24)
    const halves = [whole.rows.slice(0, 12), whole.rows.slice(12)]
    const parts: Uint8Array[] = []
    let first_page = 2
    for (const [at, rows] of halves.entries()) {
      const totals = at === 1 ? whole.totals : []
      const data = { ...whole, rows, totals, shows: 'rows', first_page } as const
      const part = await renderer.renderPart('cycle-report', data)
      parts.push(part.bytes)
      first_page += part.pages
    }
    const summary = { ...whole, rows: [], shows: 'summary' } as const
    parts.unshift(await renderer.render('cycle-report', summary))
    const joined = await renderer.join(parts)
    expect(sniffDocument(joined)).toBe('application/pdf')
    const pages = await readText(joined)
    expect(pages).toHaveLength(first_page - 1)
    expect(pages.map(page => page.match(/Page (\d+)$/)?.[1])).toEqual(
      pages.map((_page, at) => `${at + 1}`),
    )
    expect(pages[0]).toContain('24 contractors')
    expect(pages.filter(page => page.includes('Total in USD'))).toEqual([pages.at(-1)])
    const tags = await readTags(joined)
    expect(astray(tags)).toEqual([])
    expect(tags.all.filter(({ type }) => type === 'Document')).toHaveLength(1)
    expect(tags.all.filter(({ type }) => type === 'TD')).toHaveLength(24)
    const tables = tags.all.filter(({ type }) => type === 'Table')
    expect(tables.map(({ kids }) => kids.map(({ type }) => type))).toEqual(
      Array(2).fill(['THead', 'TBody']),
    )
    const onPages = tags.all.flatMap(({ page }) => page ?? [])
    expect(new Set(onPages).size).toBe(pages.length)
  })

  it('of thousands carries no tags at all, and says so', async () => {
    const whole = { ...sampleReport(4), tagged: false }
    const parts = [
      await renderer.render('cycle-report', { ...whole, rows: [], shows: 'summary' }),
      await renderer.render('cycle-report', { ...whole, shows: 'rows', first_page: 2 }),
    ]
    const tags = await readTags(await renderer.join(parts))
    expect(tags).toMatchObject({ marked: false, ua: null, all: [] })
  })

  it('that are none, or are no PDFs, are refused', async () => {
    for (const parts of [[], [Buffer.from('no PDF')]])
      await expect(renderer.join(parts)).rejects.toMatchObject({ code: 'PDF_NOT_JOINED' })
  })
})

describe('the renderer', () => {
  it('gives the same bytes for the same data, and a PDF by structure', async () => {
    const [one, two] = await Promise.all([
      renderer.render('payslip', samplePayslip),
      renderer.render('payslip', samplePayslip),
    ])
    expect(Buffer.from(one).equals(Buffer.from(two))).toBe(true)
    expect(sniffDocument(one)).toBe('application/pdf')
  })

  it('says which template failed and goes on with the next document', async () => {
    const broken = { ...samplePayslip, pay_date: 'tomorrow' }
    await expect(renderer.render('payslip', broken)).rejects.toMatchObject({
      code: 'PDF_TEMPLATE_FAILED',
      retriable: false,
    })
    expect((await rendered('payslip', samplePayslip)).text).toContain('4640.00')
  })

  it('replaces its process while documents wait, and refuses after it was closed', async () => {
    const recycling = createTypstRenderer({ recycle_after: 2 })
    const all = await Promise.all(
      Array.from({ length: 5 }, () => recycling.render('payslip', samplePayslip)),
    )
    expect(new Set(all.map(bytes => bytes.length)).size).toBe(1)
    await recycling.close()
    await expect(recycling.render('payslip', samplePayslip)).rejects.toMatchObject({
      code: 'PDF_ENGINE_CLOSED',
    })
  })

  it('ends a document that takes too long, which may be tried again', async () => {
    const hasty = createTypstRenderer({ timeout_ms: 1 })
    await expect(hasty.render('payslip', samplePayslip)).rejects.toMatchObject({
      code: 'PDF_ENGINE_SLOW',
      retriable: true,
    })
    await hasty.close()
  })
})
