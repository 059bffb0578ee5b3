import { lookAtEveryScreen } from './every-screen.ts'

lookAtEveryScreen(1280, 'light')
