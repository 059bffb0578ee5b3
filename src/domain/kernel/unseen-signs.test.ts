import { describe, expect, it } from 'vitest'
import { findUnseen, withoutUnseen } from './unseen-signs.ts'

describe('a sign that nobody sees', () => {
  it.each([
    ['Zar\u200bnova', '200B', 'Zar'],
    ['\u2060Zarnova', '2060', ''],
    ['Zarnova\u00ad', '00AD', 'Zarnova'],
    ['Zar\u200cnova', '200C', 'Zar'],
    ['Zar\u200dnova', '200D', 'Zar'],
    ['Amara\u200e', '200E', 'Amara'],
    ['\u0641\u0627\u0637\u0645\u0629\u200f', '200F', '\u0641\u0627\u0637\u0645\u0629'],
    ['\u0641\u0627\u061c\u0637\u0645\u0629', '061C', '\u0641\u0627'],
    ['\ufeffAmara', 'FEFF', ''],
    ['Ama\u{e0061}ra', 'E0061', 'Ama'],
    ['Amara\ufe0f', 'FE0F', 'Amara'],
    ['\u5f20\u3164\u4f1f', '3164', '\u5f20'],
    ['Amara\u2800Okafor', '2800', 'Amara'],
    // A joiner that joins nothing: at the end, twice, and where the letters are joined without it.
    ['\u0631\u0636\u0627\u200c', '200C', '\u0631\u0636\u0627'],
    ['\u0645\u06cc\u200c\u200c\u062e\u0648\u0627\u0647\u0645', '200C', '\u0645\u06cc'],
    ['\u0645\u062d\u200d\u0645\u062f', '200D', '\u0645\u062d'],
    ['\u0930\u200d', '200D', '\u0930'],
    // A form of an ideograph is one of an ideograph alone.
    ['Amara\u{e0100}', 'E0100', 'Amara'],
  ])('%j is found', (text, code, after) => {
    expect(findUnseen(text)).toEqual({ code, after })
    expect(findUnseen(withoutUnseen(text))).toBeUndefined()
  })

  it.each([
    'Amara Okafor',
    'Si\u00e2n O\u2019Neill',
    '\u5f20\u4f1f',
    // Persian parts letters, Hindi, Sinhala and Malayalam join them, Bengali writes its ya so.
    '\u0639\u0644\u06cc\u200c\u0632\u0627\u062f\u0647',
    '\u0930\u094d\u200d\u092f',
    '\u0915\u094d\u200c\u0937',
    '\u0dc1\u0dca\u200d\u0dbb\u0dd3',
    '\u0d28\u0d4d\u200d',
    '\u09b0\u200d\u09cd\u09af\u09be\u09ac',
    // An ideograph as a family register has it.
    '\u845b\u{e0100}\u57ce',
  ])('is none in %j', name => {
    expect(findUnseen(name)).toBeUndefined()
  })
})
