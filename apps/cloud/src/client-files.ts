import { rename, writeFile } from 'node:fs/promises'
import { stringify } from 'yaml'
import type { StateDirectory } from './state-directory.ts'

/** What a client needs to access the cloud as its admin. */
export interface AdminAccess {
  readonly authUrl: string
  readonly username: string
  readonly password: string
  readonly projectName: string
  readonly region: string
  /** Path of the CA certificate with which clients verify the cloud; only when the cloud has its own CA. */
  readonly cacert?: string
}

/**
 * Writes the file atomically: an existing file stays unchanged when the new one cannot be written completely, for example on a
 * full disk.
 */
const writeSecret = async (file: string, text: string): Promise<void> => {
  await writeFile(`${file}.new`, text, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

/** A word of a shell script. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Writes `clouds.yaml` (cloud name `nimbo`) and `openrc`, readable by the owner only. */
export const writeClientFiles = async (
  state: Pick<StateDirectory, 'file'>,
  access: AdminAccess,
): Promise<void> => {
  const { authUrl, username, password, projectName, region, cacert } = access
  const auth = {
    auth_url: authUrl,
    username,
    password,
    project_name: projectName,
    user_domain_name: 'Default',
    project_domain_name: 'Default',
  }
  const cloud = { auth, region_name: region, identity_api_version: 3, ...(cacert && { cacert }) }
  await writeSecret(state.file('clouds.yaml'), stringify({ clouds: { nimbo: cloud } }))
  const variables = {
    ...Object.fromEntries(Object.entries(auth).map(([name, value]) => [`OS_${name.toUpperCase()}`, value])),
    OS_REGION_NAME: region,
    OS_IDENTITY_API_VERSION: '3',
    ...(cacert && { OS_CACERT: cacert }),
  }
  const lines = Object.entries(variables).map(([name, value]) => `export ${name}=${quoted(value)}`)
  await writeSecret(state.file('openrc'), `${lines.join('\n')}\n`)
}
