const COLORS = ['indigo', 'green', 'pink', 'orange', 'amber', 'violet', 'sky', 'teal'] as const

/** The tint of a person's avatar: the same for the same seed, for ever (FNV-1a, 32 bits). */
export function avatarColor(seed: string): string {
  let hash = 2166136261
  for (const char of seed) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16777619)
  return COLORS[(hash >>> 0) % COLORS.length] ?? COLORS[0]
}
