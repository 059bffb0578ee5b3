/** Everything is drawn on a field of this size and cut to the panel. */
export const field = { width: 560, height: 828 } as const

/** A dot of the swelling field. */
export interface Dot {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly bright: boolean
}

function hill(
  x: number,
  y: number,
  at: readonly [number, number],
  spread: readonly [number, number],
): number {
  return Math.exp(-(((x - at[0]) / spread[0]) ** 2) - ((y - at[1]) / spread[1]) ** 2)
}

/** A grid of dots that grow towards two places, like two towns seen from above. */
export function dots(): readonly Dot[] {
  const result: Dot[] = []
  for (let column = 0; column < 23; column += 1) {
    for (let row = 0; row < 27; row += 1) {
      const x = 24 + column * 23.4
      const y = 30 + row * 22
      const radius =
        1.1 + 5.5 * hill(x, y, [340, 300], [185, 200]) + 4.6 * hill(x, y, [140, 462], [135, 100])
      result.push({ x, y, radius: Math.min(6.6, radius), bright: radius > 4.2 })
    }
  }
  return result
}

/** A line of the moving water: its path and how clearly it is seen. */
export interface Wave {
  readonly path: string
  readonly opacity: number
}

/** Lines that lie apart at the edges and draw close where the swell is. */
export function waves(): readonly Wave[] {
  return Array.from({ length: 26 }, (_, line) => {
    const near = Math.exp(-(((line - 9) / 6) ** 2))
    const points: string[] = []
    for (let x = 0; x <= field.width; x += 10) {
      const swell = (14 + 44 * near) * Math.cos(((x - 295) / 420) * 2 * Math.PI + (line - 9) * 0.09)
      const ripple = 7 * Math.sin((x / 170) * Math.PI + line * 0.45)
      points.push(`${x} ${(152 + line * 16 - swell + ripple).toFixed(1)}`)
    }
    const clear = Math.exp(-(((line - 12) / 5.5) ** 2))
    return { path: `M${points.join('L')}`, opacity: Number((0.1 + 0.5 * clear).toFixed(2)) }
  })
}

/** Two places and the bend of the arc between them. */
export interface Arc {
  readonly path: string
  readonly strong: boolean
}

/** The places that the arcs join; the large ones are ends of strong arcs. */
export const places: readonly (readonly [x: number, y: number, large: boolean])[] = [
  [70, 470, true],
  [186, 300, false],
  [300, 410, false],
  [402, 232, true],
  [486, 372, false],
  [236, 500, false],
  [430, 500, false],
]

/** Arcs from place to place, rising over the straight line between them. */
export const arcs: readonly Arc[] = [
  { path: 'M70 470Q236 93 402 232', strong: true },
  { path: 'M186 300Q336 174 486 372', strong: false },
  { path: 'M70 470Q185 313 300 410', strong: false },
  { path: 'M300 410Q351 189 402 232', strong: false },
  { path: 'M236 500Q361 267 486 372', strong: true },
  { path: 'M236 500Q319 162 402 232', strong: false },
  { path: 'M186 300Q308 198 430 500', strong: false },
  { path: 'M70 470Q250 319 430 500', strong: false },
]

/** Frames one inside the other, from the outside in: inset from the left, from the top, corner and fill. */
export const frames: readonly (readonly [
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
])[] = [
  [65, 50, 430, 560, '#cbdaff'],
  [108, 111, 344, 448, '#a6bfff'],
  [142, 161, 275, 358, '#7398ff'],
  [170, 202, 220, 287, '#4871ff'],
  [192, 235, 176, 229, '#2f3bff'],
  [210, 263, 141, 184, '#2121f9'],
  [224, 287, 113, 147, '#1a12d6'],
  [235, 306, 90, 117, '#1700c7'],
  [244, 323, 72, 94, '#0e0091'],
  [263, 345, 34, 46, '#ffffff'],
]
