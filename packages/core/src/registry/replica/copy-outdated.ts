/** A copy that cannot follow its primary any further and has to be replaced. The message says why, as a sentence. */
export class CopyOutdated extends Error {
  override readonly name: string = 'CopyOutdated'
}
