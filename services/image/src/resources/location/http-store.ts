import { Readable } from 'node:stream'
import { type DownloadRules, download } from '@nimbo/http/download'
import type { NamedStore, ReadableStore } from '../../driver/image-store.ts'

/** Reads images from web servers by their URLs. The filter of web-download applies here, too. */
export const httpStore = (rules: DownloadRules): NamedStore<ReadableStore> => ({
  id: 'http',
  // Stores with a copy of the data are preferred.
  weight: -1,
  description: 'Bytes that stay on the web server they are on',
  store: {
    type: 'http',
    properties: {},
    urlOf: (address) => address,
    read: async (address, part) => Readable.from(download(address, { rules, part })),
  },
})
