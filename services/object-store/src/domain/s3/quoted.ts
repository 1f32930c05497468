/** As RFC 3986 has it: everything but letters, digits and `-_.~`. */
export const quoted = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** The same of a path, whose slashes stay. */
export const quotedPath = (path: string): string => path.split('/').map(quoted).join('/')
