/** How many of a kind the search over all pages answers at most. */
export const FOUND_OF_A_KIND = 8
