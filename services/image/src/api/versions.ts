import { chooseVersion, listVersions } from '@nimbo/contracts/image/discovery'
import type { Call } from '@nimbo/http/route'
import type { ImageApp } from '../app/app.ts'
import { handle } from '../resources/handle.ts'

/** Minor versions of the image API whose features are all implemented. */
const always = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 17]
/** Versions that added the image cache, and cleaning and pruning it. */
const withCache = [14, 16]

const view = ({ app, request: { origin, mount } }: Pick<Call<ImageApp>, 'app' | 'request'>) => {
  const minors = [...always, ...(app.cache ? withCache : [])].sort((one, other) => other - one)
  return {
    versions: minors.map((minor, index) => ({
      id: `v2.${minor}`,
      status: index === 0 ? 'CURRENT' : 'SUPPORTED',
      links: [{ rel: 'self', href: `${origin}${mount}/v2/` }],
    })),
  }
}

const choose = handle(chooseVersion, async (call) => view(call))
const list = handle(listVersions, async (call) => view(call))

export const versionRoutes = [choose, list]
