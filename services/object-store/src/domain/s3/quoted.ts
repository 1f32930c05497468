/** Percent-encodes as in RFC 3986: everything but letters, digits and `-_.~`. */
export const quoted = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Percent-encodes a path but keeps its slashes. */
export const quotedPath = (path: string): string => path.split('/').map(quoted).join('/')
