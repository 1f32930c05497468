import type { Session } from '../../cloud/session.ts'

/** The account of the project, which is the last part of its endpoint: `AUTH_…`. */
export const accountOf = async (session: Session): Promise<string> => {
  const { pathname } = new URL(await session.endpoint('object-store'))
  return decodeURIComponent(pathname.split('/').findLast((part) => part !== '') ?? '')
}
