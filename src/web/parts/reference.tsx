const MOST_SHOWN = 40
const AT_THE_START = 10
const AT_THE_END = 10

/** A reference within words; of one that is longer than any bank's both ends. */
export function shortened(of: string): string {
  return of.length <= MOST_SHOWN ? of : `${of.slice(0, AT_THE_START)}…${of.slice(-AT_THE_END)}`
}

/** What a bank or a chain calls a payment; of one that is longer than any bank's both ends, with the whole where a pointer rests. */
export function Reference({ of }: { of: string }) {
  const shown = shortened(of)
  return <bdi title={shown === of ? undefined : of}>{shown}</bdi>
}
