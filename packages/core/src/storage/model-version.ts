/** Model version of a registry: a model and a term-frequency version. */
export interface ModelVersion {
  /** Version of the model, for people. */
  readonly model: string
  /** Hash of the model's content, 16 hex digits. It distinguishes two models with the same version. */
  readonly modelHash: string
  /** Term-frequency version: 0 is the table shipped with core; later ones are counted in the registry. */
  readonly epoch: number
}

/** Reports whether two names mean the same model and term-frequency version. */
export function isSameModelVersion(one: ModelVersion | undefined, other: ModelVersion | undefined): boolean {
  return one?.model === other?.model && one?.modelHash === other?.modelHash && one?.epoch === other?.epoch
}

/** Returns a model version as text, for messages and comparisons. */
export function modelVersionText({ model, modelHash, epoch }: ModelVersion): string {
  return `model ${model} (${modelHash}), epoch ${epoch}`
}
