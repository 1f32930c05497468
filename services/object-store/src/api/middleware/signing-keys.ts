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

/** The keys by which URLs and forms may be signed: two of the account, two of the container, so that one can be changed. */
export const keysOf = async (
  app: Pick<SwiftApp, 'accounts' | 'containers'>,
  { account, container = '' }: Pick<ObjectRequest, 'account' | 'container'>,
): Promise<readonly SigningKey[]> => [
  ...keysIn((await app.accounts.find(account))?.metadata, 'account'),
  ...keysIn((await app.containers.find(account, container))?.metadata, 'container'),
]
