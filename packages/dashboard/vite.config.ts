import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

// The page is at /dashboard, without a slash at its end, maybe behind the path of a proxy: all it loads is named from there.
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  resolve: { conditions: ['@utpid/source', 'module', 'browser', 'production'] },
  build: {
    outDir: 'dist/site',
    assetsDir: 'dashboard/assets',
    emptyOutDir: true,
    target: 'es2022',
    // No file inside another: the policy of the page allows no data beside images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  logLevel: 'warn',
})
