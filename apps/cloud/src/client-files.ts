import { writeFile } from 'node:fs/promises'
import { stringify } from 'yaml'
import type { StateDirectory } from './state-directory.ts'

/** What a client needs to reach the cloud as its admin. */
export interface AdminAccess {
  readonly authUrl: string
  readonly username: string
  readonly password: string
  readonly projectName: string
  readonly region: string
}

const secret = { mode: 0o600 }

/** Writes `clouds.yaml` (cloud name `nimbo`) and `openrc`, readable by the owner alone. */
export const writeClientFiles = async (
  state: Pick<StateDirectory, 'file'>,
  access: AdminAccess,
): Promise<void> => {
  const { authUrl, username, password, projectName, region } = access
  const auth = {
    auth_url: authUrl,
    username,
    password,
    project_name: projectName,
    user_domain_name: 'Default',
    project_domain_name: 'Default',
  }
  const cloud = { auth, region_name: region, identity_api_version: 3 }
  await writeFile(state.file('clouds.yaml'), stringify({ clouds: { nimbo: cloud } }), secret)
  const variables = {
    ...Object.fromEntries(Object.entries(auth).map(([name, value]) => [`OS_${name.toUpperCase()}`, value])),
    OS_REGION_NAME: region,
    OS_IDENTITY_API_VERSION: '3',
  }
  const lines = Object.entries(variables).map(([name, value]) => `export ${name}='${value}'`)
  await writeFile(state.file('openrc'), `${lines.join('\n')}\n`, secret)
}
