/** What other rooms may use of screening. */
export { MatchesOf } from './parts/matches-of.tsx'
