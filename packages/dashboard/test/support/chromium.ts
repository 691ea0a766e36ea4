import { existsSync } from 'node:fs'

const USUAL_PLACES: readonly string[] = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Path of Chromium: `UTPID_TEST_CHROMIUM`, else a usual location. */
export function chromiumPath(): string | undefined {
  const named = process.env.UTPID_TEST_CHROMIUM
  if (named !== undefined) return named
  return USUAL_PLACES.find((path) => existsSync(path))
}
