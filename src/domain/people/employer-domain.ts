/** The `domain` that names an employer: a unique slug (design: Other decisions). */
import { Problem } from '#domain/kernel/problem.ts'

/** Providers whose mail says nothing about the company of its owner; their regional names count too. */
const PUBLIC_MAIL = new Set(
  `aol.com att.net bellsouth.net comcast.net cox.net duck.com fastmail.com fastmail.fm free.fr gmail.com gmx.at gmx.ch
   gmx.com gmx.de gmx.net googlemail.com hey.com hushmail.com icloud.com laposte.net libero.it live.com mac.com mail.com
   mail.ru me.com msn.com naver.com orange.fr outlook.com pm.me posteo.de proton.me protonmail.ch protonmail.com qq.com
   rediffmail.com rocketmail.com rogers.com shaw.ca sfr.fr sina.com skiff.com sympatico.ca t-online.de tuta.com
   tutanota.com uol.com.br videotron.ca wanadoo.fr web.de yandex.com yandex.ru ymail.com zoho.com zohomail.com 126.com
   163.com`.split(/\s+/),
)

const PUBLIC_MAIL_FAMILY = /^(hotmail|live|outlook|yahoo|ymail)\.[a-z]{2,3}(\.[a-z]{2})?$/

/** Whether the address is of a public mail provider, so that its domain names no company. */
export function isPublicMail(email: string): boolean {
  const host = hostOf(email)
  return PUBLIC_MAIL.has(host) || PUBLIC_MAIL_FAMILY.test(host)
}

function hostOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}

/**
 * The domain of a new employer: that of the verified e-mail, or for public mail a slug of the corporation's name with the
 * first free number. Throws `CONFLICT` when the company's domain is taken: its second person is invited.
 */
export function slugDomain(
  email: string,
  corporation_name: string | null,
  taken: (domain: string) => boolean,
): string {
  const host = hostOf(email)
  if (!isPublicMail(email)) {
    if (!taken(host)) return host
    throw new Problem('CONFLICT', 'people.problems.companyKnown', { params: { domain: host } })
  }
  const base = slug(corporation_name ?? '') || 'company'
  for (let number = 1; ; number++) {
    const domain = `${base}-${number}`
    if (!taken(domain)) return domain
  }
}

/** Small Latin letters and digits with single dashes, at most 40 of them; without a dot it can never meet a real domain. */
function slug(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '')
}
