import { chooseVersion, listVersions } from '@nimbo/contracts/image/discovery'
import type { HttpRequest } from '@nimbo/http/message'
import { handle } from '../resources/handle.ts'

/** Minor versions of the image API; each brought something that is here. Import (2.6) and cache (2.14) are not. */
const minors = [0, 1, 2, 3, 4, 5]
const current = 5

const view = ({ origin, mount }: HttpRequest) => ({
  versions: minors.toReversed().map((minor) => ({
    id: `v2.${minor}`,
    status: minor === current ? 'CURRENT' : 'SUPPORTED',
    links: [{ rel: 'self', href: `${origin}${mount}/v2/` }],
  })),
})

const choose = handle(chooseVersion, async ({ request }) => view(request))
const list = handle(listVersions, async ({ request }) => view(request))

export const versionRoutes = [choose, list]
