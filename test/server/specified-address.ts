/** The address of the specified requests. */
const street = {
  street_number_and_name: '111 Wellington Street',
  apartment_or_unit_number: '2',
  city_or_municipality: 'Ottawa',
  postal_code: 'K1A 0A9',
}
/** An address as the entity is spelled, and as `me` and the profile answer it. */
export const ADDRESS = {
  ...street,
  country: { alpha_2: 'CA', name: 'Canada' },
  subdivision: { code: 'CA-ON', name: 'Ontario' },
}
