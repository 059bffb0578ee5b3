/** How often what is heavy is done: a small share with every `npm test`, the whole of it with `npm run torture`. */
export const heavy = (share: number, whole: number): number =>
  process.env.CORRIDOR_TORTURE ? whole : share
