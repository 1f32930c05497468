import { resolve } from 'node:path'

/** Describes in words what the cloud of a state directory has changed on its host; it undoes these changes when it stops. */
export const changedOnHost = async (stateDirectory: string): Promise<readonly string[]> => {
  const { publicLinkOnHost } = await import('@nimbo/network-linuxbridge/public-link')
  return publicLinkOnHost({ cloud: resolve(stateDirectory) })
}

export const changedWords = (line: string): string => `  changed on this host until the cloud stops: ${line}`
