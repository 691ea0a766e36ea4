/** Result of one check of a verification. */
export interface VerificationCheck {
  /** Lower snake, stable. */
  readonly id: string
  readonly passed: boolean
  /** The finding, as a sentence. */
  readonly detail: string
}
