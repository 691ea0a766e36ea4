/** Invalid input of a measurement. The message is one sentence that says what to do. */
export class EvaluationError extends Error {
  override readonly name = 'EvaluationError'
}
