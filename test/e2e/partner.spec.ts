import { walkAsPartner } from './partner-journey.ts'

walkAsPartner(1280)
