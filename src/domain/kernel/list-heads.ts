/** What files of people call their columns, in the languages of those who keep them. */

/** Small letters and digits alone, without accents. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Heads of columns that say who a row is about; folded as `folded` does. */
export const PERSON_HEADS = {
  email: [
    'email',
    'mail',
    'emailaddress',
    'contractoremail',
    'correo',
    'correoelectronico',
    'courriel',
    'adressemail',
    ...['emailadresse', 'mailadresse', 'emails', 'emailid', 'workemail', 'workemailaddress'],
    ...['businessemail', 'companyemail', 'contactemail', 'primaryemail', 'personalemail'],
    ...['privateemail', 'geschaftlicheemail', 'dienstlicheemail', 'firmenemail', 'privateemail'],
    ...['adresseemail', 'adressecourriel', 'adressedecourriel', 'adresseelectronique', 'mel'],
    ...['courrielprofessionnel', 'emailprofessionnel', 'emailpro', 'direcciondecorreo'],
  ],
  name: [
    'name',
    'fullname',
    'contractor',
    'contractorname',
    'person',
    'nombre',
    'nombrecompleto',
    'nom',
    'nomcomplet',
    'naam',
    'imieinazwisko',
    ...['legalname', 'employee', 'employeename', 'freelancer', 'worker', 'consultant'],
    ...['vollername', 'vollstandigername', 'vorundnachname', 'vornamenachname', 'namevorname'],
    ...['mitarbeiter', 'nomprenom', 'nometprenom', 'prenomnom', 'prenometnom'],
  ],
  role: [
    'role',
    'position',
    'title',
    'jobtitle',
    'job',
    'funktion',
    'rolle',
    'puesto',
    'cargo',
    'poste',
    'fonction',
    ...['jobrole', 'occupation', 'profession', 'designation', 'contractrole'],
    ...['jobtitel', 'stelle', 'stellenbezeichnung', 'tatigkeit', 'taetigkeit', 'beruf', 'aufgabe'],
    ...['berufsbezeichnung', 'intitule', 'intituledeposte', 'intituleduposte', 'metier', 'emploi'],
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** Heads of the parts of a name, which some files keep in columns of their own; folded as `folded` does. */
export const NAME_PART_HEADS = {
  first: [
    ...['firstname', 'first', 'firstnames', 'givenname', 'givennames', 'forename'],
    ...['vorname', 'vornamen', 'rufname', 'prenom', 'prenoms', 'nombres', 'imie', 'voornaam'],
  ],
  last: [
    ...['lastname', 'last', 'surname', 'familyname', 'nachname', 'familienname', 'zuname'],
    ...['nomdefamille', 'apellido', 'apellidos', 'nazwisko', 'achternaam', 'cognome'],
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>
