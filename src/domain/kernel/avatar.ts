/** The tints in which people and companies stand beside their initials. */
export const AVATAR_COLORS = [
  'indigo',
  'green',
  'pink',
  'orange',
  'amber',
  'violet',
  'sky',
  'teal',
] as const
export type AvatarColor = (typeof AVATAR_COLORS)[number]

/**
 * The tint that goes with a name: the same on every screen and in every answer, since what is shown everywhere is the name (FNV-1a,
 * 32 bits).
 */
export function avatarColor(name: string): AvatarColor {
  let hash = 2166136261
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16777619)
  return AVATAR_COLORS[(hash >>> 0) % AVATAR_COLORS.length] ?? AVATAR_COLORS[0]
}
