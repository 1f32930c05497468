/** A position in a template: `['resources', 'server', 'properties', 'networks', 0]`. */
export type Path = readonly (string | number)[]

/** A path in its readable form: `resources.server.properties.networks[0]`. */
export const pathText = (path: Path): string =>
  path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('')
