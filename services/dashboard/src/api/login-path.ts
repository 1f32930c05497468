import type { HttpRequest } from '@nimbo/http/message'

/** Path of the login page with a code, in the fragment, which browsers do not send to servers. */
export const loginPath = ({ mount }: Pick<HttpRequest, 'mount'>, code: string): string =>
  `${mount}/login#code=${code}`
