import { beforeEach, expect, it } from 'vitest'
import { closeAbout, closeAlert, crossPage, openAlert, openAlerts } from './alert-bus.ts'

const said = () => openAlerts().map(({ message }) => message)
beforeEach(() => closeAlert())

it('what was said on the way to a page stands there, and is over on the next', () => {
  openAlert('Your company is saved.')
  crossPage()
  expect(said()).toEqual(['Your company is saved.'])
  openAlert('1 timesheet accepted.')
  crossPage()
  expect(said()).toEqual(['1 timesheet accepted.'])
  crossPage()
  expect(said()).toEqual([])
})

it('what was said of a try is over with the next', () => {
  openAlert('No answer came.', { severity: 'error', about: 'putEmployerName' })
  openAlert('Another.', { severity: 'error', about: 'other' })
  closeAbout('putEmployerName')
  expect(said()).toEqual(['Another.'])
})
