import type { Access } from './access.ts'

/** The rights of the peer of a container: its objects, and nothing else. */
export const syncAccess = (scope: { readonly account: string; readonly container: string }): Access => ({
  isKnown: false,
  may: ({ right, account, container }) =>
    (right === 'read' || right === 'write' || right === 'list') &&
    account === scope.account &&
    container === scope.container,
})
