const MOST_SHOWN = 40
const AT_THE_START = 10
const AT_THE_END = 10

/** What a bank or a chain calls a payment; of one that is longer than any bank's both ends, with the whole where a pointer rests. */
export function Reference({ of }: { of: string }) {
  const isShort = of.length <= MOST_SHOWN
  return (
    <bdi title={isShort ? undefined : of}>
      {isShort ? of : `${of.slice(0, AT_THE_START)}…${of.slice(-AT_THE_END)}`}
    </bdi>
  )
}
