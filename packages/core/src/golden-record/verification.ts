/** One thing that was looked at when a product was to be verified. */
export interface VerificationCheck {
  /** Lower snake, stable. */
  readonly id: string
  readonly passed: boolean
  /** What was found, in a sentence. */
  readonly detail: string
}
