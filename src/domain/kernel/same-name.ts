/** Letters that are one with others when a name is typed on another keyboard. */
const SPELLED: Readonly<Record<string, string>> = {
  æ: 'ae',
  ð: 'd',
  đ: 'd',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
}

/** Scripts that set no spaces between the names of a person, and whose two names stand in either order. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー・\s]+$/u

/**
 * Whether two spellings name the same person. Capitals, accents, hyphens, apostrophes, points, runs of spaces, what nobody sees and
 * the order of the names do not count, and names between the first and the last may be left out; 张伟 is 伟 张. Nothing else is guessed:
 * a short form is another name.
 */
export function isSameName(typed: string, known: string): boolean {
  return isSameSeen(seen(typed), seen(known))
}

/** Without joiners, marks of direction and the like, which come along when a name is pasted. */
function seen(name: string): string {
  return name.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
}

function isSameSeen(typed: string, known: string): boolean {
  if (UNSPACED.test(typed) && UNSPACED.test(known)) return isSameUnspaced(typed, known)
  const [a, b] = [partsOf(typed), partsOf(known)]
  if (a.length === 0 || b.length === 0) return false
  if (a.length === b.length) return a.toSorted().join(' ') === b.toSorted().join(' ')
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a]
  return (
    shorter.length > 1 &&
    shorter[0] === longer[0] &&
    shorter.at(-1) === longer.at(-1) &&
    shorter.every(part => longer.includes(part))
  )
}

function partsOf(name: string): string[] {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670'’ʼ‘.]/gu, '')
    .replace(/[æðđıłøœßþ]/gu, letter => SPELLED[letter] ?? letter)
    .split(/[\s\p{Pd},]+/u)
    .filter(Boolean)
}

/** The same, where either may be written without spaces, and begin with either of the two names. */
function isSameUnspaced(typed: string, known: string): boolean {
  const [a, b] = [ordersOf(typed), ordersOf(known)]
  return a[0] !== '' && a.some(one => b.includes(one))
}

/** What a name without its spaces is, as it stands and the other way round. */
function ordersOf(name: string): string[] {
  const names = name
    .normalize('NFKC')
    .split(/[\s・]+/u)
    .filter(Boolean)
  return [names.join(''), names.toReversed().join('')]
}
