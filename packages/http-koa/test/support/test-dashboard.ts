import { DashboardFiles, type DashboardMap } from '../../src/index.ts'

/** A file of {@link testDashboard}. */
export const SCRIPT = 'page-1.js'

/** The worker of the map. */
export const MAP_WORKER = 'maplibre-gl-csp-worker-1.js'

/** A dashboard with one page, one script, the worker of the map and one stylesheet. */
export function testDashboard(map?: DashboardMap): DashboardFiles {
  return new DashboardFiles(
    `<!doctype html><title>Dashboard</title><script type="module" src="./dashboard/assets/${SCRIPT}"></script>`,
    new Map([
      [SCRIPT, 'document.title = "Dashboard"'],
      [MAP_WORKER, 'onmessage = null'],
      ['page-1.css', 'body { margin: 0 }'],
    ]),
    map === undefined ? {} : { map },
  )
}
