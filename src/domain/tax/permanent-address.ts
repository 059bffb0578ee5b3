/**
 * What cannot be the permanent address of a Form W-8 (Instructions for Form W-8BEN, October 2021, line 3; for Form W-8BEN-E, October 2021, line 6): a
 * post office box, and one in another country than that of tax residence.
 */

/** Names of boxes as they are written in full in the languages of most who are asked for an address: what follows may begin with a letter, as A12. */
const BOX =
  /(?<!\p{L})(?:(?:g\.?\s*)?p\.?\s*o\.?\s*box|post(?:al)?\s*(?:office)?\s*box|box\s*postal|private\s*(?:mail\s*)?bag|locked\s*bag|bo[iî]te\s*postale|case\s*postale|apartado(?:\s*(?:postal|a[eé]reo|de\s*correos))?|casilla(?:\s*(?:postal|de\s*correo))?|caixa\s*postal|casella\s*postale|postfach|postbus|postboks|skrytka(?:\s*pocztowa)?|абонентский\s*ящик|صندوق\s*بريد)\s*(?:n[ro°º.]*\s*|#\s*|:\s*)?(?:(?<!\p{L})\p{L}[-\s]?)?\p{Nd}/iu

/** Their short forms, right before a number. Two letters with a space between them begin a line or a part of it: Block B, level P12 is none. */
const SHORT =
  /(?<!\p{L})(?:(?:g\.?\s*)?p\.?\s*o\.?\s*b\.?|p\.?m\.?b\.?|b\.?p\.?|b\.\s*p\.|(?<=^\s*|[,;]\s*)b\s+p\.?|а\/я|ص\.?\s*ب\.?)\s*(?:n[ro°º.]*\s*|#\s*|:\s*)?\p{Nd}/iu

/** Boxes in writing that puts no space between words: their name is enough, or a number after it where it may be any letter box. */
const UNSPACED = /私書箱|私书箱|郵政信箱|邮政信箱|사서함|信箱\s*第?\s*\p{Nd}/u

/** Whether lines of an address name a post office box. */
export function isPostBox(lines: readonly string[]): boolean {
  return lines
    .map(line => line.normalize('NFKC'))
    .some(line => BOX.test(line) || SHORT.test(line) || UNSPACED.test(line))
}
