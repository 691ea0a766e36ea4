/** The error for invalid input of a measurement. Its message is one sentence with the remedy. */
export class EvaluationError extends Error {
  override readonly name = 'EvaluationError'
}
