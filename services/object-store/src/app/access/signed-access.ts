import type { Access } from './access.ts'

/** The rights that a signature by the key of an account, or of one container in it, brings: objects, and nothing else. */
export const signedAccess = (scope: {
  readonly account: string
  readonly container?: string | undefined
}): Access => ({
  isKnown: false,
  may: ({ right, account, container }) =>
    (right === 'read' || right === 'write') &&
    account === scope.account &&
    (scope.container === undefined || container === scope.container),
})
