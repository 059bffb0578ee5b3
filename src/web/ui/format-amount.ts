/** Cuts the digits before the point into groups of three from the right, for spacing that CSS draws. */
export function groupWhole(whole: string): readonly string[] {
  const first = whole.length % 3
  const groups = first ? [whole.slice(0, first)] : []
  for (let at = first; at < whole.length; at += 3) groups.push(whole.slice(at, at + 3))
  return groups
}
