import { describe, expect, it } from 'vitest'
import { closeAlert, openAlerts } from '#web/ui/alert-bus.ts'
import {
  apiProblem,
  NO_DOCUMENT,
  NO_FILE,
  noResponse,
  problemText,
  readProblem,
  wordsOf,
} from './api-problem.ts'
import { alertProblem } from './queries.ts'

const missing = readProblem(404, { code: 'NOT_FOUND', detail: 'There is no such policy.' })
const refused = readProblem(409, { code: 'CONFLICT', detail: 'It is there.' })

function alerted(thrown: unknown, failed?: string) {
  alertProblem(thrown, failed)
  return openAlerts().map(({ message, beneath }) => [message, beneath])
}

describe('a failure in words (specification 8)', () => {
  it('of what is not there is 404, with the server’s detail beneath', () => {
    const words = { headline: '404 - Not found', beneath: 'There is no such policy.' }
    expect(wordsOf(missing)).toEqual(words)
    expect(wordsOf(readProblem(404, null))).toEqual({ headline: '404 - Not found' })
    expect(alerted(missing)).toEqual([[words.headline, words.beneath]])
  })

  it('is the server’s detail, or the msg of its first item', () => {
    expect(wordsOf(refused)).toEqual({ headline: 'It is there.' })
    const detail = [{ loc: ['body', 'email'], msg: 'Email is required', type: 'x' }]
    expect(wordsOf(readProblem(422, { detail })).headline).toBe('Email is required')
  })

  it('stands below what could not be done', () => {
    expect(alerted(refused, NO_FILE)).toEqual([['Could not download file.', 'It is there.']])
    expect(wordsOf(missing, NO_DOCUMENT)).toEqual({
      headline: 'Encountered an error while fetching the document.. Please try again later.',
      beneath: '404 - Not found. There is no such policy.',
    })
  })

  it('without an answer is a request error, and without words the default toast', () => {
    expect(alerted(apiProblem(0, 'NO_RESPONSE', 'Request error'))).toEqual([
      [
        'Request error',
        'No answer came. What you entered is still here: check the connection, then try again.',
      ],
    ])
    closeAlert()
    const unexpected = [['Unexpected error. Please try again later.', undefined]]
    for (const thrown of [readProblem(500, null), new Error('a broken page')]) {
      expect(alerted(thrown)).toEqual(unexpected)
      closeAlert()
    }
    expect(wordsOf(readProblem(500, null)).headline).toBe('Unknown error occurred')
  })

  it('says beside what was typed how to mend it, also where no answer came or nobody knows why', () => {
    expect(problemText(noResponse())).toBe(
      'Request error. No answer came. What you entered is still here: check the connection, then try again.',
    )
    expect(problemText(readProblem(500, null))).toBe('Unexpected error. Please try again later.')
    expect(problemText(refused)).toBe('It is there.')
  })
})
