import type { ReactNode } from 'react'

/** Stroke drawings on a 20 x 20 field. */
const drawings = {
  home: <path d="M3.5 8.6 10 3.2l6.5 5.4v7.2a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1zM8 16.6v-4.4h4v4.4" />,
  users: (
    <>
      <circle cx="7.6" cy="6.8" r="2.8" />
      <path d="M2.4 16.4c.3-3 2.4-4.8 5.2-4.8s4.9 1.8 5.2 4.8M13 4.3a2.8 2.8 0 0 1 0 5M14.6 12c1.7.6 2.8 2.1 3 4.4" />
    </>
  ),
  user: (
    <>
      <circle cx="10" cy="6.8" r="3.2" />
      <path d="M3.8 16.8c.4-3.2 2.9-5 6.2-5s5.8 1.8 6.2 5" />
    </>
  ),
  payroll: (
    <>
      <rect x="2.6" y="5" width="14.8" height="10" rx="2" />
      <circle cx="10" cy="10" r="2.2" />
      <path d="M5.4 10h.01M14.6 10h.01" />
    </>
  ),
  bank: <path d="M3 8 10 3.6 17 8M5 8.4v5.6M10 8.4v5.6M15 8.4v5.6M3 16.6h14" />,
  funds: <path d="M3 8 10 3.6 17 8M4.6 8.4v6M8.2 8.4v6M11.8 8.4v6M15.4 8.4v6M3 16.6h14" />,
  report: (
    <path d="M5 2.8h6.6l3.8 3.8v9.6a1 1 0 0 1-1 1H5.6a1 1 0 0 1-1-1V3.8a1 1 0 0 1 1-1zM7.4 13.8v-2.4M10 13.8V9M12.6 13.8v-3.6" />
  ),
  receipt: <path d="M5 2.8h10v14.4l-2.5-1.6-2.5 1.6-2.5-1.6L5 17.2zM7.6 6.8h4.8M7.6 10h4.8" />,
  file: (
    <path d="M5 2.8h6.6l3.8 3.8v9.6a1 1 0 0 1-1 1H5.6a1 1 0 0 1-1-1V3.8a1 1 0 0 1 1-1zM11.4 3v3.8h3.8" />
  ),
  wallet: (
    <>
      <path d="M3.2 6.4h12a1.6 1.6 0 0 1 1.6 1.6v6.6a1.6 1.6 0 0 1-1.6 1.6H4.8a1.6 1.6 0 0 1-1.6-1.6zM3.2 6.4l9.6-3v3" />
      <path d="M13.4 11.2h.01" strokeWidth="2.2" />
    </>
  ),
  briefcase: (
    <>
      <rect x="2.8" y="6.4" width="14.4" height="10" rx="1.8" />
      <path d="M7 6.2V4.6a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v1.6" />
    </>
  ),
  send: <path d="M17 3.2 8.6 11.6M17 3.2l-5 13.6-3.4-5.2L3.2 8.2z" />,
  mail: (
    <>
      <rect x="2.8" y="4.6" width="14.4" height="10.8" rx="1.8" />
      <path d="m3.4 6 6.6 5 6.6-5" />
    </>
  ),
  logout: (
    <path d="M8 3.4H4.6a1 1 0 0 0-1 1v11.2a1 1 0 0 0 1 1H8M12.4 13.4 15.8 10l-3.4-3.4M15.6 10H7.6" />
  ),
  settings: (
    <>
      <path d="M3.4 6.4h7M14.6 6.4h2M3.4 13.6h2M9.6 13.6h7" />
      <circle cx="12.5" cy="6.4" r="2" />
      <circle cx="7.5" cy="13.6" r="2" />
    </>
  ),
  search: (
    <>
      <circle cx="9" cy="9" r="5.2" />
      <path d="m13 13 3.8 3.8" />
    </>
  ),
  menu: <path d="M3.4 5.8h13.2M3.4 10h13.2M3.4 14.2h13.2" />,
  more: <path d="M4.6 10h.01M10 10h.01M15.4 10h.01" strokeWidth="2.4" />,
  close: <path d="m5.4 5.4 9.2 9.2M14.6 5.4l-9.2 9.2" />,
  minus: <path d="M4.2 10h11.6" />,
  plus: <path d="M10 4.2v11.6M4.2 10h11.6" />,
  check: <path d="m4.6 10.4 3.6 3.6 7.2-7.6" />,
  'chevron-down': <path d="m5.6 7.8 4.4 4.4 4.4-4.4" />,
  'chevron-up': <path d="m5.6 12.2 4.4-4.4 4.4 4.4" />,
  'chevron-end': <path d="m7.8 5.6 4.4 4.4-4.4 4.4" />,
  'chevron-start': <path d="M12.2 5.6 7.8 10l4.4 4.4" />,
  done: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="m6.9 10.2 2.2 2.2 4.1-4.5" />
    </>
  ),
  error: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M10 6.4v4.4M10 13.4h.01" />
    </>
  ),
  info: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M10 9.2v4.2M10 6.6h.01" />
    </>
  ),
  offline: (
    <path d="m3 3 14 14M2.6 8a11 11 0 0 1 4-2.6M9.4 4.7A11 11 0 0 1 17.4 8M5.4 11.2a7 7 0 0 1 3-1.8M13 10a7 7 0 0 1 1.6 1.2M10 15h.01" />
  ),
  warning: (
    <path d="M10 3.4 2.8 15.8a.6.6 0 0 0 .5.9h13.4a.6.6 0 0 0 .5-.9zM10 8.2v3.6M10 14.2h.01" />
  ),
  blocked: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="m5.2 5.2 9.6 9.6" />
    </>
  ),
  clock: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M10 6v4.2l2.6 1.6" />
    </>
  ),
  calendar: (
    <>
      <rect x="3" y="4.4" width="14" height="12.4" rx="1.8" />
      <path d="M3 8.4h14M7 2.8v3M13 2.8v3" />
    </>
  ),
  download: <path d="M10 3.4v9M6.4 9l3.6 3.6L13.6 9M3.8 16.4h12.4" />,
  upload: <path d="M10 12.8v-9M6.4 7.2 10 3.6l3.6 3.6M3.8 16.4h12.4" />,
  copy: (
    <>
      <rect x="7" y="7" width="9.6" height="9.6" rx="1.6" />
      <path d="M13 7V5a1.6 1.6 0 0 0-1.6-1.6H5A1.6 1.6 0 0 0 3.4 5v6.4A1.6 1.6 0 0 0 5 13h2" />
    </>
  ),
  edit: <path d="m12.8 4 3.2 3.2-8.6 8.6-3.8.6.6-3.8z" />,
  trash: <path d="M3.6 5.6h12.8M8 5.4V3.8h4v1.6M5.4 5.8l.7 10.4h7.8l.7-10.4M8.4 9v4M11.6 9v4" />,
  eye: (
    <>
      <path d="M2.4 10S5 4.8 10 4.8 17.6 10 17.6 10 15 15.2 10 15.2 2.4 10 2.4 10z" />
      <circle cx="10" cy="10" r="2.2" />
    </>
  ),
  'eye-off': (
    <path d="M8 5.1a7.4 7.4 0 0 1 2-.3c5 0 7.6 5.2 7.6 5.2a13 13 0 0 1-2.2 2.9M5.2 6.6A12.4 12.4 0 0 0 2.4 10S5 15.2 10 15.2c1.3 0 2.4-.3 3.4-.8M8.5 8.5a2.2 2.2 0 0 0 3 3M3.4 3.4l13.2 13.2" />
  ),
  shield: <path d="M10 2.8 4 5v4.6c0 3.6 2.4 6.2 6 7.6 3.6-1.4 6-4 6-7.6V5z" />,
  lock: (
    <>
      <rect x="4.2" y="8.6" width="11.6" height="8" rx="1.8" />
      <path d="M6.8 8.4V6.6a3.2 3.2 0 0 1 6.4 0v1.8" />
    </>
  ),
  key: (
    <>
      <circle cx="6.8" cy="13.2" r="3.4" />
      <path d="m9.3 10.7 7.1-7.1M13.4 6.6l2.2 2.2" />
    </>
  ),
  pause: <path d="M7.4 5v10M12.6 5v10" strokeWidth="2" />,
  exchange: <path d="M4 7.2h11.4M12.6 4.4l2.8 2.8-2.8 2.8M16 12.8H4.6M7.4 10l-2.8 2.8 2.8 2.8" />,
  refresh: (
    <path d="M16 8.4A6.4 6.4 0 0 0 4.6 6.6L3.2 8M4 11.6a6.4 6.4 0 0 0 11.4 1.8l1.4-1.4M3.2 4.4V8h3.6M16.8 15.6V12h-3.6" />
  ),
  undo: <path d="M6.6 4.4 3.4 7.6l3.2 3.2M3.8 7.6h7.6a4.4 4.4 0 0 1 0 8.8H7" />,
  filter: <path d="M3.4 5.6h13.2M6 10h8M8.4 14.4h3.2" />,
  building: (
    <path d="M4.6 16.8V4.2a1 1 0 0 1 1-1h5.8a1 1 0 0 1 1 1v12.6M12.4 8h2.2a1 1 0 0 1 1 1v7.8M3 16.8h14M7.2 6.6h2.6M7.2 9.8h2.6M7.2 13h2.6" />
  ),
  globe: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M3 10h14M10 3c2 2 3 4.4 3 7s-1 5-3 7c-2-2-3-4.4-3-7s1-5 3-7z" />
    </>
  ),
  snow: <path d="M10 3v14M3.9 6.5l12.2 7M16.1 6.5l-12.2 7" />,
} satisfies Record<string, ReactNode>

