const versionSegment = /\/v\d+(\.\d+)?(\/|$)/

/** Adds the API's version to an endpoint's path when the catalog leaves it out. */
export const withVersion = (url: string, version: string): string => {
  const base = url.replace(/\/+$/, '')
  return versionSegment.test(new URL(base).pathname) ? base : `${base}/${version}`
}
