/** PDFs that act, for the corpus of uploads. */
import { packedPdf, pdf, revised } from './document-corpus.test-data.ts'

/** Files as people and others hand them in, and what becomes of each. */
export type Corpus = readonly (readonly [name: string, make: () => Buffer, becomes: string])[]

const URI = '/S /URI /URI (https://elsewhere.test)'
/** What a PDF does by itself, or has done by a link, and no document of a person has a need of. */
export const ACTS: Corpus = [
  ['goes to an address when it opens', () => pdf({ catalog: `/OpenAction << ${URI} >>` })],
  [
    'does so by an object of its own',
    () => pdf({ catalog: '/OpenAction 5 0 R', objects: [`<< ${URI} >>`] }),
  ],
  [
    'does so after it went to a page',
    () =>
      packedPdf({
        catalog: '/OpenAction 7 0 R',
        objects: ['<< /S /GoTo /D [3 0 R /Fit] /Next [8 0 R] >>', `<< ${URI} >>`],
      }),
  ],
  [
    'does so by an object whose number a comment hides',
    () => revised(`1 0 obj\n<< /OpenAction 9 0 R >>\nendobj\n9 0%\nobj\n<< ${URI} >>\nendobj\n`),
  ],
  ['does so when a page is come to', () => pdf({ page: `/AA << /O << ${URI} >> >>` })],
  [
    'does so by an object that says what its page does',
    () => pdf({ page: '/AA 5 0 R', objects: [`<< /O << ${URI} >> >>`] }),
  ],
  ...['SubmitForm', 'ImportData', 'GoToR', 'Rendition', 'Movie'].flatMap(kind => [
    [
      `has ${kind} when it opens`,
      () => pdf({ catalog: `/OpenAction << /S /${kind} /F (x) >>` }),
    ] as const,
    [
      `has ${kind} in a link`,
      () => packedPdf({ page: `/Annots [<< /Subtype /Link /A << /S /${kind} /F (x) >> >>]` }),
    ] as const,
  ]),
  [
    'starts a program by a link',
    () => pdf({ page: '/Annots [<< /Subtype /Link /A << /S /Launch /F (x) >> >>]' }),
  ],
].map(([name, make]) => [`what ${name}`, make, 'LAUNCH'] as [string, () => Buffer, string])

/** What stays: links that are clicked, and where a PDF begins. */
export const LINKS: Corpus = [
  ['a link that is clicked', () => pdf({ page: `/Annots [<< /Subtype /Link /A << ${URI} >> >>]` })],
  [
    'links of their own objects, and a page to begin at',
    () =>
      pdf({
        catalog: '/OpenAction 6 0 R',
        page: '/Annots [<< /Subtype /Link /A 5 0 R >>]',
        objects: [`<< ${URI} >>`, '<< /S /GoTo /D [3 0 R /Fit] >>'],
      }),
  ],
  [
    'a title that speaks of a language',
    () => pdf({ trailer: '/Info 5 0 R', objects: ['<< /Title 6 0 R >>', '(JavaScript: a book)'] }),
  ],
  ['a page to begin at', () => packedPdf({ catalog: '/OpenAction [3 0 R /Fit]' })],
].map(([name, make]) => [name, make, 'taken'] as [string, () => Buffer, string])
