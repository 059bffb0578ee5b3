import { hasBankCode, localCountry } from './local-accounts.ts'

/**
 * Which bank a number is of, where the country puts its bank into the number and the bank is one of its large ones. What is not listed is not
 * named, and not refused. No library that is kept knows them without asking somebody (decision 0201). Codes as published by Payments Canada (institutions), Banco de México (participants of SPEI), Reserve Bank of
 * India (IFSC), Australian Payments Network (BSB), Central Bank of Nigeria (bank codes), Banco Central do Brasil (STR), Banco Central de la
 * República Argentina (CBU), the Federal Reserve Banks (routing numbers, of the many that a bank has those by which most are paid) and Cámara de Compensación Electrónica (CCI).
 */
const NAMES = {
  CA: `001 Bank of Montreal, 002 Scotiabank, 003 Royal Bank of Canada, 004 TD Canada Trust, 006 National Bank of Canada, 010 CIBC, 039 Laurentian Bank,
    219 ATB Financial, 614 Tangerine, 815 Desjardins`,
  MX: `002 Banamex, 012 BBVA México, 014 Santander, 021 HSBC, 030 BanBajío, 036 Inbursa, 044 Scotiabank, 058 Banregio, 072 Banorte, 127 Banco Azteca,
    137 BanCoppel, 646 STP`,
  IN: `BARB Bank of Baroda, CNRB Canara Bank, FDRL Federal Bank, HDFC HDFC Bank, ICIC ICICI Bank, IDFB IDFC First Bank, IDIB Indian Bank, INDB IndusInd Bank,
    KKBK Kotak Mahindra Bank, PUNB Punjab National Bank, SBIN State Bank of India, UBIN Union Bank of India, UTIB Axis Bank, YESB Yes Bank`,
  AU: `01 ANZ, 03 Westpac, 06 Commonwealth Bank, 08 National Australia Bank, 73 Westpac, 76 Commonwealth Bank, 78 National Australia Bank`,
  NG: `011 First Bank, 023 Citibank, 032 Union Bank, 033 UBA, 035 Wema Bank, 044 Access Bank, 050 Ecobank, 057 Zenith Bank, 058 GTBank, 068 Standard Chartered,
    070 Fidelity Bank, 076 Polaris Bank, 082 Keystone Bank, 214 FCMB, 215 Unity Bank, 221 Stanbic IBTC, 232 Sterling Bank`,
  BR: `001 Banco do Brasil, 033 Santander, 077 Inter, 104 Caixa Econômica Federal, 208 BTG Pactual, 237 Bradesco, 260 Nubank, 290 PagBank, 323 Mercado Pago,
    336 C6 Bank, 341 Itaú, 422 Safra, 748 Sicredi, 756 Sicoob`,
  AR: `007 Banco Galicia, 011 Banco de la Nación Argentina, 014 Banco Provincia, 017 BBVA, 072 Santander, 191 Credicoop, 285 Banco Macro`,
  US: `021000021 Chase, 021000089 Citibank, 026009593 Bank of America, 031101266 TD Bank, 031176110 Capital One, 043000096 PNC, 053000219 Wells Fargo,
    121000248 Wells Fargo, 121000358 Bank of America, 322271627 Chase, 091000022 U.S. Bank, 124003116 Ally Bank, 256074974 Navy Federal, 314074269 USAA`,
  PE: `002 BCP, 003 Interbank, 009 Scotiabank, 011 BBVA`,
} as const

/**
 * The same of IBANs, by how what follows the check digits begins. Codes as published by Banco de España, Banque de France (interbank codes),
 * Banca d'Italia (ABI), Narodowy Bank Polski, Banco de Portugal and National Bank of Ukraine (MFO); Britain, Ireland and the Netherlands have
 * the first letters of the bank's SWIFT code.
 */
const IBAN_NAMES = {
  GB: `ABBY Santander, BARC Barclays, HBUK HSBC, LOYD Lloyds Bank, MONZ Monzo, NAIA Nationwide, NWBK NatWest, RBOS Royal Bank of Scotland, REVO Revolut,
    SRLG Starling Bank, TRWI Wise`,
  IE: 'AIBK AIB, BOFI Bank of Ireland, IPBS PTSB, REVO Revolut',
  NL: 'ABNA ABN AMRO, ASNB ASN Bank, BUNQ bunq, INGB ING, KNAB Knab, RABO Rabobank, REVO Revolut, TRIO Triodos Bank',
  ES: `0049 Santander, 0081 Banco Sabadell, 0128 Bankinter, 0182 BBVA, 1465 ING, 2080 Abanca, 2085 Ibercaja, 2095 Kutxabank, 2100 CaixaBank,
    2103 Unicaja`,
  FR: `10278 Crédit Mutuel, 16958 Qonto, 20041 La Banque Postale, 30002 LCL, 30003 Société Générale, 30004 BNP Paribas, 30066 CIC,
    40618 BoursoBank`,
  IT: '01030 Monte dei Paschi di Siena, 02008 UniCredit, 03069 Intesa Sanpaolo, 03268 Banca Sella, 05034 Banco BPM, 05387 BPER Banca, 07601 Poste Italiane',
  PL: '102 PKO Bank Polski, 105 ING Bank Śląski, 114 mBank, 116 Bank Millennium, 124 Bank Pekao, 203 BNP Paribas, 249 Alior Bank',
  PT: '0007 Novo Banco, 0010 BPI, 0018 Santander, 0033 Millennium bcp, 0035 Caixa Geral de Depósitos, 0036 Montepio',
  UA: `300335 Raiffeisen Bank, 300346 Sense Bank, 300465 Oschadbank, 305299 PrivatBank, 322001 Universal Bank, 325365 Kredobank, 334851 PUMB,
    351005 Ukrsibbank`,
} as const

