import { fileURLToPath } from 'node:url'

/** The root of the repository, with a slash at its end. */
export const ROOT: string = fileURLToPath(new URL('../..', import.meta.url))
