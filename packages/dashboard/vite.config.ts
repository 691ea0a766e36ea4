import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

// The page is at /dashboard, without a trailing slash and maybe behind a path prefix. Its assets have relative URLs.
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  resolve: { conditions: ['@utpid/source', 'module', 'browser', 'production'] },
  build: {
    outDir: 'dist/site',
    assetsDir: 'dashboard/assets',
    emptyOutDir: true,
    target: 'es2022',
    // Do not inline files: the policy of the page allows data URLs only for images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // maplibre-gl is one file of 900 KB, which loads only with the map's tiles.
    chunkSizeWarningLimit: 1_000,
  },
  logLevel: 'warn',
})
