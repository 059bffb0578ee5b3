/** The keys that the templates of mails and documents say, as the catalogues spell them. */
import { globSync, readFileSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { CATALOGUES as MAILS } from '#server/gateways/mail/mail-catalogues.ts'
import { CATALOGUES as DOCUMENTS } from '#server/gateways/pdf/document-words.ts'

const MAIL_LAYOUT = 'notifications.mails.'
const DOCUMENT_LAYOUT = 'documents.documents.layout.'

/** Each key with the template that says it. */
export function saidInTemplates(): { readonly key: string; readonly path: string }[] {
  return [...saidInMails(), ...saidInDocuments()]
}

/** What the templates say by themselves, which is the platform's name and that of a digest alone. */
export function proseInTemplates(): string[] {
  const mails = globSync('src/server/gateways/mail/templates/**/*.{mjml,txt}').flatMap(path =>
    readFileSync(path, 'utf8')
      .replace(/^Subject: /, '')
      .replace(
        /<mj-(?:style|attributes)>[\s\S]*?<\/mj-(?:style|attributes)>|<[^>]*>|\{\{[^}]*\}\}/g,
        '\n',
      )
      .split('\n'),
  )
  const documents = globSync('src/server/gateways/pdf/templates/*.typ').flatMap(path =>
    // A text with a class of letters is a pattern.
    [
      ...readFileSync(path, 'utf8')
        .replace(/"[^"\n]*\\(?:[pu]\{|S)[^"\n]*"/g, '')
        .matchAll(/\[([^\]#]*)/g),
    ].map(([, said = '']) => said),
  )
  return [...mails, ...documents]
    .map(said => said.trim())
    .filter(said => /\p{L}{2}/u.test(said) && !/^(?:Corridor|\\ SHA-256)$/.test(said))
}

function saidInMails() {
  return globSync('src/server/gateways/mail/templates/**/*.{mjml,txt}').flatMap(path => {
    const mail = basename(path, extname(path)) as keyof typeof MAILS
    return [...readFileSync(path, 'utf8').matchAll(/\{\{say ([\w.]+)\}\}/g)].map(
      ([, key = '']) => ({
        key: key.startsWith('layout.') ? MAIL_LAYOUT + key : `${MAILS[mail]}.mails.${mail}.${key}`,
        path,
      }),
    )
  })
}

function saidInDocuments() {
  return globSync('src/server/gateways/pdf/templates/*.typ').flatMap(path => {
    const document = basename(path, '.typ') as keyof typeof DOCUMENTS
    const source = readFileSync(path, 'utf8')
    const own = [...source.matchAll(/(?<!-)said\(\s*"(\w+)"/g)].map(
      ([, key]) => `${DOCUMENTS[document]?.[0]}.${key}`,
    )
    const common = [...source.matchAll(/(?:layout|day)-said\(\s*"(\w+)"/g)].map(
      ([, key]) => DOCUMENT_LAYOUT + key,
    )
    // Columns are named as a list whose keys are said one after another.
    const listed = [
      ...source.matchAll(/\(((?:"\w+",? ?)+)\)\.map\(key => [^\n]*said\(key\)/g),
    ].flatMap(([, list = '']) =>
      [...list.matchAll(/"(\w+)"/g)].map(([, key]) => `${DOCUMENTS[document]?.[0]}.${key}`),
    )
    return [...own, ...common, ...listed].map(key => ({ key, path }))
  })
}
