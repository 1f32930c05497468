import type { Actions } from './alarm.ts'

/** The password in an action URL whose trust was created for the alarm and is deleted with it. */
const ends = 'delete'

const isTrusted = ({ protocol }: URL): boolean => protocol.startsWith('trust+')

/** Whether an action needs a trust and has none yet. */
export const wantsTrust = (action: string): boolean => {
  const url = new URL(action)
  return isTrusted(url) && url.username === ''
}

/** The action URL with the trust that was created for it. */
export const withTrust = (action: string, trustId: string): string => {
  const url = new URL(action)
  url.username = trustId
  url.password = ends
  return url.href
}

/** The address of an action, and the trust to use. */
export const trustActionOf = (url: URL): { readonly address: URL; readonly trustId?: string } => {
  if (!isTrusted(url)) return { address: new URL(url) }
  const { host, pathname, search, username } = url
  const scheme = url.protocol.slice('trust+'.length)
  return { address: new URL(`${scheme}//${host}${pathname}${search}`), trustId: username }
}

const all = (actions: Actions): readonly string[] => [
  ...[...actions.ok_actions, ...actions.alarm_actions, ...actions.insufficient_data_actions],
]

/** The trusts that actions name, except those that the same actions named before. */
export const trustsNamedNewly = (actions: Actions, before: Actions | undefined): readonly string[] => {
  const known = before === undefined ? [] : all(before)
  return all(actions)
    .filter((action) => !known.includes(action))
    .map((action) => new URL(action))
    .filter((url) => isTrusted(url) && url.username !== '')
    .map(({ username }) => username)
}

const ownTrusts = (actions: Actions | undefined): readonly string[] =>
  (actions === undefined ? [] : all(actions))
    .map((action) => new URL(action))
    .filter((url) => isTrusted(url) && url.password === ends)
    .map(({ username }) => username)

/** Trusts created for the previous actions that the new ones no longer use. */
export const trustsNoLongerIn = (before: Actions, after: Actions | undefined): readonly string[] => {
  const kept = new Set(ownTrusts(after))
  return ownTrusts(before).filter((id) => !kept.has(id))
}
