/** How often what is heavy is done: a small share with every `npm test`, the whole of it with `npm run torture`. */
export const heavy = <T>(share: T, whole: T): T => (process.env.CORRIDOR_TORTURE ? whole : share)

/** How often a process is killed: with `npm run torture` as often as its `--kills` or `--database-kills` says. */
export const kills = (whom: 'SERVER' | 'DATABASE', share: number, whole: number): number =>
  heavy(share, Number(process.env[`CORRIDOR_KILLS_${whom}`] ?? whole))
