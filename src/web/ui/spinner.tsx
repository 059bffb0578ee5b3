import './button.css'

/** A turning ring of 14 px unless told otherwise. Decorative: whoever shows it says in words what is going on. */
export function Spinner({ size = 14 }: { size?: number | undefined }) {
  return <span className="spin" style={{ width: size, height: size }} aria-hidden="true" />
}
