import { walkAsPartner } from './partner-journey.ts'

walkAsPartner(390)
