import type { ALL_WORDS } from './all-words.ts'

declare module 'use-intl' {
  interface AppConfig {
    Messages: typeof ALL_WORDS
  }
}
