/** What people and companies say of themselves while work goes on: who they are and where, on which days they close, that a change of an account is none of theirs, that they leave. */
import { call, callAs } from '#db/seed/cast.ts'
import { ANONYMOUS } from '#server/kernel/actor.ts'
import { act, attempt, type Chance, type Move } from '../sim.ts'
import { company, dayNear } from './employer.ts'

const HOMES = [
  { city_or_municipality: 'Lagos', postal_code: '', country_code: 'NG', subdivision_code: 'NG-LA' },
  { city_or_municipality: 'Brussels', postal_code: '1000', country_code: 'BE' },
] as const
const STREETS = ['14 Adeola Street', '2 Other Lane'] as const

/** One of few, so that some say again what stands already. */
const home = (chance: Chance) => ({
  ...(chance.pick(HOMES) ?? HOMES[0]),
  street_number_and_name: chance.pick(STREETS) ?? STREETS[0],
  apartment_or_unit_number: '',
})

/** What was seen of it, most often; nothing asks for that. */
const seenBy = (chance: Chance, seen: string) => (chance.often(0.8) ? { seen } : {})

const describe: Move = {
  name: 'says another name or home',
  weight: 1,
  async act(sim, chance) {
    const person = chance.pick(sim.contractors)
    if (!person) return
    const self = await call(sim.world, person, 'getContractorSelf')
    if (chance.often(0.4)) {
      const seen = seenBy(chance, self.address_versions.permanent)
      await act(sim, chance, person, 'putAddress', {
        body: { ...home(chance), kind: 'permanent', ...seen },
      })
      return
    }
    const [family = ''] = self.last_name.split('-')
    await act(sim, chance, person, 'putPersonalInformation', {
      body: {
        ...{ first_name: 'Amara', middle_name: '', preferred_name: 'Amara' },
        last_name: chance.often(0.3) ? `${family}-Bello` : family,
        phone_number: '+2348012345678',
        permanent_address: home(chance),
        ...seenBy(chance, self.version),
      },
    })
  },
}

const registerAnew: Move = {
  name: 'says of a company what it is',
  weight: 0.6,
  async act(sim, chance) {
    const of = company(sim, chance)
    const { kyc_info } = await call(sim.world, of, 'getEmployer')
    const named = kyc_info.corporation_name.replace(/ Inc\.$/, '')
    const names = {
      corporation_name: chance.often(0.3) ? `${named} Inc.` : named,
      business_name: kyc_info.business_name,
    }
    if (chance.often(0.5))
      await act(sim, chance, of, 'putEmployerName', {
        body: { ...names, ...seenBy(chance, kyc_info.names_version) },
      })
    else
      await act(sim, chance, of, 'putEmployerKyc', {
        body: {
          ...names,
          registration_number: `1234567-${chance.below(2)}`,
          country_of_incorporation: 'CA',
          date_of_incorporation: '1983-10-01',
          registered_address: home(chance),
          ...{ tax_number: '', industry: 'J', website: '' },
          beneficial_owners: [
            { name: 'Ingrid Solberg', birth_date: '1985-12-10', country_code: 'CA', share: 6_250 },
          ],
          owners_complete: true,
          ...seenBy(chance, kyc_info.version),
        },
      })
  },
}

const closeDoors: Move = {
  name: 'closes a company for a day, or keeps other holidays',
  weight: 0.6,
  async act(sim, chance) {
    const of = company(sim, chance)
    const { holidays, version } = await call(sim.world, of, 'getHolidayPolicy')
    const date = dayNear(sim, chance, 3, 25)
    const kept = holidays.filter(one => one.date !== date && chance.often(0.8))
    await act(sim, chance, of, 'putHolidayPolicy', {
      body: {
        holidays: [...kept, { date, label: 'Closed' }],
        ...(chance.often(0.3) && { subdivision_code: chance.pick(['CA-ON', 'CA-QC', null]) }),
        ...(chance.often(0.8) && { version }),
      },
    })
  },
}

const stop: Move = {
  name: 'stops a change of an account from its mail',
  weight: 0.8,
  async act(sim, chance) {
    const person = chance.pick(sim.contractors)
    if (!person) return
    const { destinations } = await call(sim.world, person, 'getBanking')
    const token = chance.pick(destinations.flatMap(({ stop_token }) => stop_token ?? []))
    if (!token) return
    await attempt(sim, chance, 'stopDestinationChange', () =>
      callAs(sim.world, ANONYMOUS, 'stopDestinationChange', { body: { token } }),
    )
  },
}

const leave: Move = {
  name: 'leaves a company',
  weight: 0.4,
  async act(sim, chance) {
    const who = chance.pick(company(sim, chance).others)
    if (who) await act(sim, chance, who, 'leaveEmployer')
  },
}

export const detailMoves: readonly Move[] = [describe, registerAnew, closeDoors, stop, leave]
