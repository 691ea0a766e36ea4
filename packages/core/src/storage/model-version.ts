/** The model version of a registry: a model and a term-frequency version. */
export interface ModelVersion {
  /** The version of the model, for people. */
  readonly model: string
  /** The hash of the model's content, 16 hex digits. The hash distinguishes two models with the same version. */
  readonly modelHash: string
  /** The term-frequency version. Version 0 is the table shipped with core; the registry counts later versions. */
  readonly tfVersion: number
}

/** Reports whether two names mean the same model and term-frequency version. */
export function isSameModelVersion(one: ModelVersion | undefined, other: ModelVersion | undefined): boolean {
  return one?.model === other?.model && one?.modelHash === other?.modelHash && one?.tfVersion === other?.tfVersion
}

/** Returns a model version as text, for messages and comparisons. */
export function modelVersionText({ model, modelHash, tfVersion }: ModelVersion): string {
  return `model ${model} (${modelHash}), term-frequency version ${tfVersion}`
}
