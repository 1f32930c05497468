import type { Access } from './access.ts'

/** The access rights of a container sync peer: listing, reading and writing the objects of the container, nothing else. */
export const syncAccess = (scope: { readonly account: string; readonly container: string }): Access => ({
  isKnown: false,
  may: ({ right, account, container }) =>
    (right === 'read' || right === 'write' || right === 'list') &&
    account === scope.account &&
    container === scope.container,
})
