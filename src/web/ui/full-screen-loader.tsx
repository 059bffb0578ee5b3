import { LogoMark } from './logo.tsx'
import { Spinner } from './spinner.tsx'
import './overlay.css'

/** The white view with logo and spinner that stands while a screen is pending (specification 2). */
export function FullScreenLoader() {
  return (
    <div className="cover" role="status" aria-label="Loading">
      <span className="brandrow">
        <LogoMark size={28} />
        <span className="word">Corridor</span>
      </span>
      <Spinner size={22} />
    </div>
  )
}
