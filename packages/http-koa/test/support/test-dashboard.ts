import { DashboardFiles } from '../../src/index.ts'

/** A file of {@link testDashboard}. */
export const SCRIPT = 'page-1.js'

/** A dashboard with one page, one script and one stylesheet. */
export function testDashboard(): DashboardFiles {
  return new DashboardFiles(
    `<!doctype html><script type="module" src="./dashboard/assets/${SCRIPT}"></script>`,
    new Map([
      [SCRIPT, 'document.title = "Dashboard"'],
      ['page-1.css', 'body { margin: 0 }'],
    ]),
  )
}
