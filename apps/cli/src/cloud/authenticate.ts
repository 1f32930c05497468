import type { Row } from '../output/result.ts'
import { CliError } from './cli-error.ts'
import { given, rowAt, rowsAt } from './json-values.ts'
import type { Rest } from './rest.ts'
import type { Settings } from './settings.ts'
import { withVersion } from './versioned-url.ts'

/** An issued token, with the body and catalog of the response. */
export interface Authenticated {
  readonly token: string
  /** The token's body: user, scope, roles, expiry. */
  readonly body: Row
  readonly catalog: readonly Row[]
}

const isOfProject = ({ project_id, project_name }: Settings): boolean =>
  project_id !== undefined || project_name !== undefined

/**
 * The domain with this id or name. Without either it is, beside a project, the one that `domain_id` or `domain_name` gives for both
 * the user and the project; without a project these two are what the token is for.
 */
const domain = (id: string | undefined, name: string | undefined, settings: Settings): Row => {
  if (id !== undefined) return { id }
  if (name !== undefined) return { name }
  if (isOfProject(settings) && settings.domain_id !== undefined) return { id: settings.domain_id }
  if (isOfProject(settings) && settings.domain_name !== undefined) return { name: settings.domain_name }
  if (settings.default_domain !== undefined) return { name: settings.default_domain }
  return { id: settings.default_domain_id ?? 'default' }
}

const user = (settings: Settings): Row =>
  settings.user_id === undefined
    ? {
        name: settings.username,
        domain: domain(settings.user_domain_id, settings.user_domain_name, settings),
      }
    : { id: settings.user_id }

const applicationCredential = (settings: Settings): Row => ({
  methods: ['application_credential'],
  application_credential: given({
    id: settings.application_credential_id,
    name: settings.application_credential_name,
    secret: settings.application_credential_secret,
    user: settings.application_credential_id === undefined ? user(settings) : undefined,
  }),
})

/** Asks the user for the password; absent where there is no terminal. */
type AskPassword = () => Promise<string>

const identity = async (settings: Settings, askPassword: AskPassword | undefined): Promise<Row> => {
  if (settings.application_credential_secret !== undefined) return applicationCredential(settings)
  const byToken = settings.token !== undefined && settings.auth_type !== 'password'
  if (byToken) return { methods: ['token'], token: { id: settings.token } }
  if (settings.username === undefined && settings.user_id === undefined) {
    throw new CliError(
      'Missing value auth_url, username or token required for authentication: set --os-cloud, --os-username or their OS_ variables.',
    )
  }
  const password = settings.password ?? (await askPassword?.())
  if (password === undefined) throw new CliError('Missing value password required for authentication.')
  return { methods: ['password'], password: { user: { ...user(settings), password } } }
}

const scope = (settings: Settings): Row | undefined => {
  if (settings.application_credential_secret !== undefined) return undefined
  if (settings.system_scope !== undefined) return { system: { all: true } }
  if (settings.project_id !== undefined) return { project: { id: settings.project_id } }
  if (settings.project_name !== undefined) {
    const home = domain(settings.project_domain_id, settings.project_domain_name, settings)
    return { project: { name: settings.project_name, domain: home } }
  }
  if (settings.domain_id !== undefined) return { domain: { id: settings.domain_id } }
  if (settings.domain_name !== undefined) return { domain: { name: settings.domain_name } }
  return undefined
}

/** Requests a token from identity with a password, token or application credential. */
export const authenticate = async (
  rest: Rest,
  settings: Settings,
  askPassword?: AskPassword,
): Promise<Authenticated> => {
  if (settings.auth_url === undefined) {
    throw new CliError('Missing value auth_url required for authentication: set --os-cloud or OS_AUTH_URL.')
  }
  const { headers, body } = await rest.json({
    method: 'POST',
    url: `${withVersion(settings.auth_url, 'v3')}/auth/tokens`,
    json: { auth: given({ identity: await identity(settings, askPassword), scope: scope(settings) }) },
  })
  const token = headers['x-subject-token']
  if (token === undefined) throw new CliError(`${settings.auth_url} issued no token.`)
  const issued = rowAt(body, 'token')
  return { token, body: issued, catalog: rowsAt(issued, 'catalog') }
}
