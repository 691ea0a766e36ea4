/** The result of one check of a verification. */
export interface VerificationCheck {
  /** The stable id of the check, in snake case. */
  readonly id: string
  readonly passed: boolean
  /** The finding, as a sentence. */
  readonly detail: string
}
