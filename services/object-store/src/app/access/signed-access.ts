import type { Access } from './access.ts'

/** The access rights of a signature with a key of an account or container: reading and writing objects, nothing else. */
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
