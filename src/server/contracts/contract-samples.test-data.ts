/** Contracts filled with invented people, for the tests of their text and for looking at their template. */
import { crowdedPayslip, samplePayslip } from '../gateways/pdf/pdf-samples.test-data.ts'
import type { ContractData } from './contract-text.ts'

/** A contract that nobody has signed. */
export const draftContract: ContractData = {
  reference: 'NW-C-0031',
  revision: 1,
  effective_date: '2026-01-05',
  employer: { ...samplePayslip.employer, country: 'United States' },
  contractor: { ...samplePayslip.contractor, country: 'Canada' },
  role: 'Product designer',
  pay: {
    rate: { amount: '58.00', currency: 'CAD' },
    scheduled_hours: '80.00',
    period_type: 'Biweekly',
    pay_policy: 'Biweekly, engineering',
    pay_date_rule:
      'the Friday after the end of the pay period, or the business day before it when that Friday is a holiday',
  },
  start_date: '2026-01-05',
  end_date: null,
  notice_days: 30,
  exhibit_a:
    'The Contractor designs the screens of the warehouse robots and of the web console, from the first sketch to the files that developers use.\n\nEach second week the Contractor shows the work to the product team and keeps the design library current.\n\nWork is delivered in the tools of the Client. #let x = [*not markup*] and $100 stay plain text.',
  signatures: { employer: null, contractor: null },
}

const employerSignature = {
  name: 'Dana Whitfield',
  title: 'Chief Operating Officer',
  email: 'dana@northwind.test',
  signed_at: '2026-01-02T16:40:12.000Z',
  address: '203.0.113.7',
  document_sha256: 'c1a5298f939e87e8f962a5edfc206918b2d0e6a1f7c3d4e5a6b7c8d9e0f1a2b3',
}

/** The contract after the employer's signature. */
export const offeredContract: ContractData = {
  ...draftContract,
  signatures: { employer: employerSignature, contractor: null },
}

/** The final contract, with a right-to-left name and an end date. */
export const finalContract: ContractData = {
  ...draftContract,
  revision: 3,
  contractor: { ...crowdedPayslip.contractor, country: 'Tunisia' },
  end_date: '2027-01-04',
  signatures: {
    employer: employerSignature,
    contractor: {
      name: crowdedPayslip.contractor.name,
      title: null,
      email: 'm.alhashimi@example.test',
      signed_at: '2026-01-03T08:05:59.000Z',
      address: '2001:db8::a1f',
      document_sha256: '7d865e959b2466918c9863afca942d0fb89d7c9ac0c99bafc3749504ded97730',
    },
  },
}

const thirty = Array.from(
  { length: 30 },
  (_, n) => `Task ${n + 1}: ${'look after the arm '.repeat(30)}`,
)

/** An exhibit with everything that rich text has, and with what only looks like more. */
export const RICH_EXHIBIT = [
  '# The work',
  'The Contractor **designs** the screens, as said in [the plan](https://northwind.test/plan) and by [mail](mailto:dana@northwind.test).',
  '## Each second week',
  '- shows the work to the **product team**\n- keeps the library current\n  1. components\n  2. words\n     - in two languages',
  '| Milestone | Due | Pay |\n| --- | --- | --- |\n| First sketch | March 1 | 20 hours |\n| **Final files** | April 15 | 60 hours |\n| #panic("x") | $1$ |',
  'Not markup: #let x = [*y*], $1 + 1$, @ref, <script>alert(1)</script>, `code`, [js](javascript:alert(1)), \\u{41}.',
  '### 交付 与 التسليم',
  '校准指南，每个工作日回答装配团队的问题。',
].join('\n\n')

/** One contract of each kind that is hard to set: unpaid, long, in other scripts, from right to left, with text like markup. */
export const contractSamples: Readonly<Record<string, ContractData>> = {
  'a draft': draftContract,
  'an offer': offeredContract,
  'both signed, and a name from right to left': finalContract,
  'an unpaid engagement': { ...draftContract, pay: null },
  'a long exhibit': { ...draftContract, exhibit_a: thirty.join('\n\n') },
  'an exhibit of none': { ...draftContract, exhibit_a: '' },
  'Chinese names and exhibit': {
    ...offeredContract,
    employer: {
      name: '北方机器人有限公司',
      address_lines: ['北京市朝阳区建国路 1 号', 'China'],
      country: 'China',
    },
    contractor: { name: '张伟', address_lines: ['上海市', 'China'], country: 'China' },
    role: '控制工程师',
    exhibit_a:
      '承包商设计、测试并记录机械臂的运动控制。\n每个工作日回答装配团队的问题。\n\n交付：校准指南。',
  },
  'Arabic names and exhibit': {
    ...finalContract,
    employer: {
      name: 'شركة الميناء للروبوتات',
      address_lines: ['شارع الحبيب بورقيبة 14', 'Tunisia'],
      country: 'Tunisia',
    },
    role: 'مهندس تحكم',
    exhibit_a: 'يصمم المقاول أنظمة التحكم في الحركة\n\nدليل المعايرة',
  },
  'Greek, Cyrillic and Vietnamese': {
    ...offeredContract,
    contractor: {
      name: 'Иван Петров',
      address_lines: ['Θεσσαλονίκη', 'Greece'],
      country: 'Greece',
    },
    role: 'Kỹ sư điều khiển',
    exhibit_a: 'Ο ανάδοχος σχεδιάζει τον έλεγχο κίνησης.\n\nНадзор за испытаниями, до 11 декабря.',
  },
  'an exhibit in rich text': {
    ...offeredContract,
    exhibit_a: RICH_EXHIBIT.replace(' 与 التسليم', ''),
    exhibit_format: 'MARKDOWN',
  },
  'clauses of a country': { ...offeredContract, country_clauses: 'CA.1' },
  'a long exhibit in rich text': {
    ...draftContract,
    exhibit_a: thirty.map(task => `- **${task}**\n  - ${task}`).join('\n'),
    exhibit_format: 'MARKDOWN',
  },
  'terms of an agreement signed elsewhere': {
    ...finalContract,
    contractor: draftContract.contractor,
    kind: 'OUTSIDE',
    exhibit_a: '',
    agreement: { file_name: 'signed agreement.pdf', sha256: 'ab'.repeat(32) },
  },
  'terms without the file of their agreement': {
    ...draftContract,
    kind: 'OUTSIDE',
    exhibit_a: '',
    agreement: null,
  },
  'names that look like markup': {
    ...draftContract,
    contractor: {
      ...draftContract.contractor,
      name: '#panic("x") *b* $x$ @ref [#sys] _u_ <script>',
    },
    exhibit_a: '= Heading\n- item #let x = 1\n<b>bold</b> & "quotes" \\u{41}',
  },
}
