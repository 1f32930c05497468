import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Handler } from '@nimbo/http/message'
import { clientFiles } from './client-files.ts'
import { spicePage } from './spice-page.ts'

/** Serves the console page and the SPICE project's client under the client's usual paths. */
export const spiceFiles: Handler = clientFiles({
  ...spicePage,
  pages: ['/spice_auto.html', '/spice.html'],
  library: {
    root: () => dirname(dirname(fileURLToPath(import.meta.resolve('@spice-project/spice-html5')))),
    folders: ['src'],
  },
})
