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
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>
