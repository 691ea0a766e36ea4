export { endWithRun, onceARun } from './once-a-run.ts'
export { PROPERTY_SEED, runs, seeds, times } from './runs.ts'
export { nextLine, type SourceProcess, sourceArguments, startSource } from './source-process.ts'
export { keptFolder, temporaryFolder } from './temporary-folder.ts'
