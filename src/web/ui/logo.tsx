import './overlay.css'

/** What the product is called, in every language. */
export const NAME = 'Corridor'

/** The mark: two leaves of a door, in the brand colour of the theme. Decorative. */
export function LogoMark({ size = 24 }: { size?: number | undefined }) {
  return (
    <svg className="mark" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path
        fill="currentColor"
        d="M2.6 3.2c0-.8.9-1.3 1.6-.8l5.6 3.9c.4.3.7.8.7 1.3v8.8c0 .5-.3 1-.7 1.3l-5.6 3.9c-.7.5-1.6 0-1.6-.8z"
      />
      <path
        fill="currentColor"
        opacity=".42"
        d="M21.4 3.2c0-.8-.9-1.3-1.6-.8l-5.6 3.9c-.4.3-.7.8-.7 1.3v8.8c0 .5.3 1 .7 1.3l5.6 3.9c.7.5 1.6 0 1.6-.8z"
      />
    </svg>
  )
}

/** The mark with the name beside it. */
export function Logo({ size = 24 }: { size?: number | undefined }) {
  return (
    <span className="brandrow">
      <LogoMark size={size} />
      <span className="word">{NAME}</span>
    </span>
  )
}
