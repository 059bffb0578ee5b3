/**
 * What cannot be the permanent address of a Form W-8 (Instructions for Form W-8BEN, October 2021, line 3; for Form W-8BEN-E, October 2021, line 6): a
 * post office box, and one in another country than that of tax residence.
 */

/** Boxes of post offices as they are written in the languages of most who are asked for an address, before a number. */
const BOX =
  /(?<!\p{L})(?:(?:g\.?\s*)?p\.?\s*o\.?\s*b(?:ox|\.)?|post(?:al)?\s*(?:office)?\s*box|post\s*box|box\s*postal|private\s*(?:mail\s*)?bag|locked\s*bag|b\.?\s*p\.?|bo[iî]te\s*postale|case\s*postale|apartado(?:\s*(?:postal|de\s*correos))?|casilla(?:\s*(?:postal|de\s*correo))?|caixa\s*postal|casella\s*postale|postfach|postbus|post(?:boks|box)|skrytka(?:\s*pocztowa)?|а\/я|абонентский\s*ящик|صندوق\s*بريد|ص\.?\s*ب\.?)\s*(?:n[ro°º.]*\s*|#\s*|:\s*)?\p{Nd}/iu

/** Whether lines of an address name a post office box. */
export function isPostBox(lines: readonly string[]): boolean {
  return lines.some(line => BOX.test(line.normalize('NFKC')))
}
