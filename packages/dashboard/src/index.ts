/**
 * `@utpid/dashboard`: the built dashboard of the utpid registry. A service serves its files unchanged.
 */

/** Folder of the built files: `index.html`, and its assets in `dashboard/assets/`. Created by `npm run build`. */
export const DASHBOARD_FOLDER: URL = new URL('../dist/site/', import.meta.url)
