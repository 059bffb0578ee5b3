export { PhoneNumberField } from './parts/names-fields.tsx'