/** Own small drawings that stand for a payment network; they are no trademarks of anybody. */
const marks = {
  solana: (
    <path
      d="M6 5.6h10l-2 2.4H4zM4 8.8h10l2 2.4H6zM6 12h10l-2 2.4H4z"
      fill="currentColor"
      stroke="none"
    />
  ),
  algorand: <path d="m4.4 16 4.8-9.6M8.6 16l3-5.6M10.6 4h1.8l3.2 12" />,
  bitcoin: (
    <path d="M7 4.4v11.2M7 4.6h4.2a2.6 2.6 0 0 1 0 5.2H7M7 9.8h4.8a2.8 2.8 0 0 1 0 5.6H7M8.6 2.8v1.6M11 2.8v1.6M8.6 15.6v1.6M11 15.6v1.6" />
  ),
  hedera: <path d="M6.4 4v12M13.6 4v12M6.4 8.2h7.2M6.4 11.8h7.2" />,
  ethereum: <path d="m10 2.8 4.6 7.4L10 13l-4.6-2.8zM5.4 12.2 10 17.2l4.6-5" />,
} satisfies Record<string, ReactNode>

/** Names of the drawings of the kit. */
export type IconName = keyof typeof drawings

/** Networks that have a mark. */
export type NetworkName = keyof typeof marks

const mirrored = new Set<IconName>(['chevron-end', 'chevron-start', 'logout', 'send', 'undo'])

/** A stroke icon in the colour of the text. Decorative unless `label` is given; arrows mirror in right-to-left. */
export function Icon({
  name,
  size = 18,
  label,
}: {
  name: IconName
  size?: number | undefined
  label?: string | undefined
}) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it is hidden or has a label, by the spread below.
    <svg
      className={mirrored.has(name) ? 'i flip' : 'i'}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {drawings[name]}
    </svg>
  )
}

/** The mark of a payment network, always decorative: the network's name stands beside it in text. */
export function NetworkMark({ name, size = 14 }: { name: NetworkName; size?: number | undefined }) {
  return (
    <svg className="i" width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      {marks[name]}
    </svg>
  )
}

/** Every icon name, for the gallery. */
export const iconNames = Object.keys(drawings) as readonly IconName[]

/** Every network that has a mark, for the gallery. */
export const networkNames = Object.keys(marks) as readonly NetworkName[]
