/** Result of one check of a verification. */
export interface VerificationCheck {
  /** Stable id in snake case. */
  readonly id: string
  readonly passed: boolean
  /** The finding, as a sentence. */
  readonly detail: string
}
