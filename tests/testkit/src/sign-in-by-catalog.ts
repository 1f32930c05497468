import type { AnyService } from '@nimbo/service/service'
import { type Client, door, doorsAt } from './client.ts'

interface SignIn {
  readonly username: string
  readonly password: string
  readonly project: string
}

interface CatalogEntry {
  readonly type: string
  readonly endpoints: readonly { readonly interface: string; readonly url: string }[]
}

/** The body of a token request for a user of the default domain, scoped to a project. */
const passwordSignIn = ({ username, password, project }: SignIn) => {
  const domain = { id: 'default' }
  const user = { name: username, password, domain }
  return {
    auth: {
      identity: { methods: ['password'], password: { user } },
      scope: { project: { name: project, domain } },
    },
  }
}

const withoutVersion = (url: string): string => url.replace(/\/v\d+(\.\d+)?(\/.*)?$/, '')

/** Signs in with a password at `http://host:5000`, and takes the URLs of all other services from the token's catalog. */
export const signInByCatalog = async (identityUrl: string, who: SignIn): Promise<Client> => {
  const { status, headers, body } = await door(identityUrl, 'identity', undefined).post(
    '/v3/auth/tokens',
    passwordSignIn(who),
  )
  const token = headers.get('x-subject-token')
  if (status !== 201 || token === null)
    throw new Error(`${who.username} could not sign in: ${status} ${JSON.stringify(body)}`)
  const catalog: readonly CatalogEntry[] = body.token.catalog
  const at = (service: AnyService): string => {
    const { type } = service
    if (type === 'identity') return identityUrl
    const types = service.catalog.map((entry) => entry.type)
    const endpoints = catalog.find((entry) => types.includes(entry.type))?.endpoints ?? []
    const found = endpoints.find((endpoint) => endpoint.interface === 'public')
    if (found === undefined) throw new Error(`the catalog has no ${type}`)
    return withoutVersion(found.url)
  }
  return {
    token,
    userId: body.token.user.id,
    projectId: body.token.project.id,
    ...doorsAt(at, token),
  }
}
