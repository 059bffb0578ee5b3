/**
 * Which bank a number is of, where the country puts its bank into the number and the bank is one of its large ones. What is not listed is not
 * named, and not refused. Codes as published by Payments Canada (institutions), Banco de México (participants of SPEI), Reserve Bank of
 * India (IFSC), Australian Payments Network (BSB), Central Bank of Nigeria (bank codes), Banco Central do Brasil (STR), Banco Central de la
 * República Argentina (CBU) and Cámara de Compensación Electrónica (CCI).
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
  PE: `002 BCP, 003 Interbank, 009 Scotiabank, 011 BBVA`,
} as const

const BANKS = new Map(
  Object.entries(NAMES).map(([country, list]) => [
    country,
    list.split(',').map(entry => {
      const [code = '', ...name] = entry.trim().split(' ')
      return { code, name: name.join(' ') }
    }),
  ]),
)

/** The bank's own name, by the number that begins with its code, spaces and dashes left out; undefined where it is not known. */
export function bankName(country: string, number: string): string | undefined {
  const digits = spelled(number)
  return BANKS.get(country)?.find(({ code }) => digits.startsWith(code))?.name
}

/** Where the branch stands in what a country calls its banks by: IFSC, BSB (after the state), COMPE and agency, CBU and CCI. */
const BRANCHES = new Map([
  ['IN', /^[A-Z]{4}0([A-Z0-9]{6})$/],
  ['AU', /^\d{3}(\d{3})$/],
  ['BR', /^\d{3}(\d{4})$/],
  ['AR', /^\d{3}(\d{4})\d{15}$/],
  ['PE', /^\d{3}(\d{3})\d{14}$/],
])

/** The number of the branch that a whole number of this country tells; undefined where it tells none. What branches are called no number says. */
export function branchNumber(country: string, number: string): string | undefined {
  return BRANCHES.get(country)?.exec(spelled(number))?.[1]
}

function spelled(number: string): string {
  return number.replace(/[\s-]/g, '').toUpperCase()
}
