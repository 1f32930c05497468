import { listVersions } from '@nimbo/contracts/orchestration/versions'
import { answer } from '@nimbo/http/answer'
import { handle } from './handle.ts'

export const root = handle(listVersions, async ({ base }) =>
  answer(
    { versions: [{ id: 'v1.0', status: 'CURRENT', links: [{ rel: 'self', href: `${base}/v1/` }] }] },
    { status: 300 },
  ),
)
