/** An API of the cloud, as far as every call to it needs to know. */
export interface Api {
  /** Its service's type in the catalog; the header of microversions says it too: `compute`. */
  readonly type: string
  /** Where the paths of its operations begin, below the service's root: `/v2.1`. */
  readonly prefix: string
}

/** A service's root, of an endpoint as catalogs have it: without the version and what follows that. */
export const rootOf = (endpoint: string): string =>
  endpoint.replace(/\/v\d[^/]*(\/.*)?$/, '').replace(/\/$/, '')
