import type { AdminAccess } from '../client-files.ts'
import { clientEndpoints } from '../endpoints.ts'
import { services } from '../services.ts'
import type { StateDirectory } from '../state-directory.ts'

/** The JSON line that announces that the cloud is ready. */
export const readyLine = (url: string, access: AdminAccess) => ({
  endpoints: clientEndpoints(services, url),
  credentials: { ...access, userDomainName: 'Default', projectDomainName: 'Default' },
  pid: process.pid,
})

export type ReadyLine = ReturnType<typeof readyLine>

/** The commands to use the cloud, for the user. */
export const howToReach = (state: Pick<StateDirectory, 'file'>, dashboard: string): string =>
  [
    `  ${dashboard}/        # the dashboard, for a browser`,
    `  export OS_CLIENT_CONFIG_FILE=${state.file('clouds.yaml')} OS_CLOUD=nimbo`,
    '  openstack token issue        # or: ./nimbo token issue',
    '',
  ].join('\n')
