/** The three colour themes; they follow the type of the signed-in person (specification 4). */
export type Theme = 'employer' | 'contractor' | 'operator'

/** What a person may choose for light and dark; `system` follows the device. */
export type ModeChoice = 'light' | 'dark' | 'system'

const storageKey = 'corridor.mode'

/** Puts a colour theme on the whole document, portals included. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
}

/** Remembers the choice of light or dark on this device and applies it at once. */
export function chooseMode(choice: ModeChoice): void {
  if (choice === 'system') localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, choice)
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.mode = choice === 'system' ? (dark ? 'dark' : 'light') : choice
}

/** The choice remembered on this device, `system` when there is none. */
export function chosenMode(): ModeChoice {
  const stored = localStorage.getItem(storageKey)
  return stored === 'dark' || stored === 'light' ? stored : 'system'
}
