/**
 * `@utpid/dashboard`: the dashboard of the utpid registry, built. A service hands its files out as they are.
 */

/** Where the built files are: `index.html`, and what it loads in `dashboard/assets/`. Made by `npm run build`. */
export const DASHBOARD_FOLDER: URL = new URL('../dist/site/', import.meta.url)
