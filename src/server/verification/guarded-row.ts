/** What is said of a table whose rows are sealed. */

/** Audit entries about an entity whose id a row names in `by`, an expression that names the row `t`; the row's key where it is left out. */
export type Explanation = { readonly entity: string; readonly by?: string }

export type Guarded = {
  readonly table: string
  /** The columns of its primary key, in order; a row's key is their texts joined by a space. */
  readonly key: readonly string[]
  /** Names, or expressions that name the row `t`. */
  readonly columns: readonly string[]
  /** Only rows of which this holds, as an expression that names the row `t`. */
  readonly where?: string
  /** Any of these explains that a row came or changed. None: it never changes. */
  readonly explained?: readonly Explanation[]
  /** Whether a new row needs such an entry; not where another invariant explains it, or its parent does. */
  readonly announced?: true
  /** Whether such an entry explains that a row came, and none that one changed. */
  readonly fixed?: true
  /** Whether such an entry explains that a row is gone. No other row ever goes. */
  readonly leaves?: true
  /** The column that every change raises. */
  readonly version?: true
}
