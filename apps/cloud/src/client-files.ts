import { rename, writeFile } from 'node:fs/promises'
import { stringify } from 'yaml'
import type { StateDirectory } from './state-directory.ts'

/** What a client needs to reach the cloud as its admin. */
export interface AdminAccess {
  readonly authUrl: string
  readonly username: string
  readonly password: string
  readonly projectName: string
  readonly region: string
  /** Path of the certificate by which clients trust the cloud, where it has one of its own. */
  readonly cacert?: string
}

/** Leaves the file as it was when it cannot be written whole: when the disk is full. */
const writeSecret = async (file: string, text: string): Promise<void> => {
  await writeFile(`${file}.new`, text, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

/** Writes `clouds.yaml` (cloud name `nimbo`) and `openrc`, readable by the owner alone. */
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
  const lines = Object.entries(variables).map(([name, value]) => `export ${name}='${value}'`)
  await writeSecret(state.file('openrc'), `${lines.join('\n')}\n`)
}
