import type { AdminAccess } from '../client-files.ts'
import type { StateDirectory } from '../state-directory.ts'

/** The line of JSON that says that the cloud is ready. */
export const readyLine = (url: string, access: AdminAccess) => ({
  endpoints: {
    identity: `${url}/identity/v3`,
    compute: `${url}/compute/v2.1`,
    image: `${url}/image`,
    network: `${url}/networking`,
    placement: `${url}/placement`,
    volume: `${url}/volume/v3`,
  },
  credentials: { ...access, userDomainName: 'Default', projectDomainName: 'Default' },
  pid: process.pid,
})

/** What to type to use the cloud. */
export const howToReach = (state: Pick<StateDirectory, 'file'>): string =>
  [
    `  export OS_CLIENT_CONFIG_FILE=${state.file('clouds.yaml')} OS_CLOUD=nimbo`,
    '  openstack token issue        # or: ./nimbo token issue',
    '',
  ].join('\n')
