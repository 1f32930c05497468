import type { HttpRequest } from '@nimbo/http/message'

/** Where the page logs in with a code. It stands behind the `#`, which browsers send to nobody. */
export const loginPath = ({ mount }: Pick<HttpRequest, 'mount'>, code: string): string =>
  `${mount}/login#code=${code}`
