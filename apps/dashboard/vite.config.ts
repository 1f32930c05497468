import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The build of the page, as it is served below `/dashboard/`: file names contain a hash, and no script is inline. */
// biome-ignore lint/style/noDefaultExport: Vite takes its settings by the default export.
export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  plugins: [react()],
  build: {
    target: 'es2023',
    outDir: '.cache/page',
    emptyOutDir: true,
    // Files inlined as `data:` URLs would need a less strict Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Libraries of a few pages are loaded only with these.
            { name: 'consoles', test: /node_modules\/@(novnc|xterm)\//, priority: 1 },
            { name: 'charts', test: /node_modules\/uplot\//, priority: 1 },
            { name: 'templates', test: /node_modules\/yaml\//, priority: 1 },
            // One file with all other libraries compresses far better than a hundred, and stays cached when the page changes.
            { name: 'libraries', test: /node_modules/, priority: 1 },
            // What many panels share: else it would be a hundred files of a few bytes each.
            { name: 'shared', test: /\/(apps|packages)\//, minShareCount: 4 },
          ],
        },
      },
    },
    reportCompressedSize: false,
  },
})
