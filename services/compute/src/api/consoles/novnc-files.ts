import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Handler } from '@nimbo/http/message'
import { clientFiles } from './client-files.ts'
import { vncPage } from './vnc-page.ts'

/** Serves the console page and the noVNC library under noVNC's usual paths. */
export const novncFiles: Handler = clientFiles({
  ...vncPage,
  pages: ['/vnc_lite.html', '/vnc_auto.html', '/vnc.html'],
  library: {
    root: () => dirname(dirname(fileURLToPath(import.meta.resolve('@novnc/novnc')))),
    folders: ['core', 'vendor'],
  },
})
