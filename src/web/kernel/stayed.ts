/** Who says that a page stays, since another one cannot be had without a network. Apart from the history of a window, which the server that draws a page has not. */
let onStayed = () => {}

/** Says what to do when somebody asks for another page without a network; the last one that said so is asked. */
export function whenStayed(callback: () => void): void {
  onStayed = callback
}

/** Somebody asked for another page without a network. */
export function sayStayed(): void {
  onStayed()
}
