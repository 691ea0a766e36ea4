/** The reader went away, as `head` does: nothing more is wanted, and nothing is wrong. */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed'
}
