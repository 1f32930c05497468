import type { ObjectRequest } from '../object-request.ts'
import type { SwiftApp } from '../../app/app.ts'

export interface SigningKey {
  readonly secret: string
  readonly isOfContainer: boolean
}

const names = ['temp-url-key', 'temp-url-key-2']

const keysIn = (
  metadata: Readonly<Record<string, string>> | undefined,
  of: 'account' | 'container',
): readonly SigningKey[] =>
  names.flatMap((name) => {
    const secret = metadata?.[`x-${of}-meta-${name}`]
    return secret === undefined ? [] : [{ secret, isOfContainer: of === 'container' }]
  })

/**
 * The keys that may sign temporary URLs and forms: two of the account and two of the container, so that one can be replaced while
 * the other stays valid.
 */
export const keysOf = async (
  app: Pick<SwiftApp, 'accounts' | 'containers'>,
  { account, container = '' }: Pick<ObjectRequest, 'account' | 'container'>,
): Promise<readonly SigningKey[]> => [
  ...keysIn((await app.accounts.find(account))?.metadata, 'account'),
  ...keysIn((await app.containers.find(account, container))?.metadata, 'container'),
]
