import type { ObjectRequest } from '../object-request.ts'

/**
 * The paths that a client may have signed: with the mount path of the catalog's URL, or from the version on, as in Swift's
 * documentation. They differ if the object store is mounted below another path.
 */
export const signedPaths = ({ http: { mount } }: ObjectRequest, path: string): readonly string[] =>
  mount === '' ? [path] : [path, mount + path]
