/** How many approve a pay, and who is to be among them, by its sum: an ordered list that a company sets. */

/** One is to be among who approves: anybody, an owner of the company, or one of the people named. */
export const BAND_AMONG = ['ANYONE', 'OWNER', 'NAMED'] as const
export type BandAmong = (typeof BAND_AMONG)[number]

/** What holds above a sum, up to that of the next band. */
export type ApprovalBand = {
  /** In smallest units of the company's currency; 0 is every pay. */
  readonly above_minor: bigint
  readonly approvers: 1 | 2
  readonly among: BandAmong
  /** Who is named, by their `sub`; nobody but where `among` says so. */
  readonly named: readonly string[]
}

/** Below the first band: one person who may approve. */
export const USUAL_BAND: ApprovalBand = {
  ...{ above_minor: 0n, approvers: 1, among: 'ANYONE', named: [] },
}

/** More steps than this nobody keeps in mind. */
export const MOST_BANDS = 5
export const MOST_NAMED = 20

/**
 * The band that a sum falls into, in smallest units of the company's currency. What has no rate at hand, undefined, counts as more than
 * any sum: without knowing, the strictest band holds.
 */
export function bandFor(bands: readonly ApprovalBand[], worth: bigint | undefined): ApprovalBand {
  return bands.findLast(band => worth === undefined || worth > band.above_minor) ?? USUAL_BAND
}

/** What is wrong with a list of bands, by the place of the band in it. */
export type BandFault = {
  readonly at: number
  readonly field: 'above' | 'approvers' | 'among' | 'named'
  readonly why:
    | 'ORDER'
    | 'NEGATIVE'
    | 'FEWER'
    | 'LOOSER'
    | 'NO_SECOND'
    | 'NOBODY'
    | 'NOT_APPROVER'
    | 'NOT_NAMED'
}

/**
 * The first thing wrong with a list of bands, for a company with these approvers; undefined where nothing is. Sums rise, and a higher band
 * never asks for less, so that nobody adds to a pay to make it easier to approve.
 */
export function bandFault(
  bands: readonly ApprovalBand[],
  approvers: readonly string[],
): BandFault | undefined {
  return bands
    .map((band, at) => faultOf(band, bands[at - 1], at, approvers))
    .find(fault => fault !== undefined)
}

function faultOf(
  { above_minor, approvers, among, named }: ApprovalBand,
  below: ApprovalBand | undefined,
  at: number,
  team: readonly string[],
): BandFault | undefined {
  if (above_minor < 0n) return { at, field: 'above', why: 'NEGATIVE' }
  if (below && above_minor <= below.above_minor) return { at, field: 'above', why: 'ORDER' }
  if (approvers === 2 && team.length < 2) return { at, field: 'approvers', why: 'NO_SECOND' }
  if (below && approvers < below.approvers) return { at, field: 'approvers', why: 'FEWER' }
  if (below && below.among !== 'ANYONE' && among === 'ANYONE')
    return { at, field: 'among', why: 'LOOSER' }
  if (among !== 'NAMED')
    return named.length > 0 ? { at, field: 'named', why: 'NOT_NAMED' } : undefined
  if (named.length === 0) return { at, field: 'named', why: 'NOBODY' }
  return named.every(sub => team.includes(sub))
    ? undefined
    : { at, field: 'named', why: 'NOT_APPROVER' }
}

/**
 * The sum above which processes of the release before, who know nothing of bands, ask for two people: where any band first asks for more
 * than the yes of anybody; null where none does.
 */
export function twoAbove(bands: readonly ApprovalBand[]): bigint | null {
  return bands.find(band => band.approvers === 2 || band.among !== 'ANYONE')?.above_minor ?? null
}

/** A band as it is kept. */
export type StoredBand = Omit<ApprovalBand, 'above_minor'> & { readonly above_minor: number }

/** The bands of a company; where it set none those of before there were any, two people above the sum that it had set. */
export function bandsOf(
  stored: readonly StoredBand[] | null,
  two_above_minor: bigint | null,
): ApprovalBand[] {
  if (stored)
    return stored.map(({ above_minor, approvers, among, named }) => ({
      ...{ above_minor: BigInt(above_minor), approvers, among, named },
    }))
  return two_above_minor === null
    ? []
    : [{ ...USUAL_BAND, above_minor: two_above_minor, approvers: 2 }]
}
