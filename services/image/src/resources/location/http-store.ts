import { Readable } from 'node:stream'
import { type DownloadRules, download } from '@nimbo/http/download'
import type { NamedStore, ReadableStore } from '../../driver/image-store.ts'

/** Reads images whose bytes lie on a web server, by their addresses. What may be fetched is what may be imported from there. */
export const httpStore = (rules: DownloadRules): NamedStore<ReadableStore> => ({
  id: 'http',
  // Whoever has a copy as well is asked first.
  weight: -1,
  description: 'Bytes that stay on the web server they are on',
  store: {
    type: 'http',
    properties: {},
    urlOf: (address) => address,
    read: async (address, part) => Readable.from(download(address, { rules, part })),
  },
})
