/** By what a registry scores: a model and an epoch. */
export interface ScoringName {
  /** Version of the model, for people. */
  readonly model: string
  /** 16 hex digits of what the model says, by which two models of one version are told apart. */
  readonly modelHash: string
  /** 0 is the table of words shipped with core; later ones are snapshots of the registry's own counts. */
  readonly epoch: number
}

/** Whether two names mean the same model and epoch. */
export function isSameScoring(one: ScoringName | undefined, other: ScoringName | undefined): boolean {
  return one?.model === other?.model && one?.modelHash === other?.modelHash && one?.epoch === other?.epoch
}

/** For people. */
export function scoringText({ model, modelHash, epoch }: ScoringName): string {
  return `model ${model} (${modelHash}), epoch ${epoch}`
}
