const versionSegment = /\/v\d+(\.\d+)?(\/|$)/

/** An endpoint with its API's version in the path: added where the catalog leaves it out. */
export const withVersion = (url: string, version: string): string => {
  const base = url.replace(/\/+$/, '')
  return versionSegment.test(new URL(base).pathname) ? base : `${base}/${version}`
}
