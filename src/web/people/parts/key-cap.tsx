/** The key of a button, for who sees it; the button is named by its words alone. */
export function KeyCap({ children }: { children: string }) {
  return (
    <span className="only-wide" aria-hidden="true">
      <kbd>{children}</kbd>
    </span>
  )
}
