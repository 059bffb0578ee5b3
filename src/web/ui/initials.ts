const alphabetic =
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Georgian}]/u

/** What stands behind a company's name to say what kind of company it is. */
const LEGAL_FORM =
  /[,\s]+(?:inc|llc|ltd|limited|corp|corporation|co|plc|gmbh|ag|kg|s\.?a\.?s?|s\.?r\.?l|sarl|b\.?v|n\.?v|ab|as|aps|oy|pty(?: ltd)?|llp|lp|sp\. ?z ?o\.?o|k\.?k)\.?$/iu

/** A company's name as its avatar takes it: the registered name and the one that it goes by have one avatar. */
export function withoutLegalForm(name: string): string {
  return name.replace(LEGAL_FORM, '') || name
}

/**
 * The letters that stand for a name, in its own script: two initials in alphabets with capitals, the first
 * character in Chinese, Japanese and Korean, the first two letters in Arabic, one syllable in Indic scripts.
 */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean)
  const first = words[0]
  if (!first) return '?'
  const graphemes = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(first)]
  const head = graphemes[0]?.segment ?? '?'
  if (/^\p{Script=Arabic}/u.test(first) || /^\p{Script=Hebrew}/u.test(first)) {
    return graphemes
      .slice(0, 2)
      .map(part => part.segment)
      .join('')
  }
  // Vowel signs that lean on the letter are left off; the sign that joins two letters stays inside.
  if (!alphabetic.test(first)) return head.replace(/\p{M}+$/u, '') || head
  const last = words.length > 1 ? [...(words.at(-1) ?? '')][0] : ''
  return `${head}${last ?? ''}`.toLocaleUpperCase()
}
