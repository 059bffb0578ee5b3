import { expect, it } from 'vitest'
import { isPostBox } from './permanent-address.ts'

it.each([
  'P.O. Box 1234',
  'PO Box 7',
  'p o box 12, Marina',
  'POB 55',
  'GPO Box 9',
  'Post Office Box 3',
  'Private Bag 12',
  'Private Mail Bag 12',
  'BP 4012',
  'B.P. 77',
  'Boîte postale 3',
  'Apartado 12',
  'Apartado Postal 12',
  'Casilla de Correo 44',
  'Caixa Postal 8',
  'Postfach 10 20 30',
  'Postbus 21',
  'Postboks 4',
  'Skrytka pocztowa nr 5',
  'а/я 15',
  'ص.ب 1234',
  'صندوق بريد ١٢',
])('%s is a post office box', line => {
  expect(isPostBox(['Care of the desk', line])).toBe(true)
})

it.each([
  '14 Boxwood Lane',
  'Poststraße 12',
  'Box Hill Road 3',
  'Rua do Apartado Velho, 12',
  '5 Bpifrance Square',
  'Postbuskade 2',
  'Flat 3, 21 Marina',
  'Casillas 9',
  'Pobedy 14',
])('%s is none', line => {
  expect(isPostBox([line])).toBe(false)
})
