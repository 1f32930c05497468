import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The page as the cloud serves it: below `/dashboard/`, its parts named by their content, and no script in the document. */
// biome-ignore lint/style/noDefaultExport: Vite takes its settings by the default export.
export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  plugins: [react()],
  build: {
    target: 'es2023',
    outDir: '.cache/page',
    emptyOutDir: true,
    // Data in style sheets and scripts would need a looser Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What few pages want comes with them.
            { name: 'consoles', test: /node_modules\/@(novnc|xterm)\//, priority: 1 },
            { name: 'charts', test: /node_modules\/uplot\//, priority: 1 },
            { name: 'templates', test: /node_modules\/yaml\//, priority: 1 },
            // One file of libraries compresses far better than a hundred, and stays in the browser when the page changes.
            { name: 'libraries', test: /node_modules/ },
          ],
        },
      },
    },
    reportCompressedSize: false,
  },
})