/** And of SWIFT codes, whose first four letters are one bank's everywhere (ISO 9362). */
const SWIFT_NAMES = {
  '': `ABNA ABN AMRO, ABNG Access Bank, BARC Barclays, BNPA BNP Paribas, BOFA Bank of America, BOFM Bank of Montreal, CHAS Chase, CIBC CIBC, CITI Citibank, COBA Commerzbank,
    DEUT Deutsche Bank, FBNI First Bank, GTBI GTBank, HSBC HSBC, INGB ING, LOYD Lloyds Bank, NOSC Scotiabank, NWBK NatWest, PBAN PrivatBank, RABO Rabobank, REVO Revolut,
    ROYC Royal Bank of Canada, SOGE Société Générale, TDOM TD Canada Trust, TRWI Wise, UBSW UBS, UNAF UBA, WFBI Wells Fargo, ZEIB Zenith Bank`,
} as const

const BANKS = byCountry(NAMES)
const IBAN_BANKS = byCountry(IBAN_NAMES)
const SWIFT_BANKS = byCountry(SWIFT_NAMES)

type Named = { readonly code: string; readonly name: string }

function byCountry(names: Readonly<Record<string, string>>): ReadonlyMap<string, Named[]> {
  return new Map(
    Object.entries(names).map(([country, list]) => [
      country,
      list.split(',').map(entry => {
        const [code = '', ...name] = entry.trim().split(' ')
        return { code, name: name.join(' ') }
      }),
    ]),
  )
}

/** The bank's own name, by the number that begins with its code, spaces and dashes left out; undefined where it is not known. */
export function bankName(country: string, number: string): string | undefined {
  return nameIn(BANKS.get(country), spelled(number))
}

/** The same by an IBAN, which names its country itself. */
export function bankNameOfIban(iban: string): string | undefined {
  const { country, rest } = ibanParts(iban)
  return nameIn(IBAN_BANKS.get(country), rest)
}

/**
 * The bank of an account, by its IBAN, its institution, its bank's own number, the one that stands within its account number or its SWIFT code;
 * undefined where none of these tells a bank that is known.
 */
export function bankOf(account: NumbersOfBank): string | undefined {
  return bankByNumber(account) ?? nameIn(SWIFT_BANKS.get(''), account.swift_code ?? '')
}

type NumbersOfBank = {
  readonly iban: string | null
  readonly institution_number: string | null
  readonly bank_country?: string | null | undefined
  readonly bank_code?: string | null | undefined
  readonly account_number: string
  readonly swift_code: string | null
}

function bankByNumber({
  iban,
  institution_number,
  bank_country,
  bank_code,
  account_number,
}: NumbersOfBank): string | undefined {
  if (iban) return bankNameOfIban(iban)
  if (institution_number) return bankName('CA', institution_number)
  const country = localCountry(bank_country)
  if (!country) return undefined
  return bankName(country, hasBankCode(country) ? (bank_code ?? '') : account_number)
}

/** Where the branch stands in what a country calls its banks by: IFSC, BSB (after the state), COMPE and agency, CBU and CCI. */
const BRANCHES = new Map([
  ['IN', /^[A-Z]{4}0([A-Z0-9]{6})$/],
  ['AU', /^\d{3}(\d{3})$/],
  ['BR', /^\d{3}(\d{4})$/],
  ['AR', /^\d{3}(\d{4})\d{15}$/],
  ['PE', /^\d{3}(\d{3})\d{14}$/],
])
/** And in an IBAN after what tells the bank: oficina, guichet, CAB, balcão (registry of SWIFT, ISO 13616). */
const IBAN_BRANCHES = new Map([
  ['ES', /^\d{4}(\d{4})\d{12}$/],
  ['FR', /^\d{5}(\d{5})[A-Z0-9]{11}\d{2}$/],
  ['IT', /^\d{5}(\d{5})[A-Z0-9]{12}$/],
  ['PT', /^\d{4}(\d{4})\d{13}$/],
])

/** The number of the branch that a whole number of this country tells; undefined where it tells none. What branches are called no number says. */
export function branchNumber(country: string, number: string): string | undefined {
  return BRANCHES.get(country)?.exec(spelled(number))?.[1]
}

/** The same of a whole IBAN. */
export function branchOfIban(iban: string): string | undefined {
  const { country, rest } = ibanParts(iban)
  return IBAN_BRANCHES.get(country)?.exec(rest)?.[1]
}

/** Its country, and what follows the check digits; in Italy a letter that checks comes before the bank. */
function ibanParts(iban: string): { readonly country: string; readonly rest: string } {
  const text = spelled(iban)
  const country = text.slice(0, 2)
  return { country, rest: text.slice(country === 'IT' ? 5 : 4) }
}

function nameIn(banks: readonly Named[] | undefined, number: string): string | undefined {
  return banks?.find(({ code }) => number.startsWith(code))?.name
}

function spelled(number: string): string {
  return number.replace(/[\s-]/g, '').toUpperCase()
}
