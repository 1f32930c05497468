/** An API, as far as all calls to it need to know. */
export interface Api {
  /** The service's type in the catalog and in the microversion header, such as `compute`. */
  readonly type: string
  /** The prefix of its operations' paths below the service's root, such as `/v2.1`. */
  readonly prefix: string
}

/** The service's root: a catalog endpoint without the version and what follows it. */
export const rootOf = (endpoint: string): string =>
  endpoint.replace(/\/v\d[^/]*(\/.*)?$/, '').replace(/\/$/, '')
