import { FeedError } from './feed-error.ts'

/**
 * Converts a system error to a {@link FeedError} that says why a file or stream could not be read. Returns any other
 * error unchanged.
 */
export function readingError(error: unknown, name: string): unknown {
  if (error instanceof FeedError || error instanceof TypeError || !(error instanceof Error)) return error
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new FeedError('file_not_found', `There is no file ${name}; check the path.`, { cause: error })
    case 'EISDIR':
      return new FeedError('is_a_folder', `${name} is a folder; name the files in it.`, { cause: error })
    case 'EACCES':
    case 'EPERM':
      return new FeedError('no_permission', `No permission to read ${name}; give this user the right to read it.`, {
        cause: error,
      })
    default:
      return new FeedError('read_failed', `Reading ${name} failed: ${error.message}.`, { cause: error })
  }
}
