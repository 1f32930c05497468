import { showVersions } from '@nimbo/contracts/placement/versions'
import { formatMicroversion } from '@nimbo/operation/microversion'
import { versions } from './fault-envelope.ts'
import { handle } from './handle.ts'

export const root = handle(showVersions, async ({ request }) => ({
  versions: [
    {
      id: 'v1.0',
      status: 'CURRENT',
      min_version: formatMicroversion(versions.min),
      max_version: formatMicroversion(versions.max),
      links: [{ rel: 'self', href: request.mount }],
    },
  ],
}))
