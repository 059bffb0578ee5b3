declare global {
  interface Window {
    /** The tag manager's queue; a container that is loaded reads it, and without one it stays on the page. */
    dataLayer?: unknown[]
  }
}

/** Puts the event of a completed sign-up into the tag manager's data layer (specification 7, analytics). */
export function announceSignUp(email: string): void {
  window.dataLayer ??= []
  window.dataLayer.push({ event: 'signUpSuccess', email, status: 'success' })
}
