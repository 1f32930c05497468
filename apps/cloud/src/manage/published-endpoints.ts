import { catalog } from '../endpoints.ts'
import { roleTable } from '../roles/role-table.ts'
import type { Settings } from '../settings.ts'

/** The path of each entry of the catalog below its own port, as OpenStack's guides have it. */
const paths: Readonly<Record<string, string>> = {
  identity: '/v3',
  compute: '/v2.1',
  volumev3: '/v3/$(project_id)s',
  'block-storage': '/v3',
}

const servedBy: Readonly<Record<string, string>> = {
  identity: 'keystone',
  image: 'glance-api',
  placement: 'placement-api',
  network: 'neutron-server',
  compute: 'nova-api',
  volumev3: 'cinder-api',
  'block-storage': 'cinder-api',
}

/** The catalog of a cloud whose APIs have a port each, at one address for clients and one for services. */
export const publishedEndpoints = (
  settings: Settings,
  { publicHost, internalHost }: { readonly publicHost: string; readonly internalHost: string },
) =>
  catalog.map(({ type, name }) => {
    const role = roleTable.find((candidate) => candidate.name === servedBy[type])
    const port = role?.binding?.(settings).port ?? 0
    const at = (host: string): string => `http://${host}:${port}${paths[type] ?? ''}`
    return {
      serviceType: type,
      serviceName: name,
      urls: { public: at(publicHost), internal: at(internalHost), admin: at(internalHost) },
    }
  })
