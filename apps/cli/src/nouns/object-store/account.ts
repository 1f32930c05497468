import type { Session } from '../../cloud/session.ts'

/** The project's account, the last segment of its endpoint: `AUTH_…`. */
export const accountOf = async (session: Session): Promise<string> => {
  const { pathname } = new URL(await session.endpoint('object-store'))
  return decodeURIComponent(pathname.split('/').findLast((part) => part !== '') ?? '')
}
