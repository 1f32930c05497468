/** An API of the cloud as its catalog shows it. */
export interface CatalogEntry {
  /** Service type and name in the catalog. */
  readonly type: string
  readonly name: string
  /** Path below the cloud's one address, as DevStack has it; `$(project_id)s` stands for the caller's project. */
  readonly path: string
}

export const catalog: readonly CatalogEntry[] = [
  { type: 'identity', name: 'keystone', path: '/identity' },
  { type: 'image', name: 'glance', path: '/image' },
  { type: 'placement', name: 'placement', path: '/placement' },
  { type: 'network', name: 'neutron', path: '/networking' },
  { type: 'volumev3', name: 'cinderv3', path: '/volume/v3/$(project_id)s' },
  { type: 'block-storage', name: 'cinder', path: '/volume/v3' },
  { type: 'compute', name: 'nova', path: '/compute/v2.1' },
]

/** Accounts by which services speak to each other, all in the project `service`. */
export const serviceUsers = ['keystone', 'glance', 'placement', 'neutron', 'cinder', 'nova'] as const

/** An entry as identity registers it: one address for every interface, since the cloud has one port. */
export const bootstrapEndpoint = ({ type, name, path }: CatalogEntry, url: string) => {
  const address = `${url}${path}`
  return {
    serviceType: type,
    serviceName: name,
    urls: { public: address, internal: address, admin: address },
  }
}
