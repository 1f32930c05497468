/** Where in a template something stands: `['resources', 'server', 'properties', 'networks', 0]`. */
export type Path = readonly (string | number)[]

/** A path as people read it: `resources.server.properties.networks[0]`. */
export const pathText = (path: Path): string =>
  path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('')
