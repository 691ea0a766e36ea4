/** Something that was asked of a measurement cannot be meant so; the message is one sentence that names the cure. */
export class EvaluationError extends Error {
  override readonly name = 'EvaluationError'
}
