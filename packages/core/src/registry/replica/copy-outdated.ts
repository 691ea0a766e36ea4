/** A copy that cannot go on following its primary: another one is to be made. The message says why, as a sentence. */
export class CopyOutdated extends Error {
  override readonly name: string = 'CopyOutdated'
}
