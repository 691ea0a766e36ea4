/** The reader has closed the output, as `head` does. This is not a failure. */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed'
}
